internal import TouchCore
internal import TouchModels

/// How each panel reports, learned from its frames: in which rhythm, and whether with the size of fingers.
///
/// Some drivers declare the axis of sizes and leave it at zero; others report zero for a light touch. So a contact
/// without a size is suspicious only on a panel whose first ``convincing`` fingers in a row had one.
final class PanelHabits {
    /// How many fingers with a size convince: of panels that report zero for one in twenty, 9 of 10 are found out.
    static let convincing = 50

    private struct Habit {
        let device: DeviceID
        /// Learned from frames in which a finger moved.
        var rhythm = ReportRhythm()
        var last: Instant
        /// How many fingers that lifted had a size, up to ``convincing``; nil: one of the first had none.
        var sized: Int? = 0
    }

    private var known: [Habit] = []

    /// Handles a frame.
    func note(_ frame: borrowing Frame, hasMoved: Bool, hasEnded: Bool) {
        let place = index(of: frame.device)
        // Moved out meanwhile, so that the compiler need not guard it.
        var own: [Habit] = []
        swap(&own, &known)
        let index = place ?? own.count
        if place == nil { own.append(Habit(device: frame.device, last: frame.time)) }
        if hasMoved, place != nil { own[index].rhythm.count(frame.time.since(own[index].last)) }
        own[index].last = frame.time
        if hasEnded {
            for finger in frame.contacts.indices where frame.contacts[finger].phase == .ended {
                let size = frame.contacts[finger].size
                guard size != .unknown, let count = own[index].sized, count < Self.convincing else { continue }
                own[index].sized = size == .zero ? nil : count + 1
            }
        }
        swap(&own, &known)
    }

    /// What is known of a panel besides the reports of one finger; nothing for an unknown panel.
    func rhythm(of device: DeviceID, without own: ReportRhythm?) -> ReportRhythm {
        guard let index = index(of: device) else { return ReportRhythm() }
        return own.map { known[index].rhythm.without($0) } ?? known[index].rhythm
    }

    /// Whether a finger without a size is suspicious on that panel.
    func tellsSizes(_ device: DeviceID) -> Bool {
        index(of: device).map { (known[$0].sized ?? 0) >= Self.convincing } ?? false
    }

    /// Forgets a panel that is gone.
    func forget(_ device: DeviceID) { known = known.filter { $0.device != device } }

    private func index(of device: DeviceID) -> Int? {
        for index in known.indices where known[index].device == device { return index }
        return nil
    }
}
