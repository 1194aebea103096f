internal import TouchCore
internal import TouchModels

/// How each panel reports, learned from every frame in which a finger moved.
final class PanelRhythms {
    private struct Known {
        let device: DeviceID
        var rhythm = ReportRhythm()
        var last: Instant

        mutating func note(_ time: Instant, isMotion: Bool) {
            if isMotion { rhythm.count(time.since(last)) }
            last = time
        }
    }

    private var known: [Known] = []

    /// Handles a frame.
    ///
    /// - Parameter isMotion: whether a finger moved in it.
    func note(_ device: DeviceID, at time: Instant, isMotion: Bool) {
        guard let index = index(of: device) else { return known = known + [Known(device: device, last: time)] }
        // Moved out meanwhile, so that the compiler need not guard it.
        var own: [Known] = []
        swap(&own, &known)
        own[index].note(time, isMotion: isMotion)
        swap(&own, &known)
    }

    /// What is known of a panel besides the reports of one finger; nothing for an unknown panel.
    func rhythm(of device: DeviceID, without own: ReportRhythm?) -> ReportRhythm {
        guard let index = index(of: device) else { return ReportRhythm() }
        return own.map { known[index].rhythm.without($0) } ?? known[index].rhythm
    }

    /// Forgets a panel that is gone.
    func forget(_ device: DeviceID) { known = known.filter { $0.device != device } }

    private func index(of device: DeviceID) -> Int? {
        for index in known.indices where known[index].device == device { return index }
        return nil
    }
}
