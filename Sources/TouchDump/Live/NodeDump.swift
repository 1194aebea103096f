import System
import EventLoop
import EventNodes
import RecordingWriters
import TouchCore
import TouchDevice
import TouchInput

/// The part of a dump that reads nodes directly and writes their raw events.
final class NodeDump {
    private let recorders: [NodeRecorder]
    private let seat: RecordedSeat
    private var writer: any RecordingWriter
    private let output: (String) -> Void
    private let isRebased: Bool
    private var base: Int64?
    private var open: [[InputEvent]]
    private var hasBegun: [Bool]
    private var present: Int
    /// Fires when a recorder is due.
    private var timer: Timer?

    /// Opens the nodes and writes their descriptions; `sink` receives the fingers.
    init(
        _ nodes: [String], as dialect: Dialect, sink: TouchCollector, output: @escaping (String) -> Void
    ) throws(NodeError) {
        recorders = try nodes.map { node throws(NodeError) in try NodeRecorder(node) }
        (writer, self.output) = (dialect.writer, output)
        // evtest shows the kernel's timestamps, the others begin at 0.
        isRebased = dialect != .evtest
        open = recorders.map { $0.places() }
        hasBegun = recorders.map { _ in false }
        present = recorders.count
        let devices = recorders.map(\.recording)
        seat = RecordedSeat(devices, view: sink.view, sink: sink)
        for (index, events) in open.enumerated() { for event in events { seat.feed(event, of: index) } }
        output(writer.begin(devices))
    }

    var rounds: PanelRounds { seat.rounds }

    /// Listens to all nodes and calls `ended` when the last of them is gone.
    func listen(on loop: EventLoop, ended: @escaping () -> Void) throws -> [Watch] {
        timer = try loop.timer { [unowned self, unowned loop] in
            for (index, recorder) in recorders.enumerated() { recorder.settle(at: loop.now) { record($0, of: index) } }
            armTimer()
        }
        return try recorders.enumerated().map { index, recorder in
            var watch: Watch?
            watch = try loop.watch(recorder.descriptor, for: .input, priority: .important) { [unowned self] _ in
                guard !read(index) else { return }
                watch?.cancel()
                present -= 1
                if present == 0 { ended() }
            }
            guard let watch else { preconditionFailure("a watch that was made exists") }
            return watch
        }
    }

    private func read(_ index: Int) -> Bool {
        defer { armTimer() }
        return recorders[index].read { record($0, of: index) }
    }

    private func armTimer() { timer?.set(at: recorders.compactMap(\.due).min()) }

    private func record(_ event: InputEvent, of index: Int) {
        seat.feed(event, of: index)
        let base = base ?? event.microseconds
        self.base = base
        var event = event
        if isRebased { event.microseconds = max(0, event.microseconds - base) }
        open[index].append(event)
        // The kernel's values at the start, which it does not report again, begin the first frame.
        for earlier in open[index].indices where !hasBegun[index] {
            open[index][earlier].microseconds = event.microseconds
        }
        hasBegun[index] = true
        if event.isFrameEnd { flush(index) }
    }

    private func flush(_ index: Int) {
        guard !open[index].isEmpty else { return }
        output(writer.write(open[index][...], of: index))
        open[index].removeAll(keepingCapacity: true)
    }

    func end() {
        for index in open.indices where hasBegun[index] { flush(index) }
        output(writer.end())
        seat.end(at: .now)
    }
}
