import SeededNumbers
internal import SyntheticStrokes
internal import TouchCore
internal import TouchModels

/// Plays sequences against others.
struct GestureAttack {
    let tries: Int
    let seed: UInt64

    func print() {
        var random = SplitMix64(seed: seed)
        var hits = 0
        for _ in 0..<tries {
            let target = GestureSequence.random(using: &random)
            if target.matches(touches(of: .random(using: &random), pause: 700)) { hits += 1 }
        }
        let all = GestureSequence.numbers.compactMap { GestureSequence(number: $0) }
        // Pauses short enough to count as gaps within a group, too.
        let best =
            all.map { fixed in
                let made = touches(of: fixed, pause: 500)
                return all.count { $0.matches(made) }
            }.max() ?? 0
        Swift.print("| attack | gesture |\n|---|---:|")
        Swift.print("| random sequences, \(tries) tries | \(percent(hits, of: tries))\(interval(hits, of: tries)) |")
        Swift.print("| best constant rhythm against all \(all.count) sequences | \(percent(best, of: all.count)) |")
    }

    /// A sequence as a clear-cut hand plays it.
    private func touches(of sequence: GestureSequence, pause: Int64) -> [TapTrack.Touch] {
        var (touches, time): ([TapTrack.Touch], Int64) = ([], 0)
        for step in sequence.steps {
            var (count, duration): (Int, Int64) = (1, 700)
            if case .taps(let taps) = step { (count, duration) = (taps, 100) }
            for number in 0..<count {
                time += number == 0 ? pause : 450
                touches.append(
                    .init(
                        landed: Instant(microseconds: time * 1_000),
                        lifted: Instant(microseconds: (time + duration) * 1_000), place: Millimeters(x: 0, y: 0)))
                time += duration
            }
        }
        return touches
    }

    private func percent(_ part: Int, of whole: Int) -> String { number(100 * Double(part) / Double(whole)) + " %" }

    /// Wilson's interval of 95 %.
    private func interval(_ part: Int, of whole: Int) -> String {
        let (z, n) = (1.96, Double(whole))
        let rate = Double(part) / n
        let middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
        let half = z / (1 + z * z / n) * (rate * (1 - rate) / n + z * z / (4 * n * n)).squareRoot()
        return " (\(number(100 * max(middle - half, 0))) to \(number(100 * (middle + half))))"
    }

    /// To a thousandth, without Foundation.
    private func number(_ value: Double) -> String {
        let thousandths = Int((1_000 * value).rounded())
        return "\(thousandths / 1_000).\(String(1_000 + thousandths % 1_000).dropFirst())"
    }
}
