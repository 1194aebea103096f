internal import TouchCore
internal import TouchJudge

/// How each panel reports, learned from every frame in which a finger moved.
struct PanelRhythms {
    private var known: [(device: DeviceID, rhythm: ReportRhythm, last: Instant)] = []

    /// Handles a frame.
    ///
    /// - Parameter isMotion: whether a finger moved in it.
    mutating func note(_ device: DeviceID, at time: Instant, isMotion: Bool) {
        guard let index = index(of: device) else { return known.append((device, ReportRhythm(), time)) }
        if isMotion { known[index].rhythm.count(time.since(known[index].last)) }
        known[index].last = time
    }

    /// What is known of a panel besides the reports of one finger; nothing for an unknown panel.
    func rhythm(of device: DeviceID, without own: ReportRhythm?) -> ReportRhythm {
        guard let index = index(of: device) else { return ReportRhythm() }
        return own.map { known[index].rhythm.without($0) } ?? known[index].rhythm
    }

    /// Forgets a panel that is gone.
    mutating func forget(_ device: DeviceID) {
        known.removeAll { $0.device == device }
    }

    private func index(of device: DeviceID) -> Int? {
        for index in known.indices where known[index].device == device { return index }
        return nil
    }
}
