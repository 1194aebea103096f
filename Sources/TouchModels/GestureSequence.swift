internal import TouchCore

/// Touches in an order and rhythm that a person is asked for: “tap twice, hold, tap once”.
///
/// The screen shows it, so it is not a secret there; but it appears in no log, result or event.
public struct GestureSequence: Hashable, Sendable {
    /// One step.
    public enum Step: Hashable, Sendable {
        /// Number of consecutive taps, 1…``maxTaps``.
        case taps(Int)
        /// One long touch.
        case hold

        var touches: Int {
            switch self {
            case .taps(let count): count
            case .hold: 1
            }
        }
    }

    /// Maximum number of consecutive taps.
    public static let maxTaps = 3
    /// Number of steps of a random sequence.
    public static let randomSteps = 4...6
    /// Maximum number of touches of a random sequence.
    public static let maxTouches = 9
    /// Maximum number of steps of any sequence.
    public static let maxSteps = 12

    /// The steps, in order; groups of taps are separated by a pause.
    public let steps: [Step]

    /// Number of touches.
    public var touchCount: Int { steps.reduce(0) { $0 + $1.touches } }

    /// Makes a sequence; nil if it has more than ``maxSteps`` steps or none, or a step with too many taps or none.
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
    /// As read by ``init(_:)-(String)``; for settings of the model, never for a log.
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
    /// Numbers of all sequences of ``randomSteps``, including invalid ones with too many touches or no hold.
    public static let numbers = 0..<randomSteps.reduce(0) { $0 + power($1) }

    /// The sequence with a number; nil if it has too many touches or no hold.
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
        // Without a hold slow taps could not be distinguished from quick ones, and one rhythm would match many
        // sequences.
        if touchCount > Self.maxTouches || !steps.contains(.hold) { return nil }
    }

    /// Draws a random sequence, uniformly.
    public static func random(using random: inout some RandomNumberGenerator) -> GestureSequence {
        while true {
            // Invalid sequences are drawn again, which keeps the distribution uniform.
            if let drawn = GestureSequence(number: .random(in: numbers, using: &random)) { return drawn }
        }
    }

    private static let choices = maxTaps + 1

    private static func power(_ length: Int) -> Int { (0..<length).reduce(1) { product, _ in product * choices } }
}

// MARK: - Judging one

extension GestureSequence {
    /// The required rhythm; generous, since people differ in pace.
    enum Limits {
        static let tap = Interval.milliseconds(1_500)
        /// Minimum duration of a hold, and its minimum ratio to the longest tap.
        static let hold = (least: Interval.milliseconds(400), ratio: 1.5)
        /// Minimum pause between two groups of taps, and its minimum ratio to the longest pause within a group.
        static let pause = (least: Interval.milliseconds(300), ratio: 1.3)
        /// Maximum time between two taps of a group.
        static let group = Interval.milliseconds(1_500)
    }

    /// Whether touches match this sequence.
    public func matches(_ touches: [TapTrack.Touch]) -> Bool {
        guard touches.count == touchCount else { return false }
        var (taps, holds, within, pauses): ([Interval], [Interval], [Interval], [Interval]) = ([], [], [], [])
        var next = 0
        for (index, step) in steps.enumerated() {
            for tap in 0..<step.touches {
                let gap = next == 0 ? .seconds(0) : touches[next].landed.since(touches[next - 1].lifted)
                if step == .hold {
                    holds.append(touches[next].duration)
                } else {
                    taps.append(touches[next].duration)
                    // No pause is required before and after a hold.
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

    /// Whether all long times are long enough, and longer than all short ones by the required ratio.
    private static func areTold(
        short: [Interval], long: [Interval], _ limit: (least: Interval, ratio: Double)
    ) -> Bool {
        guard let least = long.min() else { return true }
        return least >= limit.least
            && Double(least.microseconds) >= limit.ratio * Double(short.max()?.microseconds ?? 0)
    }
}
