internal import EventLoop
internal import EventNodes
package import System
package import TouchCore
package import TouchInput
package import Varlink

/// What comes from the panels, on its way to the screen: panels added and removed, and their contacts.
package final class PanelInput: SeatSink {
    private let loop: EventLoop
    /// Holds this, as its sink.
    private let seat: any PanelSource
    private let server: Server
    private let screen: Screen
    private let panels: Panels
    private let pauses: Pauses
    private let unheard: UnheardLandings
    private let calibrations: Calibrations
    private let entry: ExclusiveEntry
    private let idle: IdleCalls
    private let storms: StormWatch
    private let statistics: Statistics
    private let peerLog: PeerLog
    private let log: Journal
    /// Judges learn that a panel was grabbed, released or removed.
    private let panelsChanged: () -> Void
    private var inhibitions: [DeviceID: FileWatch] = [:]
    /// Exposures of panels that were already logged.
    private var exposures: Set<String> = []
    /// Notices about touches while a secret was on screen, to be logged when it is over; replaced as a
    /// whole, so that the compiler guards no access.
    private var heldBack: [Notice] = []
    /// How many of them are kept; further ones are only counted.
    private static let maxHeldBack = 16
    /// Wakes the seat when something is due there without an event.
    private let timer: Timer
    /// When the next round was read; nil: now.
    ///
    /// Private, so that the compiler guards no access.
    private var readAt: Instant?

    /// Nothing comes before the seat is started with this.
    ///
    /// - Parameters:
    ///   - server: sends what a round results in.
    ///   - panelsChanged: a panel was grabbed, released or removed.
    /// - Throws: if a timer cannot be made.
    package init(
        _ seat: any PanelSource, _ server: Server, _ screen: Screen, _ panels: Panels, _ pauses: Pauses,
        _ unheard: UnheardLandings, _ calibrations: Calibrations, _ entry: ExclusiveEntry, _ idle: IdleCalls,
        _ storms: StormWatch,
        _ statistics: Statistics, _ peerLog: PeerLog, panelsChanged: @escaping () -> Void
    ) throws(SystemError) {
        (loop, log) = (screen.loop, peerLog.log)
        (self.seat, self.server, self.screen, self.panels) = (seat, server, screen, panels)
        (self.pauses, self.unheard, self.calibrations, self.entry) = (pauses, unheard, calibrations, entry)
        self.storms = storms
        (self.idle, self.statistics, self.peerLog, self.panelsChanged) = (idle, statistics, peerLog, panelsChanged)
        timer = try loop.timer { seat.tick() }
    }

    /// What comes next is read at this moment; nil: as it comes.
    package func reads(at moment: Instant?) { readAt = moment }

    /// The messages that result from a round are sent in one piece for each connection.
    package func roundBegins() { server.beginBatch() }

    /// What a round results in is sent, and the seat waits for its next moment.
    package func roundEnds(next: Instant?) {
        server.endBatch()
        if !heldBack.isEmpty, !screen.contacts.isHidden {
            let notices = heldBack
            heldBack = []
            for notice in notices { write(notice) }
        }
        statistics.latencies.noteDelivered(now: loop.now)
        readAt = nil
        timer.set(at: next)
    }

    /// A panel was plugged in.
    package func deviceAdded(_ device: Device) {
        panels.add(device)
        storms.add(device)
        warnOfExposure(device)
        if let file = device.inhibitedFile {
            // Kernels before 5.11 have no such attribute.
            inhibitions[device.id] = try? FileWatch(loop, path: file) { [unowned self] in
                seat.lookAtInhibition()
            }
        }
        screen.ring.add(device)
        statistics.panelsAdded += 1
        log.info(
            "panel \(device.id.number): \(device.name) at \(device.node), \(device.provenance.rawValue)",
            [.field("DEVICE", device.node), .field("PROVENANCE", device.provenance.rawValue)],
            messageID: MessageID.panelAdded)
        if let doubt = panels.wishes.doubt(about: device, view: panels.view) { log.warning(doubt) }
        calibrations.added(device)
    }

    /// Logs who else may write to the node of a panel, once for each state of it.
    private func warnOfExposure(_ device: Device) {
        guard let exposure = NodeAccess(node: device.node)?.exposure(),
            exposures.insert("\(device.place): \(exposure)").inserted
        else { return }
        log.warning(
            "\(device.node): \(exposure) (see touchctl doctor)", [.field("DEVICE", device.node)],
            messageID: MessageID.exposed)
    }

    /// A panel is gone.
    package func deviceRemoved(_ id: DeviceID) {
        log.info("panel \(id.number) removed", messageID: MessageID.panelRemoved)
        calibrations.removed(id)
        inhibitions[id] = nil
        unheard.forget(id)
        storms.remove(id)
        panels.remove(id)
        statistics.panelsRemoved += 1
        panelsChanged()
    }

    /// Contacts changed.
    package func frame(_ frame: borrowing Frame) {
        if pauses.darkScreen.isOn { pauses.lookAtDisplay(for: frame) }
        let isSecret = screen.contacts.isHidden
        panels.note(frame, isSecret: isSecret)
        statistics.latencies.noteRead(stamp: frame.time, now: readAt ?? loop.now, isSecret: isSecret)
        if idle.isAnyIdle { idle.touched() }
        if frame.hasLandings { storms.note(frame, isSecret: isSecret) }
        let isCalibrated = calibrations.concerns(frame.device)
        if pauses.isWideOpen { return isCalibrated ? calibrate(frame) : screen.handle(frame) }
        // Contacts may change why touches are ignored: the gate is not held during the call.
        pauses.admit(frame) { isCalibrated ? calibrate($0) : screen.handle($0) }
    }

    /// Passes a frame to the calibration in progress, and the rest of it to the screen.
    private func calibrate(_ frame: borrowing Frame) {
        let rest = calibrations.handle(frame)
        // While targets are touched, contacts have no place in the view.
        for contact in frame.contacts where contact.phase == .began {
            guard rest?.contacts.contains(where: { $0.id == contact.id }) != true else { continue }
            unheard(.calibration, at: contact.place ?? .unknown, of: frame.device, time: frame.time)
        }
        if let rest { screen.handle(rest) }
    }

    /// A finger landed that appears in no frame.
    package func unheard(_ reason: Unheard, at place: UnitPoint, of panel: DeviceID, time: Instant) {
        let position = panels.position(of: place, on: panel)
        unheard.note(reason, .init(panel: panel, position: position, place: place, time: time))
    }

    /// A panel was inhibited in the kernel, or no longer is.
    package func inhibitionChanged(of id: DeviceID, to isInhibited: Bool) {
        panels.setInhibited(id, isInhibited)
        let line =
            isInhibited
            ? "panel \(id.number) is inhibited: the kernel ignores it (its attribute inhibited was set to 1)"
            : "panel \(id.number) is no longer inhibited"
        log.notice(line, messageID: MessageID.inhibited)
    }

    /// A panel was grabbed by this daemon, or released.
    package func holdChanged(of id: DeviceID, to hold: Hold) {
        panels.holds[id] = hold
        // Front ends can make the daemon grab and release panels at any rate, so these lines are rationed.
        func say(_ line: String) {
            guard let user = screen.lastUser else { return log.info(line) }
            peerLog.line(.info, .screen, of: user, line)
        }
        switch hold {
        case .shared: say("panel \(id.number) released: other programs receive its touches again")
        case .held: say("panel \(id.number) grabbed: no other program receives its touches")
        case .elsewhere:
            log.warning("panel \(id.number) is grabbed by another program: its touches do not arrive")
            unheard(.panelHeld, at: .unknown, of: id, time: loop.now)
        case .refused(let reason): log.error("cannot grab panel \(id.number): error \(reason)")
        }
        entry.holdChanged()
        panelsChanged()
    }

    /// A problem of a panel that a person should know about.
    package func notice(_ notice: Notice) {
        let isSecret = screen.contacts.isHidden
        switch notice.code {
        case .permissionDenied, .cannotOpen, .noTouchDevice, .notHeard: panels.problem = notice.text
        case .eventsLost: statistics.count(.lossesOfEvents, isSecret: isSecret)
        case .missedLift: statistics.count(.missedLifts, isSecret: isSecret)
        case .stuckContact: statistics.count(.stuckContacts, isSecret: isSecret)
        case .impossibleSize: statistics.count(.impossibleSizes, isSecret: isSecret)
        case .lostNode: if notice.priority == .error { panels.problem = notice.text }
        case .libinput, .ignoredDevice, .brokenAxes, .brokenCalibration, .offPanel, .replacedFinger, .held:
            break
        }
        guard isSecret, notice.isOfTouches else { return write(notice) }
        if heldBack.count < Self.maxHeldBack { heldBack = heldBack + [notice] }
    }

    private func write(_ notice: Notice) {
        switch notice.priority {
        case .error: log.error(notice.text)
        case .warning: log.warning(notice.text)
        case .info: log.info(notice.text)
        case .debug: log.debug(notice.text)
        }
    }
}

extension Notice {
    /// Whether it takes a touch, so that its moment would tell of one.
    fileprivate var isOfTouches: Bool {
        [.eventsLost, .missedLift, .stuckContact, .replacedFinger, .offPanel].contains(code)
    }
}
