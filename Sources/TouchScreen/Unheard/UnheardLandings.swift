package import EventLoop
internal import StrictJSON
internal import TouchCore
internal import TouchModels
package import Varlink

/// Landings that reached no widget: counted, and unless they lie beside a secret, kept for later calls, reported to
/// watchers (`io.touchd.monitor.Unheard`) and logged.
///
///     seat ─▶ pauses ─▶ calibration ─▶ screen ─▶ scene ─▶ model
///       └────────┴───────────┴───────────┴─ note ─┴─────────┘
package final class UnheardLandings {
    /// Number of landings kept for later calls.
    static let kept = 16
    /// Number of messages queued for a slow reader; beyond that it gets the newest.
    static let maxWaiting: UInt64 = 64
    /// Number of landings logged per second; the rest is only counted.
    static let maxLines = 10

    /// Where and when a finger landed.
    struct Landing {
        let panel: DeviceID
        /// In the view, in pixels, if that is known.
        let position: Point?
        /// On the panel as built, in fractions of its axes, if that is known.
        let place: UnitPoint?
        let time: Instant

        /// Keeps what is finite of it.
        init(panel: DeviceID, position: Point?, place: UnitPoint?, time: Instant) {
            self.panel = panel
            self.position = position.flatMap { $0.isFinite ? $0 : nil }
            self.place = place.flatMap { $0.x.isFinite && $0.y.isFinite ? $0 : nil }
            self.time = time
        }

        init(_ contact: Contact, of frame: borrowing Frame) {
            self.init(panel: frame.device, position: contact.position, place: contact.place, time: frame.time)
        }
    }

    /// Their number.
    package private(set) var counts = UnheardCounts()
    /// Knows which fingers belong to a secret.
    let contacts: ContactWatch
    private let panels: Panels
    private let log: Journal
    private var watchers = OpenCalls<Void>()
    private var last: [JSONObject] = []
    private var told: UInt64 = 0
    /// The second of the last logged landings, and their number within it.
    private var logged: (second: Int64, count: Int) = (.min, 0)

    /// An empty record.
    package init(panels: Panels, contacts: ContactWatch, log: Journal) {
        (self.panels, self.contacts, self.log) = (panels, contacts, log)
    }

    /// Subscribes a call to later landings, after reporting the last ones.
    package func watch(_ call: Call) {
        watchers.add(call)
        call.replyContinuing(["landings": .array(last.map { .object($0) })])
    }

    /// A panel is gone.
    func forget(_ panel: DeviceID) { counts.forget(panel) }

    /// Records that all landings of a frame were ignored.
    func noteLandings(of frame: borrowing Frame, _ reason: Unheard) {
        for contact in frame.contacts where contact.phase == .began { note(reason, Landing(contact, of: frame)) }
    }

    /// Records an ignored landing.
    func note(_ reason: Unheard, _ landing: Landing) {
        let isHidden = !contacts.mayTell(landingAt: landing.time)
        counts.add(reason, on: landing.panel, isHidden: isHidden, name: panels.identifier(of: landing.panel))
        guard reason.isOfPanel || !isHidden else { return }
        write(reason, landing)
        told += 1
        if last.count == Self.kept { last.removeFirst() }
        last.append(describe(reason, landing))
        guard !watchers.isEmpty else { return }
        watchers.send(["landings": .array([.object(last[last.count - 1])])], .coalesce(key: told % Self.maxWaiting))
    }

    private func write(_ reason: Unheard, _ landing: Landing) {
        guard log.isLogged(.debug) else { return }
        let second = landing.time.microseconds / 1_000_000
        if second != logged.second {
            if logged.count > Self.maxLines { log.debug("\(logged.count - Self.maxLines) more touches not received") }
            logged = (second, 0)
        }
        logged.count += 1
        guard logged.count <= Self.maxLines else { return }
        log.debug(
            "panel \(landing.panel.number): touch not received: \(reason.sentence)", [.field("REASON", reason.rawValue)]
        )
    }

    private func describe(_ reason: Unheard, _ landing: Landing) -> JSONObject {
        [
            "number": .integer(Int64(clamping: told)), "reason": .string(reason.rawValue),
            "device": .integer(Int64(landing.panel.number)),
            "panel": panels.identifier(of: landing.panel).map { .string($0) },
            "x": landing.position.map { .real($0.x) }, "y": landing.position.map { .real($0.y) },
            "panelX": landing.place.map { .real($0.x) }, "panelY": landing.place.map { .real($0.y) },
            "timeUSec": .integer(landing.time.microseconds),
        ]
    }
}
