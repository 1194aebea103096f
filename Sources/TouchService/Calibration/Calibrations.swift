internal import EventLoop
internal import Journal
internal import StrictJSON
internal import TouchCore
internal import TouchInput
internal import TouchVault
internal import Varlink

/// The calibration in progress, the stored ones, and their removal.
///
/// While targets are touched, the panel's touches go nowhere else, as reported: no filter, no calibration, no rotation.
/// From the trial on they take their normal route with the new calibration.
final class Calibrations {
    /// How long a finger that was down at the start has to stay to reset the calibration of its panel.
    static let hold = Interval.seconds(10)
    /// How near to its mark a finger has to land to keep a trial, in mm.
    static let keepReach = 10.0

    private unowned let core: Core
    private let store: CalibrationStore
    private var current: CalibrationSession? {
        didSet { core.panels.calibrating = current }
    }
    private var timer: Timer?
    private var holdTimer: Timer?
    private var held: [DeviceID] = []

    init(core: Core, directory: String) throws(SystemError) {
        self.core = core
        store = CalibrationStore(directory: directory)
        timer = try core.loop.timer { [unowned self] in tick() }
        holdTimer = try core.loop.timer { [unowned self] in resetHeld() }
        core.panels.wishes.stored = store.all
        if let problem = store.problem { core.log.error(problem) }
    }

    /// The stored calibrations.
    var all: [StoredCalibration] { store.all }

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
        let name = core.panels.wishes.name(of: device)
        for doubt in core.panels.wishes.calibrationDoubts(about: device, core.panels.wish(for: device)) {
            core.log.warning(doubt)
        }
        guard device.fingersAtStart > 0, store.all.contains(where: { $0.panel == name }) else { return }
        held.append(device.id)
        holdTimer?.arm(at: core.loop.now.advanced(by: Self.hold))
    }

    /// A panel is gone, or its mapping has changed.
    func removed(_ id: DeviceID) {
        if concerns(id) { cancel() }
    }

    /// Ends the calibration in progress without effect.
    func cancel() {
        guard let current, !current.run.stage.isOver else { return }
        current.run.cancel()
        changed()
    }

    // MARK: - Calls

    /// Begins a calibration for a call that stays open until it is over.
    func begin(_ call: Call) {
        func refuse(_ name: String) { call.fail(VarlinkError("io.touchd.calibration.\(name)")) }
        let points = call.parameters["targets"]?.integerValue ?? 5
        guard let targets = CalibrationRun.Targets(rawValue: Int(truncatingIfNeeded: points)) else {
            return call.fail(.invalidParameter("targets", allowed: "5 or 9"))
        }
        let asked = call.parameters["panel"]?.stringValue
        let fitting = core.panels.devices.filter { asked == nil || core.panels.wishes.name(of: $0) == asked }
        guard let device = fitting.first else { return refuse("NoPanel") }
        guard fitting.count == 1 else { return call.fail(.invalidParameter("panel", allowed: core.panels.names)) }
        // Only administrators get here, so the error may name the user in the way.
        if let uid = current?.uid ?? core.screen.guarding?.uid {
            return call.fail(VarlinkError("io.touchd.calibration.Busy", ["uid": .integer(Int64(uid))]))
        }
        let session = CalibrationSession(
            device: device, panel: core.panels.wishes.name(of: device),
            wish: core.panels.wish(for: device), replaces: core.panels.wishes.base(of: device), targets,
            isMeasuring: call.parameters["measure"] == true, call,
            at: core.loop.now)
        if call.parameters["onScreen"] == true {
            let request = ScreenRequest(
                id: session.id, kind: ScreenRequest.calibration, peer: call.connection.peer, prompt: nil,
                deadline: core.loop.now.advanced(by: CalibrationRun.patience),
                listener: ScreenRequest.Listener(
                    heard: {}, shown: { _, _ in },
                    unheard: { [unowned self, unowned call] in
                        if call.isOpen { call.fail(VarlinkError("io.touchd.calibration.NoFrontEnd")) }
                        cancel()
                    }))
            guard core.ask(for: request) else { return refuse("Busy") }
        }
        current = session
        call.onCancelled = { [unowned self] in cancel() }
        core.log.notice("\(session.what) started by uid \(call.connection.peer.uid)")
        core.mapPanels()
        call.replyContinuing(session.reply(isForCaller: true))
        core.heartbeat.keepAlive(call)
        arm()
    }

    /// Reports to a front end what to draw until the calibration is over.
    func show(_ call: Call) {
        let id = call.parameters["request"]?.stringValue ?? ""
        guard let current, current.id == id else {
            return call.fail(VarlinkError("io.touchd.calibration.NoSuchRequest", ["request": .string(id)]))
        }
        core.requests.markShown(id)
        current.screens.add(call)
        call.replyContinuing(current.reply(isForCaller: false))
        core.heartbeat.keepAlive(call)
    }

    /// Keeps the calibration on trial.
    func confirm(_ call: Call) {
        guard let current, current.run.confirm() else {
            return call.fail(VarlinkError("io.touchd.calibration.NoTrial"))
        }
        changed()
        call.reply()
    }

    /// Removes the stored calibrations of a panel, or of all panels.
    func reset(_ call: Call) {
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
        core.log.notice("\(current.what): \(current.sentence)")
        if stage.isOver {
            self.current = nil
            timer?.disarm()
            core.requests.end(current.id)
        }
        if stage.isOver || stage == .trial { core.mapPanels() }
        current.tell()
        arm()
    }

    private func keep(_ session: CalibrationSession) {
        guard let calibration = session.calibration(at: core.moment.wall) else { return }
        if let failure = store.keep(calibration) {
            core.log.error(failure)
            session.failure = "cannot store it"
        }
        core.panels.wishes.stored = store.all
    }

    /// Removes stored calibrations and returns how many; nil if they could not be removed.
    private func forget(_ panel: String?, _ why: String) -> Int? {
        let count = store.all.count { panel == nil || $0.panel == panel }
        guard count > 0 else { return 0 }
        if let failure = store.forget(panel) {
            core.log.error(failure)
            return nil
        }
        core.panels.wishes.stored = store.all
        core.mapPanels()
        core.log.notice("calibration of \(panel ?? "all panels") reset, \(why)")
        return count
    }

    private func resetHeld() {
        let waiting = held
        held = []
        for id in waiting where core.seat.isHeldSinceStart(id) {
            guard let device = core.panels.device(id) else { continue }
            _ = forget(core.panels.wishes.name(of: device), "because a finger was held on it from the start")
        }
    }

    private func tick() {
        guard let current else { return }
        if current.run.tick(at: core.loop.now) { changed() } else { arm() }
    }

    private func arm() {
        guard let deadline = current?.run.deadline else { return }
        timer?.arm(at: deadline)
    }
}
