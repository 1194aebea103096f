internal import StrictJSON
internal import TouchCore
internal import TouchInput
internal import Varlink

/// A calibration in progress: its panel, its caller and the front ends that draw it.
final class CalibrationSession {
    /// Unguessable name; also of the request to the front end.
    let id = UnguessableName.make()
    let device: Device
    /// The panel's name.
    let panel: String
    var run: CalibrationRun
    /// Front ends that draw it.
    var screens = OpenCalls<Void>()
    /// Why a confirmed calibration is not kept.
    var failure: String?
    private let caller: Call
    /// Kind and panel, for the log.
    var what: String { "\(run.isMeasuring ? "measurement" : "calibration") of \(panel)" }
    /// The caller's user.
    var uid: UInt32 { caller.connection.peer.uid }
    /// The calibration in effect before any was kept.
    private let replaces: Transform
    /// Where the panel's touches went before.
    private let wish: PanelView
    /// The finger that lands on the mark of a trial.
    private var keeping: ContactID?

    init(
        device: Device, panel: String, wish: PanelView, replaces: Transform, _ targets: CalibrationRun.Targets,
        isMeasuring: Bool, _ caller: Call, at time: Instant
    ) {
        (self.device, self.panel, self.wish, self.caller) = (device, panel, wish, caller)
        self.replaces = replaces
        let size = wish.size ?? device.size ?? PanelSize(width: 256, height: 160)
        run = CalibrationRun(
            targets, rotation: wish.rotation,
            size: isMeasuring ? wish.rotation.transform.orientation.applied(to: size) : size, isMeasuring: isMeasuring,
            at: time)
    }

    /// Where the panel's touches go now.
    func view(otherwise wish: PanelView) -> PanelView {
        switch run.stage {
        case .aiming where run.isMeasuring: return wish
        case .aiming, .verifying:
            // Fractions of the panel as built, unfiltered and uncalibrated.
            var raw = PanelView(view: Size(width: 1, height: 1), calibration: .identity, size: wish.size)
            raw.maximumSpeed = 100
            return raw
        case .trial:
            var trial = wish
            trial.calibration = run.fit?.transform
            return trial
        case .kept, .reverted, .refused, .cancelled, .measured: return wish
        }
    }

    /// Handles a frame of the panel.
    ///
    /// - Returns: the part meant for scenes; nil if it is empty.
    func handle(_ frame: borrowing Frame) -> Frame? {
        switch run.stage {
        case .aiming, .verifying:
            for contact in frame.contacts {
                let place =
                    run.isMeasuring
                    ? fractions(contact.position) : UnitPoint(x: contact.position.x, y: contact.position.y)
                _ = run.handle(contact.id, contact.phase, place, at: frame.time)
            }
            return nil
        case .trial:
            var rest = Frame(
                device: frame.device, time: frame.time, provenance: frame.provenance, contacts: frame.contacts)
            rest.contacts.removeAll { takesForKeeping($0) }
            return rest.contacts.isEmpty ? nil : rest
        case .kept, .reverted, .refused, .cancelled, .measured: return nil
        }
    }

    /// Keeps the trial if a finger lands on the mark and lifts there.
    private func takesForKeeping(_ contact: Contact) -> Bool {
        if contact.phase == .began, keeping == nil, isOnMark(contact.position) { keeping = contact.id }
        guard contact.id == keeping else { return false }
        guard contact.phase.isFinal else { return true }
        keeping = nil
        if contact.phase == .ended, isOnMark(contact.position) { _ = run.confirm() }
        return true
    }

    private func isOnMark(_ place: Point) -> Bool {
        guard let mark = run.mark.map(point) else { return false }
        let visible = mapping.visiblePanel ?? PanelSize(width: 256, height: 160)
        let (dx, dy) = (
            (place.x - mark.x) / wish.view.width * visible.width,
            (place.y - mark.y) / wish.view.height * visible.height
        )
        return dx * dx + dy * dy <= Calibrations.keepReach * Calibrations.keepReach
    }

    private var mapping: ViewMapping {
        ViewMapping(
            view: wish.view, origin: wish.origin, calibration: run.fit?.transform ?? .identity,
            rotation: wish.rotation, panel: wish.size ?? device.size)
    }

    private func point(_ place: UnitPoint) -> Point {
        Point(x: wish.origin.x + place.x * wish.view.width, y: wish.origin.y + place.y * wish.view.height)
    }

    /// A position of the view, in the part of it that the panel covers.
    private func fractions(_ place: Point) -> UnitPoint {
        UnitPoint(x: (place.x - wish.origin.x) / wish.view.width, y: (place.y - wish.origin.y) / wish.view.height)
    }

    /// Distances between targets and touches, as the interface has them.
    private var offsets: JSON {
        let size = (wish.size ?? device.size).map(wish.rotation.transform.orientation.applied(to:))
        return .array(
            zip(run.targets, run.touched).enumerated().map { index, pair in
                let (x, y) = (pair.1.x - pair.0.x, pair.1.y - pair.0.y)
                let place = point(pair.0)
                return [
                    "target": .integer(Int64(index + 1)), "place": ["x": .real(place.x), "y": .real(place.y)],
                    "x": .real(x * wish.view.width), "y": .real(y * wish.view.height),
                    "distanceMm": size.map { size in
                        .real((x * x * size.width * size.width + y * y * size.height * size.height).squareRoot())
                    },
                ]
            })
    }

    /// The calibration that is kept if it is confirmed.
    func calibration(at time: WallTime) -> StoredCalibration? {
        guard let fit = run.fit else { return nil }
        return StoredCalibration(
            panel: panel, rotation: wish.rotation, matrix: fit.transform, replaces: replaces,
            miss: millimeters(run.miss), vendor: device.numbers.vendor, product: device.numbers.product,
            path: device.properties.first { $0.name == "ID_PATH" }?.value, time: time)
    }

    // MARK: - Reporting

    /// Reports the state to every waiting call; the caller gets the last reply when it is over.
    func tell() {
        screens.send(reply(isForCaller: false))
        guard run.stage.isOver else {
            if caller.isOpen { caller.replyContinuing(reply(isForCaller: true)) }
            return
        }
        for call in screens.takeAll() { call.reply(reply(isForCaller: false)) }
        if caller.isOpen { caller.reply(reply(isForCaller: true)) }
    }

    /// The state, as the interfaces have it; only the caller, an administrator, also gets the numbers.
    func reply(isForCaller: Bool) -> JSONObject {
        let place = run.mark.map(point)
        var reply: JSONObject = [
            "stage": .string(word), "target": target.map { .integer($0) },
            "targets": .integer(Int64(run.targets.count)),
            "place": place.map { ["x": .real($0.x), "y": .real($0.y)] },
            "reason": reason.map { .string($0) },
        ]
        guard isForCaller else { return reply }
        reply["panel"] = .string(panel)
        reply["residualMm"] = millimeters(run.fit?.residual).map { .real($0) }
        reply["missMm"] = millimeters(run.miss).map { .real($0) }
        reply["offsets"] = run.isMeasuring ? offsets : nil
        reply["matrix"] = run.fit.map { StoredCalibration.list($0.transform) }
        return reply
    }

    /// For the log.
    var sentence: String {
        let numbers = millimeters(run.miss).map { ", verification error \(($0 * 10).rounded() / 10) mm" } ?? ""
        return word + (reason.map { ": \($0)" } ?? numbers)
    }

    /// A panel without a size has no millimeters.
    private func millimeters(_ length: Double?) -> Double? { wish.size ?? device.size == nil ? nil : length }

    private var word: String {
        switch run.stage {
        case .aiming: "aiming"
        case .verifying: "verifying"
        case .trial: "trial"
        case .kept: failure == nil ? "kept" : "refused"
        case .reverted: "reverted"
        case .refused: "refused"
        case .cancelled: "cancelled"
        case .measured: "measured"
        }
    }

    private var target: Int64? {
        if case .aiming(let index) = run.stage { Int64(index + 1) } else { nil }
    }

    private var reason: String? {
        if case .refused(let reason) = run.stage { reason } else { failure }
    }
}
