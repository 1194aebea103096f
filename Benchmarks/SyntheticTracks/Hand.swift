private import Glibc
package import SeededNumbers

/// Models of a hand's drag; judging one of them as impossible is a defect of the judge.
///
/// None is made of recordings of people. The first is this project's own; the others are the usual models of the
/// literature, so that judge and test do not come from one idea of a hand.
package enum Hand: String, CaseIterable, Sendable {
    /// A long movement and corrections (``Submovements``).
    case submovements
    /// Strokes whose speeds are lognormal and whose directions turn (``SigmaLognormal``).
    case sigmaLognormal
    /// One reach of a quarter to half a second, with a bow and some wander.
    case quickReach
    /// The same in half a second to a second.
    case slowReach
    /// One reach in 0.18 to 0.3 s along a straight line, without any noise of the hand.
    case flick
    /// A reach of a hand that trembles at 4 to 6 Hz by 2 to 5 mm.
    case tremor
    /// Pushes with pauses, four to six seconds in all.
    case pushes

    /// Draws a person, a panel and a drag.
    package func track(on reporting: SyntheticPanel.Reporting, using random: inout SplitMix64) -> SyntheticTrack {
        let panel = SyntheticPanel(reporting, using: &random)
        let drag = drag(using: &random)
        return panel.sample(drag, using: &random)
    }

    private func drag(using random: inout SplitMix64) -> SyntheticDrag {
        switch self {
        case .submovements: Submovements(using: &random).drag
        case .sigmaLognormal: SigmaLognormal(using: &random).drag
        case .quickReach: Self.reach(in: 0.25...0.5, using: &random)
        case .slowReach: Self.reach(in: 0.5...1, using: &random)
        case .flick: Self.flick(using: &random)
        case .tremor: Self.trembling(using: &random)
        case .pushes: Self.pushes(using: &random)
        }
    }

    /// The progress of one reach that begins at `start` and takes that long, both in seconds: 0…1.
    private static func part(of time: Double, from start: Double, taking length: Double) -> Double {
        min(max((time / 1_000_000 - start) / length, 0), 1)
    }

    private static func seconds(_ time: Double) -> Int64 { Int64(time * 1_000_000) }

    private static func reach(in range: ClosedRange<Double>, using random: inout SplitMix64) -> SyntheticDrag {
        let ((length, angle), took) = (random.way(), random.number(in: range))
        let (wait, rest) = (random.number(in: 0.03...0.3), random.number(in: 0.02...0.3))
        let (skew, bow) = random.normal()
        let level = random.number(in: 0.002...0.015)
        let (along, across) = (Wander(level, using: &random), Wander(level, using: &random))
        return SyntheticDrag(length: length, angle: angle, duration: seconds(wait + took + rest)) { time in
            let passed = part(of: time, from: wait, taking: took)
            let done = minimumJerk(pow(passed, exp(0.2 * skew)))
            let moving = sin(Double.pi * passed)
            return (
                done + moving * along.value(at: time),
                0.05 * bow * sin(Double.pi * done) + moving * across.value(at: time)
            )
        }
    }

    private static func flick(using random: inout SplitMix64) -> SyntheticDrag {
        let ((length, angle), took) = (random.way(), random.number(in: 0.18...0.3))
        let (wait, rest) = (random.number(in: 0.02...0.1), random.number(in: 0...0.05))
        return SyntheticDrag(length: length, angle: angle, duration: seconds(wait + took + rest)) { time in
            (minimumJerk(part(of: time, from: wait, taking: took)), 0)
        }
    }

    private static func trembling(using random: inout SplitMix64) -> SyntheticDrag {
        let ((length, angle), took) = (random.way(), random.number(in: 0.8...3))
        let (wait, rest) = (random.number(in: 0.1...0.5), random.number(in: 0.1...0.8))
        let (hertz, size) = (random.number(in: 4...6), random.number(in: 2...5) / length)
        let (along, across) = (2 * Double.pi * random.unit(), 2 * Double.pi * random.unit())
        return SyntheticDrag(length: length, angle: angle, duration: seconds(wait + took + rest)) { time in
            let beat = 2 * Double.pi * hertz * time / 1_000_000
            return (
                minimumJerk(part(of: time, from: wait, taking: took)) + size * (sin(beat + along) - sin(along)),
                size * (sin(beat + across) - sin(across))
            )
        }
    }

    private static func pushes(using random: inout SplitMix64) -> SyntheticDrag {
        let (length, angle) = random.way()
        let count = 3 + random.below(4)
        let shares = (0..<count).map { _ in random.number(in: 0.4...1.6) }
        let whole = shares.reduce(0, +)
        var (moves, time): ([(start: Double, took: Double, share: Double)], Double) = ([], random.number(in: 0.1...0.5))
        for share in shares {
            let took = random.number(in: 0.3...0.7)
            moves.append((time, took, share / whole))
            time += took + random.number(in: 0.2...0.6)
        }
        let (along, across) = (Wander(0.004, using: &random), Wander(0.006, using: &random))
        let pushed = moves
        return SyntheticDrag(length: length, angle: angle, duration: seconds(time)) { time in
            let done = pushed.reduce(0) { sum, move in
                sum + move.share * minimumJerk(part(of: time, from: move.start, taking: move.took))
            }
            return (done + along.value(at: time) - along.value(at: 0), across.value(at: time) - across.value(at: 0))
        }
    }

    /// A slow deviation: sines of 0.4 to 6 Hz whose amplitudes fall with the frequency.
    private struct Wander {
        private var waves: [(amplitude: Double, hertz: Double, phase: Double)] = []

        /// - Parameter level: root mean square, as a part of the way.
        init(_ level: Double, using random: inout SplitMix64) {
            for _ in 0..<12 {
                let hertz = random.number(in: 0.4...6)
                waves.append((random.normal().0 / hertz, hertz, 2 * Double.pi * random.unit()))
            }
            let power = waves.reduce(0) { $0 + $1.amplitude * $1.amplitude / 2 }.squareRoot()
            for index in waves.indices { waves[index].amplitude *= level / max(power, 1e-9) }
        }

        func value(at time: Double) -> Double {
            waves.reduce(0) { $0 + $1.amplitude * sin(2 * Double.pi * $1.hertz * time / 1_000_000 + $1.phase) }
        }
    }
}

/// A finger's way before a panel samples it.
struct SyntheticDrag {
    /// From landing to lifting, in microseconds.
    let duration: Int64
    /// Where the finger is at a time in microseconds, in millimeters from the landing.
    let place: (Double) -> (x: Double, y: Double)

    init(duration: Int64, place: @escaping (Double) -> (x: Double, y: Double)) {
        (self.duration, self.place) = (duration, place)
    }

    /// A drag from progress along a straight way and deviation across it, both as parts of its length.
    ///
    /// - Parameter angle: direction of the way, in degrees, downward from the right.
    init(length: Double, angle: Double, duration: Int64, _ part: @escaping (Double) -> (along: Double, across: Double))
    {
        let radians = angle * Double.pi / 180
        let (right, down) = (length * cos(radians), length * sin(radians))
        self.init(duration: duration) { time in
            let (along, across) = part(time)
            return (along * right - across * down, along * down + across * right)
        }
    }
}

/// The minimum-jerk curve from 0 to 1 (Flash and Hogan 1985).
func minimumJerk(_ part: Double) -> Double {
    part * part * part * (10 + part * (-15 + part * 6))
}
