import TouchDevice
import TouchCore

/// Removes jitter from slow movements with a 1€ filter per contact and axis, in millimeters.
///
/// A finger at rest sends no reports; until the output is within ``nearEnough`` of its last place, that place is fed
/// again every ``period``.
///
/// Delay: the time constant 1 / (2π · cutoff), so at most 1 / (2π · ``FilterSettings/Smoothing/minimumCutoff``), which
/// is 159 ms at 1 Hz for a finger that hardly moves, and less with speed. Landings and lifts: none.
struct SmoothingFilter {
    /// Interval at which the place of a resting finger is fed: a usual report rate.
    static let period = Interval.milliseconds(8)
    /// An invisible distance, in millimeters.
    static let nearEnough = 0.02

    private struct Track {
        let id: ContactID
        var x: OneEuro
        var y: OneEuro
        var place: UnitPoint
        var time: Instant
        var isSettled = true
    }

    private let settings: FilterSettings.Smoothing
    private let size: PanelSize
    private var tracks: [Track] = []

    init(_ settings: FilterSettings.Smoothing, size: PanelSize) {
        (self.settings, self.size) = (settings, size)
    }

    var deadline: Instant? {
        tracks.lazy.filter { !$0.isSettled }.map { $0.time.advanced(by: Self.period) }.min()
    }

    mutating func filter(_ change: ContactChange, at time: Instant, into changes: inout [ContactChange]) {
        switch change {
        case .began(let id, let place):
            tracks.append(
                Track(
                    id: id, x: OneEuro(settings, first: place.x * size.width),
                    y: OneEuro(settings, first: place.y * size.height), place: place, time: time))
            changes.append(change)
        case .moved(let id, let place):
            guard let index = tracks.firstIndex(where: { $0.id == id }) else { return }
            tracks[index].place = place
            show(index, at: time, into: &changes)
        case .ended(let id), .cancelled(let id):
            tracks.removeAll { $0.id == id }
            changes.append(change)
        }
    }

    mutating func tick(at time: Instant, into changes: inout [ContactChange]) {
        for index in tracks.indices
        where !tracks[index].isSettled && tracks[index].time.advanced(by: Self.period) <= time {
            show(index, at: time, into: &changes)
        }
    }

    private mutating func show(_ index: Int, at time: Instant, into changes: inout [ContactChange]) {
        let (place, seconds) = (tracks[index].place, time.since(tracks[index].time).seconds)
        let shown = UnitPoint(
            x: tracks[index].x.filter(place.x * size.width, after: seconds) / size.width,
            y: tracks[index].y.filter(place.y * size.height, after: seconds) / size.height)
        tracks[index].time = time
        tracks[index].isSettled =
            ((shown.x - place.x) * size.width).magnitude <= Self.nearEnough
            && ((shown.y - place.y) * size.height).magnitude <= Self.nearEnough
        changes.append(.moved(tracks[index].id, shown))
    }
}
