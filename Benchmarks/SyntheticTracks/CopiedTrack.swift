private import Glibc
package import SeededNumbers
import SyntheticStrokes

/// Ways to play a captured track again.
package enum CopiedTrack: String, CaseIterable, Sendable {
    /// As it was.
    case verbatim
    /// Each place up to a pixel off.
    case noisy
    /// Turned by any angle.
    case turned
    /// Smaller or larger.
    case sized
    /// Quicker or slower.
    case stretched
    /// Up and down exchanged.
    case mirrored
    /// Turned, sized and stretched, on the raster of another panel, with reports that come late.
    case disguised
    /// The same, and each place up to a pixel off.
    case disguisedNoisy

    /// Size of a unit of the panel that plays a disguised copy, in millimeters.
    private static let raster = 0.1

    /// A copy of a track.
    package func track(of track: SyntheticTrack, using random: inout SplitMix64) -> SyntheticTrack {
        let isDisguised = self == .disguised || self == .disguisedNoisy
        let noise = self == .noisy || self == .disguisedNoisy ? TrackRanges.pixel : 0
        let turn =
            self == .turned || isDisguised ? random.number(in: TrackRanges.copyTurn) * Double.pi / 180 : 0
        let size = self == .sized || isDisguised ? random.number(in: TrackRanges.copySize) : 1
        let pace = self == .stretched || isDisguised ? random.number(in: TrackRanges.copyPace) : 1
        let side = self == .mirrored ? -1.0 : 1
        var copy = track
        for index in copy.reports.indices {
            let (x, y) = (size * track.reports[index].x, side * size * track.reports[index].y)
            var place = (x: x * cos(turn) - y * sin(turn), y: x * sin(turn) + y * cos(turn))
            place.x += random.number(in: -1...1) * noise
            place.y += random.number(in: -1...1) * noise
            if isDisguised {
                place.x = (place.x / Self.raster).rounded() * Self.raster
                place.y = (place.y / Self.raster).rounded() * Self.raster
            }
            let late = isDisguised && index > 0 ? random.number(in: TrackRanges.copyDelay) : 0
            let time = Int64(pace * Double(track.reports[index].microseconds) + late)
            let earliest = index > 0 ? copy.reports[index - 1].microseconds + 1 : 0
            copy.reports[index] = .init(microseconds: max(time, earliest), x: place.x, y: place.y)
        }
        let last = copy.reports[copy.reports.count - 1].microseconds
        copy.liftMicroseconds = max(Int64(pace * Double(track.liftMicroseconds)), last)
        return copy
    }
}
