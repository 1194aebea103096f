/// Dots of a grid in the order they were drawn: a secret, so it has no description and is wiped when done.
///
/// Kept in place without heap storage, so that no copy is left behind by a growing array.
public struct DotSequence: Sendable {
    /// Most dots a grid can have (6 × 6).
    public static let capacity = 36

    private var storage: InlineArray<36, UInt8> = .init(repeating: 0)
    /// How many dots were drawn.
    public private(set) var count = 0
    private var used: UInt64 = 0

    /// Makes an empty sequence.
    public init() {}

    /// The dot at a place in the order; dots count from 0, row by row.
    public subscript(position: Int) -> Int {
        precondition(position < count, "only drawn dots can be read")
        return Int(storage[position])
    }

    /// The dot drawn last.
    public var last: Int? { count == 0 ? nil : Int(storage[count - 1]) }

    /// Whether the dot is in the sequence.
    public func contains(_ dot: Int) -> Bool { used & (1 << UInt64(dot)) != 0 }

    /// Adds a dot that is not yet in the sequence.
    public mutating func append(_ dot: Int) {
        precondition(count < Self.capacity && !contains(dot), "a dot is drawn once")
        storage[count] = UInt8(dot)
        count += 1
        used |= 1 << UInt64(dot)
    }

    /// Adds a dot that is not yet in the sequence and, before it, the unused dots exactly on the line from the last one.
    public mutating func connect(_ dot: Int, on grid: PatternGrid) {
        if let previous = last {
            let steps = grid.steps(from: previous, to: dot)
            for step in 1..<max(steps, 1) {
                let between = grid.dot(from: previous, to: dot, step: step, of: steps)
                if !contains(between) { append(between) }
            }
        }
        append(dot)
    }

    /// Overwrites the dots and forgets them.
    public mutating func wipe() {
        for place in 0..<Self.capacity { storage[place] = 0 }
        count = 0
        used = 0
    }

    /// Whether both hold the same dots in the same order; looks at every place, whatever differs.
    public func matches(_ other: DotSequence) -> Bool {
        var difference = UInt8(truncatingIfNeeded: count ^ other.count)
        for place in 0..<Self.capacity { difference |= storage[place] ^ other.storage[place] }
        return difference == 0
    }
}
