import TouchCore

/// Removes jumps: the output of each axis is the time-weighted median of its recent past.
///
/// A report holds until the next one, so the median does not depend on the report rate, and a finger that comes to rest
/// reaches its place without further reports. Anything shorter than half the window is removed.
///
/// Delay of a movement: half of ``FilterSettings/spikeWindow``. Landings and lifts: none; movements in the last half
/// window before a lift are lost.
struct SpikeFilter {
    /// Maximum number of reports considered in a window: 32 ms of a panel with 1000 Hz.
    static let maxSamples = 32

    private struct Sample {
        let time: Instant
        let place: UnitPoint
    }

    private struct Track {
        let id: ContactID
        var samples: [Sample]
        var shown: UnitPoint
        var isSettled: Bool
    }

    private let window: Interval
    private var tracks: [Track] = []
    private var spare: [Track] = []
    private var order: [(value: Double, weight: Int64)] = []

    init(window: Interval) {
        self.window = window
        order.reserveCapacity(Self.maxSamples)
    }

    var deadline: Instant? { tracks.lazy.compactMap { $0.isSettled ? nil : settling(of: $0) }.min() }

    mutating func filter(_ change: ContactChange, at time: Instant, into changes: inout [ContactChange]) {
        switch change {
        case .began(let id, let place):
            begin(id, Sample(time: time, place: place))
            changes.append(change)
        case .moved(let id, let place):
            guard let index = tracks.firstIndex(where: { $0.id == id }) else { return }
            if tracks[index].samples.count == Self.maxSamples { tracks[index].samples.removeFirst() }
            tracks[index].samples.append(Sample(time: time, place: place))
            show(index, at: time, into: &changes)
        case .ended(let id), .cancelled(let id):
            if let index = tracks.firstIndex(where: { $0.id == id }) { spare.append(tracks.remove(at: index)) }
            changes.append(change)
        }
    }

    mutating func tick(at time: Instant, into changes: inout [ContactChange]) {
        for index in tracks.indices where !tracks[index].isSettled && settling(of: tracks[index]) <= time {
            show(index, at: time, into: &changes)
        }
    }

    private mutating func begin(_ id: ContactID, _ sample: Sample) {
        var samples = spare.popLast()?.samples ?? []
        samples.removeAll(keepingCapacity: true)
        samples.reserveCapacity(Self.maxSamples)
        samples.append(sample)
        tracks.append(Track(id: id, samples: samples, shown: sample.place, isSettled: true))
    }

    private func settling(of track: Track) -> Instant {
        let half = Interval(microseconds: (window.microseconds + 1) / 2)
        return track.samples.last.map { $0.time.advanced(by: half) } ?? .distantFuture
    }

    private mutating func show(_ index: Int, at time: Instant, into changes: inout [ContactChange]) {
        let newest = tracks[index].samples[tracks[index].samples.count - 1].place
        // Rounding of the two halves must not leave the newest report waiting forever.
        let hasMajority = settling(of: tracks[index]) <= time
        let place =
            hasMajority
            ? newest
            : UnitPoint(
                x: median(of: index, at: time, isVertical: false), y: median(of: index, at: time, isVertical: true))
        tracks[index].isSettled = place == newest
        guard place != tracks[index].shown else { return }
        tracks[index].shown = place
        changes.append(.moved(tracks[index].id, place))
    }

    private mutating func median(of index: Int, at time: Instant, isVertical: Bool) -> Double {
        order.removeAll(keepingCapacity: true)
        let samples = tracks[index].samples
        let start = time.advanced(by: Interval(microseconds: -window.microseconds))
        var total: Int64 = 0
        for (position, sample) in samples.enumerated() {
            let end = position + 1 < samples.count ? samples[position + 1].time : time
            let weight = max(0, min(end, time).since(max(sample.time, start)).microseconds)
            total += weight
            order.append((isVertical ? sample.place.y : sample.place.x, weight))
        }
        let shown = isVertical ? tracks[index].shown.y : tracks[index].shown.x
        guard total > 0 else { return shown }
        order.sort { $0.value < $1.value }
        var passed: Int64 = 0
        for entry in order {
            passed += entry.weight
            if passed * 2 >= total { return entry.value }
        }
        return shown
    }
}
