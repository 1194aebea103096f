package import System
package import EventLoop
internal import StrictJSON
internal import TouchCore
internal import TouchInput
internal import TouchVault
package import Varlink

/// The calibration in progress, the stored ones, and their removal.
///
/// While targets are touched, the panel's touches go nowhere else, as reported: no filter, no calibration, no rotation.
/// From the trial on they take their normal route with the new calibration.
package final class Calibrations {
    /// How long a finger that was down at the start has to stay to reset the calibration of its panel.
    static let hold = Interval.seconds(10)
    /// How near to its mark a finger has to land to keep a trial, in mm.
    static let keepReach = 10.0

    private let surroundings: Surroundings
    private let panels: Panels
    private let screen: Screen
    private let requests: ScreenRequests
    private let heartbeat: Heartbeat
    private let log: Journal
    private let store: CalibrationStore
    private var current: CalibrationSession? {
        didSet { panels.calibrating = current }
    }
    private var timer: Timer?
    private var holdTimer: Timer?
    private var held: [DeviceID] = []

    /// - Parameter directory: holds the calibrations that were kept.
    package init(
        in surroundings: Surroundings, _ panels: Panels, _ screen: Screen, _ requests: ScreenRequests,
        _ heartbeat: Heartbeat, _ log: Journal, directory: String
    ) throws(SystemError) {
        (self.surroundings, self.panels, self.screen) = (surroundings, panels, screen)
        (self.requests, self.heartbeat, self.log) = (requests, heartbeat, log)
        store = CalibrationStore(directory: directory)
        timer = try surroundings.loop.timer { [unowned self] in tick() }
        holdTimer = try surroundings.loop.timer { [unowned self] in resetHeld() }
        panels.wishes.stored = store.all
        if let problem = store.problem { log.error(problem) }
    }

    /// The stored calibrations.
    package var all: [StoredCalibration] { store.all }

    // MARK: - Panels

    /// Whether ``handle(_:)`` must see the frames of a panel.
    func concerns(_ id: DeviceID) -> Bool { current?.device.id == id }

    /// Handles a frame of the panel.
    ///
    /// - Returns: the part meant for scenes; nil if it is empty.
    func handle(_ frame: borrowing Frame) -> Frame? {
        guard let current else { return nil }
        let stage = current.run.stage
        let rest = current.handle(frame)
        if current.run.stage != stage { changed() }
        return rest
    }

    /// A panel was plugged in.
    func added(_ device: Device) {
        let name = panels.wishes.name(of: device)
        for doubt in panels.wishes.calibrationDoubts(about: device, panels.wish(for: device)) {
            log.warning(doubt)
        }
        guard device.fingersAtStart > 0, store.all.contains(where: { $0.panel == name }) else { return }
        held.append(device.id)
        holdTimer?.arm(at: surroundings.loop.now.advanced(by: Self.hold))
    }

    /// A panel is gone, or its mapping has changed.
    func removed(_ id: DeviceID) {
        if concerns(id) { cancel() }
    }

    /// Ends the calibration in progress without effect.
    package func cancel() {
        guard let current, !current.run.stage.isOver else { return }
        current.run.cancel()
        changed()
    }

    // MARK: - Calls

    /// Begins a calibration for a call that stays open until it is over.
    package func begin(_ call: Call) {
        let points = call.parameters["targets"]?.integerValue ?? 5
        guard let targets = CalibrationRun.Targets(rawValue: Int(truncatingIfNeeded: points)) else {
            return call.fail(.invalidParameter("targets", allowed: "5 or 9"))
        }
        let asked = call.parameters["panel"]?.stringValue
        let fitting = panels.devices.filter { asked == nil || panels.wishes.name(of: $0) == asked }
        guard let device = fitting.first else {
            return call.fail(VarlinkError("io.touchd.calibration.NoPanel", ["panel": asked.map { .string($0) }]))
        }
        guard fitting.count == 1 else { return call.fail(.invalidParameter("panel", allowed: panels.names)) }
        // Only administrators get here, so the error may name the user in the way.
        if let uid = current?.uid ?? screen.guarding?.uid {
            let reason: JSON = current == nil ? "screen" : "calibration"
            return call.fail(
                VarlinkError("io.touchd.calibration.Busy", ["reason": reason, "uid": .integer(Int64(uid))]))
        }
        let session = CalibrationSession(
            device: device, panel: panels.wishes.name(of: device),
            wish: panels.wish(for: device), replaces: panels.wishes.base(of: device), targets,
            isMeasuring: call.parameters["measure"] == true, call,
            at: surroundings.loop.now)
        if call.parameters["onScreen"] == true {
            let request = ScreenRequest(
                id: session.id, kind: ScreenRequest.calibration, peer: call.connection.peer, prompt: nil,
                deadline: surroundings.loop.now.advanced(by: CalibrationRun.patience),
                unheard: { [unowned self, unowned call] in
                    if call.isOpen { call.fail(VarlinkError("io.touchd.calibration.NoFrontEnd")) }
                    cancel()
                })
            guard requests.add(request) else {
                return call.fail(VarlinkError("io.touchd.calibration.Busy", ["reason": "requests"]))
            }
        }
        current = session
        call.onCancelled = { [unowned self] in cancel() }
        log.notice("\(session.what) started by uid \(call.connection.peer.uid)")
        panels.map()
        call.replyContinuing(session.reply(isForCaller: true))
        heartbeat.keepAlive(call)
        arm()
    }

    /// Reports to a front end what to draw until the calibration is over.
    package func show(_ call: Call) {
        let id = call.parameters["request"]?.stringValue ?? ""
        guard let current, current.id == id else {
            return call.fail(VarlinkError("io.touchd.calibration.NoSuchRequest", ["request": .string(id)]))
        }
        requests.markShown(id)
        current.screens.add(call)
        call.replyContinuing(current.reply(isForCaller: false))
        heartbeat.keepAlive(call)
    }

    /// Keeps the calibration on trial.
    package func confirm(_ call: Call) {
        guard let current, current.run.confirm() else {
            return call.fail(VarlinkError("io.touchd.calibration.NoTrial"))
        }
        changed()
        call.reply()
    }

    /// Removes the stored calibrations of a panel, or of all panels.
    package func reset(_ call: Call) {
        cancel()
        let count = forget(call.parameters["panel"]?.stringValue, "requested by uid \(call.connection.peer.uid)")
        guard let count else { return call.fail(VarlinkError("io.touchd.calibration.StorageFailed")) }
        call.reply(["removed": .integer(Int64(count))])
    }

    // MARK: - Steps

    /// Reports the new stage and puts it into effect.
    private func changed() {
        guard let current else { return }
        if case .kept = current.run.stage { keep(current) }
        let stage = current.run.stage
        log.notice("\(current.what): \(current.sentence)")
        if stage.isOver {
            self.current = nil
            timer?.disarm()
            requests.end(current.id)
        }
        if stage.isOver || stage == .trial { panels.map() }
        current.tell()
        arm()
    }

    private func keep(_ session: CalibrationSession) {
        guard let calibration = session.calibration(at: surroundings.moment.wall) else { return }
        if let failure = store.keep(calibration) {
            log.error(failure)
            session.failure = "cannot store it"
        }
        panels.wishes.stored = store.all
    }

    /// Removes stored calibrations and returns how many; nil if they could not be removed.
    private func forget(_ panel: String?, _ why: String) -> Int? {
        let count = store.all.count { panel == nil || $0.panel == panel }
        guard count > 0 else { return 0 }
        if let failure = store.forget(panel) {
            log.error(failure)
            return nil
        }
        panels.wishes.stored = store.all
        panels.map()
        log.notice("calibration of \(panel ?? "all panels") reset, \(why)")
        return count
    }

    private func resetHeld() {
        let waiting = held
        held = []
        for id in waiting where surroundings.seat.isHeldSinceStart(id) {
            guard let device = panels.device(id) else { continue }
            _ = forget(panels.wishes.name(of: device), "because a finger was held on it from the start")
        }
    }

    private func tick() {
        guard let current else { return }
        if current.run.tick(at: surroundings.loop.now) { changed() } else { arm() }
    }

    private func arm() {
        guard let deadline = current?.run.deadline else { return }
        timer?.arm(at: deadline)
    }
}
