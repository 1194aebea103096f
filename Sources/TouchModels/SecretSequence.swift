internal import System

/// Dots or digits in the order they were entered: a secret, so it has no description and is wiped when done.
///
/// Copies share storage in locked memory until one of them changes; it is overwritten when the last copy is destroyed.
public struct SecretSequence: Sendable {
    /// The maximum length: all dots of the largest grid (6 × 6).
    public static let capacity = 36

    private var storage: Storage?

    /// Makes an empty sequence.
    public init() {}

    /// The length.
    public var count: Int { storage?.count ?? 0 }

    /// The element at an index; dots are numbered from 0, row by row.
    public subscript(position: Int) -> Int {
        guard let storage, position < storage.count else { preconditionFailure("only what was given can be read") }
        return Int(storage[position])
    }

    var last: Int? { storage.flatMap { $0.count == 0 ? nil : Int($0[$0.count - 1]) } }

    func contains(_ dot: Int) -> Bool { storage.map { $0.used & (1 << UInt64(dot)) != 0 } ?? false }

    /// Appends a dot or digit; does nothing if it is full.
    public mutating func append(_ dot: Int) {
        guard count < Self.capacity else { return }
        let own = own()
        own[own.count] = UInt8(dot)
        own.count += 1
        own.used |= 1 << UInt64(dot)
    }

    mutating func removeLast() {
        guard count > 0 else { return }
        let own = own()
        own.count -= 1
        own[own.count] = 0
        own.used = 0
        for place in 0..<own.count { own.used |= 1 << UInt64(own[place]) }
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

    /// Removes all elements, and overwrites them if no other copy shares them.
    public mutating func wipe() {
        if isKnownUniquelyReferenced(&storage) { storage?.wipe() } else { storage = nil }
    }

    /// Whether both are equal; compares every element, so the time does not depend on where they differ.
    public func matches(_ other: SecretSequence) -> Bool {
        var difference = UInt8(truncatingIfNeeded: count ^ other.count)
        for place in 0..<Self.capacity { difference |= byte(place) ^ other.byte(place) }
        return difference == 0
    }

    private func byte(_ place: Int) -> UInt8 { storage?[place] ?? 0 }

    /// Makes the storage unique.
    private mutating func own() -> Storage {
        if isKnownUniquelyReferenced(&storage), let storage { return storage }
        let fresh = Storage()
        if let storage {
            unsafe fresh.cell.update(from: storage.cell, count: LockedMemory.size)
        }
        storage = fresh
        return fresh
    }

    /// Where its elements are, for tests.
    var place: UnsafeMutablePointer<UInt8>? { unsafe storage?.cell }

    /// Changed only by a sequence that is its only owner: what copies share is constant.
    @safe private final class Storage: @unchecked Sendable {
        /// The elements, their number, and a bit for each that occurs.
        let cell = unsafe LockedMemory.allocate()

        deinit { unsafe LockedMemory.deallocate(cell) }

        subscript(place: Int) -> UInt8 {
            get { unsafe cell[place] }
            set { unsafe cell[place] = newValue }
        }

        var count: Int {
            get { Int(self[SecretSequence.capacity]) }
            set { self[SecretSequence.capacity] = UInt8(newValue) }
        }

        var used: UInt64 {
            get { unsafe UnsafeRawPointer(cell).load(fromByteOffset: 40, as: UInt64.self) }
            set { unsafe UnsafeMutableRawPointer(cell).storeBytes(of: newValue, toByteOffset: 40, as: UInt64.self) }
        }

        func wipe() { unsafe LockedMemory.wipe(cell) }
    }
}
