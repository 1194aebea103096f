internal import TouchCore
public import TouchJudge

/// Touches in an order and a rhythm that a person is asked for: “tap twice, hold, tap once”.
///
/// It is shown to whoever is to make it, so it is no secret on screen; it stands in no log, result or event.
public struct GestureSequence: Hashable, Sendable {
    /// One thing to do.
    public enum Step: Hashable, Sendable {
        /// So many taps in a row, 1…``maxTaps``.
        case taps(Int)
        /// One long touch.
        case hold

        /// How many touches it takes.
        var touches: Int {
            switch self {
            case .taps(let count): count
            case .hold: 1
            }
        }
    }

    /// Most taps in a row.
    public static let maxTaps = 3
    /// How many steps one that is drawn at random has.
    public static let randomSteps = 4...6
    /// Most touches of one that is drawn at random.
    public static let maxTouches = 9
    /// Most steps of any.
    public static let maxSteps = 12

    /// What to do, in order; between two groups of taps is a pause.
    public let steps: [Step]

    /// How many touches it takes.
    public var touchCount: Int { steps.reduce(0) { $0 + $1.touches } }

    /// Makes one of 1…``maxSteps`` steps.
    ///
    /// - Returns: nil if there are more or none, or if a step has too many taps or none.
    public init?(_ steps: [Step]) {
        guard (1...Self.maxSteps).contains(steps.count),
            steps.allSatisfy({ (1...Self.maxTaps).contains($0.touches) })
        else { return nil }
        self.steps = steps
    }

    /// Reads a digit for each group of taps and `h` for each hold: `2h1`.
    public init?(_ text: String) {
        var steps: [Step] = []
        for character in text.utf8.prefix(Self.maxSteps + 1) {
            switch character {
            case UInt8(ascii: "h"): steps.append(.hold)
            case UInt8(ascii: "1")...UInt8(ascii: "3"): steps.append(.taps(Int(character - UInt8(ascii: "0"))))
            default: return nil
            }
        }
        self.init(steps)
    }
}

extension GestureSequence {
    /// As ``init(_:)-(String)`` reads it; for settings of the model, never for a log.
    package var text: String {
        steps.map { step in
            switch step {
            case .taps(let count): String(count)
            case .hold: "h"
            }
        }.joined()
    }
}

// MARK: - Drawing one

extension GestureSequence {
    /// Numbers of all sequences of ``randomSteps``, and of some that have too many touches or no hold.
    public static let numbers = 0..<randomSteps.reduce(0) { $0 + power($1) }

    /// The sequence of a number; nil if it has too many touches or no hold.
    public init?(number: Int) {
        precondition(Self.numbers.contains(number), "unknown sequence number")
        var (rest, length) = (number, Self.randomSteps.lowerBound)
        while rest >= Self.power(length) {
            rest -= Self.power(length)
            length += 1
        }
        var steps: [Step] = []
        for _ in 0..<length {
            let choice = rest % Self.choices
            steps.append(choice == 0 ? .hold : .taps(choice))
            rest /= Self.choices
        }
        self.steps = steps
        // Without a hold slow taps could not be told from quick ones, and one rhythm would do for many sequences.
        if touchCount > Self.maxTouches || !steps.contains(.hold) { return nil }
    }

    /// Draws one, each with the same chance.
    public static func random(using random: inout some RandomNumberGenerator) -> GestureSequence {
        while true {
            // What does not count is drawn again, so that nothing is likelier than anything else.
            if let drawn = GestureSequence(number: .random(in: numbers, using: &random)) { return drawn }
        }
    }

    private static let choices = maxTaps + 1

    private static func power(_ length: Int) -> Int { (0..<length).reduce(1) { product, _ in product * choices } }
}

// MARK: - Judging one

extension GestureSequence {
    /// What rhythm is asked for, in microseconds; generous, since everybody has a pace of their own.
    enum Limits {
        /// Longest tap.
        static let tap: Int64 = 1_500_000
        /// Shortest hold, and how much longer than the longest tap it is at least.
        static let hold: (least: Int64, ratio: Double) = (400_000, 1.5)
        /// Shortest pause between two groups of taps, and how much longer than the longest one within a group it is at least.
        static let pause: (least: Int64, ratio: Double) = (300_000, 1.3)
        /// Longest time between two taps of a group.
        static let group: Int64 = 1_500_000
    }

    /// Whether touches are this sequence.
    public func matches(_ touches: [TapTrack.Touch]) -> Bool {
        guard touches.count == touchCount else { return false }
        var (taps, holds, within, pauses): ([Int64], [Int64], [Int64], [Int64]) = ([], [], [], [])
        var next = 0
        for (index, step) in steps.enumerated() {
            for tap in 0..<step.touches {
                let gap = next == 0 ? 0 : touches[next].landed.since(touches[next - 1].lifted).microseconds
                if step == .hold {
                    holds.append(touches[next].duration)
                } else {
                    taps.append(touches[next].duration)
                    // Before and after a hold nobody needs to pause.
                    if tap > 0 {
                        within.append(gap)
                    } else if index > 0, steps[index - 1] != .hold {
                        pauses.append(gap)
                    }
                }
                next += 1
            }
        }
        return Self.areTold(short: taps, long: holds, Limits.hold)
            && Self.areTold(short: within, long: pauses, Limits.pause)
            && taps.allSatisfy { $0 <= Limits.tap } && within.allSatisfy { $0 <= Limits.group }
    }

    /// Whether all long times are long, and so much longer than all short ones.
    private static func areTold(
        short: [Int64], long: [Int64], _ limit: (least: Int64, ratio: Double)
    ) -> Bool {
        guard let least = long.min() else { return true }
        return least >= limit.least && Double(least) >= limit.ratio * Double(short.max() ?? 0)
    }
}
