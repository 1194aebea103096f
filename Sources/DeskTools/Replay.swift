import Arguments
import Glibc
import System
import TouchCore
import TouchDevice
import TouchDump
import TouchInput
import TouchModels
import TouchRecording

extension ToolsProgram {
    /// Plays a recording through the engine, or on the panel of a touchsim.
    func replay(_ files: [String]) throws(CommandError) {
        let speed = try arguments.number("speed", in: 0.001...1_000_000)
        if let socket = arguments["into"] {
            guard files.count == 1 else { throw .usage("--into takes one recording") }
            return try PanelSocket.play(files[0], speed: speed ?? 1, at: socket)
        }
        // Any view that the daemon accepts.
        let sides = try size("view", in: Size.viewSides) ?? (width: 1920, height: 1080)
        var rotation = Rotation.none
        if let text = arguments["rotate"] {
            guard let turn = Int(text).flatMap(Rotation.init(rawValue:)) else {
                throw .usage("--rotate takes 0, 90, 180 or 270, not \(text)")
            }
            rotation = turn
        }
        let view = Size(width: Double(sides.width), height: Double(sides.height))
        guard let path = arguments["output"] else { return try play(files, view, rotation, speed, output) }
        var text = ""
        try play(files, view, rotation, speed) { text += $0 }
        try File.write(Array(text.utf8), to: path)
    }

    /// Plays a recording, without a scene in `view`; `output` receives the lines of the trace.
    private func play(
        _ files: [String], _ view: Size, _ rotation: Rotation, _ speed: Double?, _ output: @escaping (String) -> Void
    ) throws(CommandError) {
        let text = try arguments["scene"].map { path throws(CommandError) in try File.text(path) }
        let scene: Scene
        do {
            scene = try text.map { try TracePlayer(Trace(parsing: $0)).scene } ?? Scene(view: view, widgets: [])
        } catch { throw .file("\(arguments["scene"] ?? "scene"): \(error)") }
        let devices = try recordings(files)
        try RecordedKinds(devices).expectFingers(files[0], remark: complaint)
        let name = devices.first?.description?.name ?? "no device in the recording"
        output(TraceLines.header(about: "replay of \(name)", view: scene.view))
        for line in (text ?? "").split(separator: "\n") where line.mentions("\"kind\"") { output(line + "\n") }
        let replay = Replay(scene, speed: speed, output: output)
        let panel = PanelView(view: scene.view, rotation: rotation)
        RecordedSeat(devices, view: { _ in panel }, sink: replay).play(devices)
        replay.end()
    }
}

/// A recording that is played through the engine in the recording's own time; needs no device and no daemon.
///
/// It writes a trace: the scene, the frames, the wake-ups of models, the events. The same recording and scene give the
/// same bytes, at any speed.
private final class Replay {
    /// Maximum time simulated after the last finger.
    private static let patience = Interval.seconds(10)

    /// 1 is the recording's pace; nil: as fast as possible.
    private let speed: Double?
    private let output: (String) -> Void
    private var scene: Scene
    private var events = Events()
    private var started: Instant?
    private var last = Instant.zero

    init(_ scene: Scene, speed: Double?, output: @escaping (String) -> Void) {
        (self.speed, self.scene, self.output) = (speed, scene, output)
    }

    /// The remaining deadlines of the models after the last finger.
    func end() { wake(until: last.advanced(by: Self.patience)) }

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
            output(told.line)
        }
        events.removeAll()
    }

    /// Waits until a moment of the recording is due.
    private func pace(_ time: Instant) {
        guard let speed else { return }
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
