private import Glibc
internal import SeededNumbers

/// Draws tracks in the shape of a person's: one long movement, corrections, tremor, drift, rest.
///
/// Movements are minimum-jerk curves (Flash and Hogan 1985) whose time is bent so that the speed peaks early; their sum
/// with corrections is the model of submovements (Meyer et al. 1988). Tremor is a sum of sines, fluctuations of the
/// speed are an Ornstein-Uhlenbeck process. The ranges are in `TrackRanges`.
struct Submovements {
    private struct Movement {
        let start: Double
        let duration: Double
        let amplitude: Double
        let asymmetry: Double

        func progress(at time: Double) -> Double {
            let part = min(max((time - start) / duration, 0), 1)
            return amplitude * minimumJerk(pow(part, asymmetry))
        }
    }

    private struct Wave {
        let amplitude: Double
        let frequency: Double
        let phase: Double

        init(amplitude: Double, frequency: Double, _ random: inout SplitMix64) {
            self.amplitude = amplitude
            self.frequency = frequency
            phase = random.unit() * 2 * Double.pi
        }

        func value(at time: Double) -> Double { amplitude * sin(2 * Double.pi * frequency * time / 1_000_000 + phase) }
    }

    private var movements: [Movement] = []
    private var across: [Wave] = []
    private var along: [Wave] = []
    private let distance: Double
    private let direction: Double
    private let bow: Double
    private let roll: (x: Double, y: Double)
    /// Slow fluctuation of the progress every 10 ms, as a part of the way.
    private var fluctuation: [Double] = []
    private let duration: Int64

    /// Draws a person and a drag.
    init(using random: inout SplitMix64) {
        (distance, direction) = random.way()
        bow = random.number(in: TrackRanges.bow)
        let isFlick = random.happens(TrackRanges.shareOfFlicks)
        var time = random.number(in: TrackRanges.reaction)
        if isFlick {
            let took = random.number(in: TrackRanges.flick)
            movements.append(
                Movement(
                    start: time / 3, duration: took, amplitude: 1, asymmetry: random.number(in: TrackRanges.asymmetry)))
            time = time / 3 + took
        } else {
            time = Self.reach(from: time, distance: distance, &movements, &random)
        }
        time += isFlick ? random.number(in: 0...60_000) : random.number(in: TrackRanges.rest)
        duration = Int64(time)
        let isStrong = random.happens(TrackRanges.shareOfStrongTremor)
        let tremor = random.number(in: isStrong ? TrackRanges.strongTremor : TrackRanges.tremor)
        for _ in 0..<3 {
            across.append(
                Wave(amplitude: tremor / 2, frequency: random.number(in: TrackRanges.tremorHertz), &random))
            along.append(
                Wave(amplitude: tremor / 2, frequency: random.number(in: TrackRanges.tremorHertz), &random))
        }
        across.append(
            Wave(amplitude: random.number(in: TrackRanges.drift), frequency: random.number(in: 0.3...1.5), &random))
        let (angle, far) = (random.unit() * 2 * Double.pi, random.number(in: TrackRanges.roll))
        roll = (far * cos(angle), far * sin(angle))
        let sigma = random.number(in: TrackRanges.fluctuation)
        var level = 0.0
        for _ in 0...Int(time / 10_000) + 2 {
            level += -level * 0.15 + sigma * 0.55 * random.normal().0
            fluctuation.append(level)
        }
    }

    var drag: SyntheticDrag {
        let steps = fluctuated()
        return SyntheticDrag(duration: duration) { time in
            let position = time / 1_000
            let low = min(Int(position), steps.count - 1)
            let high = min(low + 1, steps.count - 1)
            let part = steps[low] + (steps[high] - steps[low]) * (position - Double(low))
            let forward = part * distance + along.reduce(0) { $0 + $1.value(at: time) - $1.value(at: 0) }
            let bent = bow * distance * sin(Double.pi * min(max(part, 0), 1))
            let sideways = bent + across.reduce(0) { $0 + $1.value(at: time) - $1.value(at: 0) }
            let lifting = max(0, (time - Double(duration) + 40_000) / 40_000)
            let angle = direction * Double.pi / 180
            return (
                forward * cos(angle) - sideways * sin(angle) + roll.x * lifting,
                forward * sin(angle) + sideways * cos(angle) + roll.y * lifting
            )
        }
    }

    /// The progress every millisecond, 0 at the landing and about 1 at the end, with its fluctuations.
    private func fluctuated() -> [Double] {
        var steps: [Double] = []
        var (last, sum) = (0.0, 0.0)
        for millisecond in 0...Int(duration / 1_000) + 1 {
            let time = Double(millisecond) * 1_000
            let now = movements.reduce(0) { $0 + $1.progress(at: time) }
            let place = min(millisecond / 10, fluctuation.count - 2)
            let part = Double(millisecond % 10) / 10
            let level = fluctuation[place] + (fluctuation[place + 1] - fluctuation[place]) * part
            sum += (now - last) * max(1 + level, 0.1)
            last = now
            steps.append(sum)
        }
        // The person sees where the piece is, so the sum still ends where it was aimed at.
        let scale = sum == 0 ? 1 : last / sum
        return steps.map { $0 * scale }
    }

    /// The long movement and its corrections.
    ///
    /// - Returns: when the last one ends.
    private static func reach(
        from start: Double, distance: Double, _ movements: inout [Movement], _ random: inout SplitMix64
    ) -> Double {
        let slowness = random.number(in: TrackRanges.slowness)
        var time = start
        var left = 1.0
        func add(_ amplitude: Double, _ took: Double, _ random: inout SplitMix64) {
            movements.append(
                Movement(
                    start: time, duration: took, amplitude: amplitude,
                    asymmetry: random.number(in: TrackRanges.asymmetry)))
            time += took
            left -= amplitude
        }
        let length = 0.7 + 0.3 * log2(1 + distance / 20)
        add(
            random.number(in: TrackRanges.primaryGain), random.number(in: TrackRanges.primary) * slowness * length,
            &random)
        let corrections =
            TrackRanges.corrections.lowerBound + random.below(TrackRanges.corrections.count)
        let off = random.number(in: TrackRanges.aim) * (random.happens(0.5) ? 1 : -1) / distance
        for number in 1...corrections {
            if random.happens(TrackRanges.shareOfStops) { time += random.number(in: TrackRanges.stop) }
            time += random.number(in: TrackRanges.pause) * (number == 1 ? 1 : 0.8)
            let leaves = number == corrections ? off : left * random.number(in: TrackRanges.correctionLeaves)
            add(left - leaves, random.number(in: TrackRanges.correction) * slowness.squareRoot(), &random)
        }
        return movements.reduce(0) { max($0, $1.start + $1.duration) }
    }
}
