import Arguments
import Glibc
import System
import TouchCore
import TouchDevice
import TouchDump
import TouchInput
import TouchModels
import TouchScene
import TouchTrace

/// The command that plays a recording through the engine in the recording's own time; needs no device and no daemon.
///
/// It writes a trace: the scene, the frames, the wake-ups of models, the events. The same recording and scene give the
/// same bytes, at any speed.
final class Replay {
    struct Request {
        let files: [String]
        /// A trace whose scene is used: its view and widgets.
        var scene: String?
        /// The view without a scene.
        var view = Size(width: 1920, height: 1080)
        var rotation = Rotation.none
        /// 1 is the recording's pace; nil: as fast as possible.
        var speed: Double?
    }

    /// Maximum time simulated after the last finger.
    private static let patience = Interval.seconds(10)

    private let request: Request
    private let output: (String) -> Void
    private var scene: Scene
    private var events = Events()
    private var started: Instant?
    private var last = Instant.zero

    private init(_ request: Request, scene: Scene, output: @escaping (String) -> Void) {
        (self.request, self.scene, self.output) = (request, scene, output)
    }

    /// Plays the recording; `output` receives the lines of the trace, `remark` doubts about the recording.
    static func run(
        _ request: Request, output: @escaping (String) -> Void, remark: (String) -> Void
    ) throws(CommandError) {
        let text = try request.scene.map { path throws(CommandError) in try File.text(path) }
        let trace: Trace?
        let scene: Scene
        do {
            trace = try text.map { try Trace(parsing: $0) }
            scene =
                try trace.map { try TracePlayer($0).scene } ?? Scene(view: request.view, widgets: [])
        } catch { throw .file("\(request.scene ?? "scene"): \(error)") }
        let devices = try Convert.read(request.files, remark: remark)
        try RecordedKinds(devices).expectFingers(request.files[0], remark: remark)
        output(TraceLines.header(about: "replay of \(name(of: devices))", view: scene.view))
        for line in (text ?? "").split(separator: "\n") where line.mentions("\"kind\"") { output(line + "\n") }
        let replay = Replay(request, scene: scene, output: output)
        let view = PanelView(view: scene.view, rotation: request.rotation)
        let seat = RecordedSeat(devices, view: { _ in view }, sink: replay)
        seat.play(devices)
        // The remaining deadlines of the models after the last finger.
        replay.wake(until: replay.last.advanced(by: patience))
    }

    private static func name(of devices: [DeviceRecording]) -> String {
        devices.first?.description?.name ?? "no device in the recording"
    }

    private func wake(until time: Instant) {
        while let deadline = scene.nextDeadline, deadline < time {
            pace(deadline)
            output("{\"us\":\(deadline.microseconds),\"tick\":true}\n")
            scene.tick(at: deadline, &events)
            tell()
        }
    }

    private func tell() {
        for event in events.list {
            let fields = events.fields(of: event).map { ($0.key, $0.value) }
            let told = TraceEvent(
                name: event.name, widget: scene.widgets[event.widget].id, time: event.time,
                fields: Dictionary(fields) { _, last in last })
            output(told.line + "\n")
        }
        events.removeAll()
    }

    /// Waits until a moment of the recording is due.
    private func pace(_ time: Instant) {
        guard let speed = request.speed, speed > 0 else { return }
        let passed = Self.length(of: time, at: speed)
        guard let started else {
            self.started = Instant.now.advanced(by: .microseconds(-passed.microseconds))
            return
        }
        let left = started.advanced(by: passed).since(.now)
        if left > .zero { usleep(UInt32(clamping: left.microseconds)) }
    }

    /// The time until that moment; a thousand years at most.
    private static func length(of time: Instant, at speed: Double) -> Interval {
        .microseconds(Int64(min(max(Double(time.microseconds) / speed, -3e16), 3e16)))
    }
}

extension Replay: SeatSink {
    func deviceAdded(_ device: Device) {}
    func deviceRemoved(_ id: DeviceID) {}
    func notice(_ notice: Notice) {}

    func frame(_ frame: borrowing Frame) {
        wake(until: frame.time)
        pace(frame.time)
        last = frame.time
        output(TraceLines.line(of: frame))
        scene.handle(frame, &events)
        tell()
    }
}
