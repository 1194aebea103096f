internal import StrictJSON
internal import TouchCore
package import Varlink

/// The calls that watch fingers (`io.touchd.monitor.Contacts`).
///
/// Each message is the whole state, so a slow reader gets the newest. While fingers are hidden nothing is sent,
/// not even that something moved.
package final class ContactWatch {
    /// Read and written as a whole, so that the compiler guards no access.
    private var view = ContactView()
    private var watchers = OpenCalls<Void>()
    /// Whether any call may be watching.
    private var isWatched = false
    private var saidHidden = false
    /// Since when fingers may be reported; nil: they may not.
    private var shownSince: Instant? = Instant(microseconds: .min) {
        didSet { if let shownSince { lastSecret = shownSince } }
    }
    /// When a secret last ended; nil: none has since the start.
    private(set) var lastSecret: Instant?

    package init() {}

    /// Subscribes a call to later changes, after reporting the present state.
    package func watch(_ call: Call) {
        watchers.add(call)
        isWatched = true
        call.replyContinuing { write(nil, into: &$0) }
    }

    /// Whether a contact's activity belongs to a secret, before the frame that reports it is handled.
    func isSecret(_ contact: ContactID) -> Bool {
        let own = view
        return own.isSecret(contact)
    }

    /// Whether a finger may belong to a secret now; that of the view, which each frame would have to search.
    private(set) var isHidden = false

    /// Whether a landing of that moment may be reported now: nothing secret was on screen then, nor is now.
    func mayTell(landingAt time: Instant) -> Bool { shownSince.map { $0 < time } ?? false }

    /// Handles a frame of a panel and records its contacts that are not secret.
    func handle(_ frame: borrowing Frame, _ ring: FrameRing) {
        // A plain local, which no other code can access, so the compiler need not guard it.
        var own = ContactView()
        swap(&own, &view)
        // First: a finger that lifts now was part of a secret until now.
        ring.record(frame) { own.isSecret($0) }
        own.handle(frame)
        isHidden = own.isHidden
        swap(&own, &view)
        if shownSince == nil, !isHidden { shownSince = frame.time }
        if isWatched { tell(frame.time) }
    }

    /// The screen's content has changed.
    func screenChanged(isGuarded: Bool, at time: Instant) {
        var own = view
        guard own.isGuarded != isGuarded else { return }
        own.isGuarded = isGuarded
        isHidden = own.isHidden
        view = own
        shownSince = isHidden ? nil : time
        tell(nil)
    }

    private func tell(_ time: Instant?) {
        isWatched = !watchers.isEmpty
        guard isWatched else { return }
        if isHidden && saidHidden { return }
        saidHidden = isHidden
        watchers.send(.coalesce(key: 0)) { write(isHidden ? nil : time, into: &$0) }
    }

    private func write(_ time: Instant?, into writer: inout JSONWriter) {
        let own = view
        let visible = own.visible
        writer.array("contacts") { writer in
            guard let visible else { return }
            for index in visible.indices { Self.write(visible[index], into: &writer) }
        }
        writer.member("hidden", visible == nil)
        if let time { writer.member("timeUSec", whole: time.microseconds) }
    }

    private static func write(_ finger: ContactView.Finger, into writer: inout JSONWriter) {
        let contact = finger.contact
        writer.beginObject()
        writer.member("id", whole: Int64(clamping: contact.id.number))
        writer.member("device", whole: Int64(finger.device.number))
        writer.member("x", thousandths: contact.position.x)
        writer.member("y", thousandths: contact.position.y)
        writer.member("xMm", thousandths: contact.millimeters?.x)
        writer.member("yMm", thousandths: contact.millimeters?.y)
        writer.endObject()
    }
}
