package import TouchCore
package import TouchDevice
package import TouchInput

/// Keeps what fingers did on the panels of a seat, and passes everything on.
package final class FrameLog: SeatSink {
    /// The frames since the last ``clear()``.
    package private(set) var frames: [Frame] = []
    package private(set) var notices: [Notice] = []
    /// The contacts that have begun and not ended, by their last frame.
    package private(set) var present: [ContactID: Contact] = [:]
    /// Violations: a contact that begins twice, or changes after its end.
    package private(set) var oddities: [String] = []
    private weak var next: (any SeatSink)?
    /// How many frames had come before each removal of a panel.
    private var removals: [Int] = []
    private var begun: Set<ContactID> = []

    package init() {}

    func pass(to sink: any SeatSink) { next = sink }

    /// Forgets the frames, not who is present.
    package func clear() {
        frames.removeAll(keepingCapacity: true)
        removals = []
    }

    /// All frames: `began 1, began 2 | ended 1`; a panel that was unplugged is `removed`.
    package var story: String {
        var parts = frames.map { frame in
            frame.contacts.map { "\($0.phase.word) \($0.id.number)" }.joined(separator: ", ")
        }
        for place in removals.reversed() { parts.insert("removed", at: place) }
        return parts.joined(separator: " | ")
    }

    /// How many contacts began, ended and so on.
    package func count(_ phase: Phase) -> Int {
        frames.reduce(0) { sum, frame in sum + frame.contacts.count { $0.phase == phase } }
    }

    package func roundBegins() { next?.roundBegins() }
    package func roundEnds(next deadline: Instant?) { next?.roundEnds(next: deadline) }

    package func deviceAdded(_ device: Device) { next?.deviceAdded(device) }

    package func deviceRemoved(_ id: DeviceID) {
        removals.append(frames.count)
        next?.deviceRemoved(id)
    }

    package func frame(_ frame: borrowing Frame) {
        for contact in frame.contacts {
            let isPresent = present[contact.id] != nil
            if contact.phase == .began ? !begun.insert(contact.id).inserted : !isPresent {
                oddities.append("\(contact.phase.word) \(contact.id.number)")
            }
            present[contact.id] = contact.phase == .began || contact.phase == .moved ? contact : nil
        }
        frames.append(copy frame)
        next?.frame(frame)
    }

    package func unheard(_ reason: Unheard, at place: UnitPoint, of panel: DeviceID, time: Instant) {
        next?.unheard(reason, at: place, of: panel, time: time)
    }

    package func holdChanged(of id: DeviceID, to hold: Hold) { next?.holdChanged(of: id, to: hold) }

    package func inhibitionChanged(of id: DeviceID, to isInhibited: Bool) {
        next?.inhibitionChanged(of: id, to: isInhibited)
    }

    package func notice(_ notice: Notice) {
        notices.append(notice)
        next?.notice(notice)
    }
}
