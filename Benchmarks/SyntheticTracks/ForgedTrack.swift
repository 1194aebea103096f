private import Glibc
package import SeededNumbers

/// Tracks of programs that no finger can make.
package enum ForgedTrack: String, CaseIterable, Sendable {
    /// Straight, constant speed, a report every 16 ms, always the same height.
    case linear
    /// The same with uneven times between reports, places in step with time.
    case linearUneven
    /// The same with uneven times and equal steps.
    case equalSteps
    /// Ten reports at the same moment but for the last, one height changed.
    case clockless
    /// A minimum-jerk reach with a jump back by 200 pixels in the middle.
    case backJump
    /// Landing, one jump to the gap, lifting.
    case teleport

    /// Draws one.
    package func track(using random: inout SplitMix64) -> SyntheticTrack {
        let distance = random.number(in: TrackRanges.distance)
        let isBar = random.happens(TrackRanges.shareOfBars)
        let angle = isBar ? 0 : random.number(in: TrackRanges.direction) * Double.pi / 180
        let duration = random.number(in: TrackRanges.forged)
        func at(_ along: Double, _ across: Double = 0) -> (x: Double, y: Double) {
            (
                distance * (along * cos(angle) - across * sin(angle)),
                distance * (along * sin(angle) + across * cos(angle))
            )
        }
        switch self {
        case .linear:
            return Self.reports(Array(stride(from: 0, through: duration, by: 16_000))) { at($0 / duration) }
        case .linearUneven:
            return Self.reports(Self.uneven(duration, &random)) { at($0 / duration) }
        case .equalSteps:
            let times = Self.uneven(duration, &random)
            var step = -1.0
            return Self.reports(times) { _ in
                step += 1
                return at(step / Double(times.count - 1))
            }
        case .clockless: return Self.clockless(at)
        case .backJump:
            var track = Self.reports(Array(stride(from: 0, through: duration, by: 8_333))) {
                at(minimumJerk($0 / duration))
            }
            let middle = track.reports.count / 2
            track.reports[middle].x -= 200 * TrackRanges.pixel
            return track
        case .teleport:
            return SyntheticTrack(
                reports: [(0, 0.0), (8_000, 0), (16_000, 1), (400_000, 1), (408_000, 1)].map {
                    .init(microseconds: $0.0, x: at($0.1).x, y: at($0.1).y)
                }, liftMicroseconds: 420_000)
        }
    }

    private static func uneven(_ duration: Double, _ random: inout SplitMix64) -> [Double] {
        var times = [0.0]
        while times[times.count - 1] < duration {
            times.append(times[times.count - 1] + random.number(in: 8_000...28_000))
        }
        return times
    }

    private static func clockless(_ at: (Double, Double) -> (x: Double, y: Double)) -> SyntheticTrack {
        let reports = (0..<10).map { step in
            let place = at(Double(step) / 9, 0)
            return SyntheticTrack.Report(
                microseconds: step == 9 ? 1_000 : 0, x: place.x, y: place.y + (step == 5 ? TrackRanges.pixel : 0))
        }
        return SyntheticTrack(reports: reports, liftMicroseconds: 1_000)
    }

    /// Reports at given times, on whole pixels.
    private static func reports(_ times: [Double], _ place: (Double) -> (x: Double, y: Double)) -> SyntheticTrack {
        let reports = times.map { time in
            let place = place(time)
            return SyntheticTrack.Report(microseconds: Int64(time), x: onPixel(place.x), y: onPixel(place.y))
        }
        return SyntheticTrack(reports: reports, liftMicroseconds: reports[reports.count - 1].microseconds)
    }

    private static func onPixel(_ place: Double) -> Double { (place / TrackRanges.pixel).rounded() * TrackRanges.pixel }
}
