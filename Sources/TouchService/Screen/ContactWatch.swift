internal import StrictJSON
internal import TouchCore
internal import Varlink

/// The calls that watch fingers (`io.touchd.manage.Contacts`).
///
/// Each message is the whole state, so that a reader that lags gets the newest. While fingers are hidden nothing is sent,
/// not even that something moved.
final class ContactWatch {
    private var view = ContactView()
    private var watchers = OpenCalls<Void>()
    private var saidHidden = false
    /// Since when fingers may be told of; nil: they may not.
    private var shownSince: Instant? = Instant(microseconds: .min)

    /// Adds a call that hears of every later change, after it was told the present state.
    func watch(_ call: Call) {
        watchers.add(call)
        call.replyContinuing(message(nil))
    }

    /// Whether what a contact does belongs to a secret, before the frame that tells it is taken.
    func isSecret(_ contact: ContactID) -> Bool { view.isSecret(contact) }

    /// Whether a landing of that moment may be told now: nothing secret was there then, nor is now.
    func mayTell(landingAt time: Instant) -> Bool { shownSince.map { $0 < time } ?? false }

    /// Takes a frame of a panel.
    func take(_ frame: borrowing Frame) {
        view.take(frame)
        if shownSince == nil, view.visible != nil { shownSince = frame.time }
        tell(frame.time)
    }

    /// Something else is on screen.
    func screenChanged(isGuarded: Bool, at time: Instant) {
        guard view.isGuarded != isGuarded else { return }
        view.isGuarded = isGuarded
        shownSince = view.visible == nil ? nil : time
        tell(nil)
    }

    private func tell(_ time: Instant?) {
        guard !watchers.isEmpty else { return }
        let isHidden = view.visible == nil
        if isHidden && saidHidden { return }
        saidHidden = isHidden
        watchers.send(message(isHidden ? nil : time), .coalesce(key: 0))
    }

    private func message(_ time: Instant?) -> JSONObject {
        [
            "contacts": .array((view.visible ?? []).map { .object(Self.describe($0)) }),
            "hidden": .bool(view.visible == nil), "timeUSec": time.map { .integer($0.microseconds) },
        ]
    }

    private static func describe(_ finger: ContactView.Finger) -> JSONObject {
        let contact = finger.contact
        return [
            "id": .integer(Int64(clamping: contact.id.number)), "device": .integer(Int64(finger.device.number)),
            "x": .real(contact.position.x), "y": .real(contact.position.y),
            "xMm": contact.millimetres.map { .real($0.x) }, "yMm": contact.millimetres.map { .real($0.y) },
        ]
    }
}
