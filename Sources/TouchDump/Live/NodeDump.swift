import System
import EventLoop
import EventNodes
import RecordingWriters
import TouchCore
import TouchDevice
import TouchInput

/// The part of a dump that reads nodes directly and writes their raw events.
final class NodeDump {
    private let readers: [NodeReader]
    private let seat: RecordedSeat
    private var writer: any RecordingWriter
    private let output: (String) -> Void
    private let isRebased: Bool
    private var base: Int64?
    private var open: [[InputEvent]]
    private var hasBegun: [Bool]
    private var present: Int

    /// Opens the nodes and writes their descriptions; `sink` receives the fingers.
    init(
        _ nodes: [String], as dialect: Dialect, sink: any SeatSink, output: @escaping (String) -> Void
    ) throws(NodeError) {
        readers = try nodes.map { node throws(NodeError) in try NodeReader(node) }
        (writer, self.output) = (dialect.writer, output)
        // evtest shows the kernel's timestamps, the others begin at 0.
        isRebased = dialect != .evtest
        open = readers.map { $0.places() }
        hasBegun = readers.map { _ in false }
        present = readers.count
        let devices = readers.map { $0.describe() }
        seat = RecordedSeat(devices, view: { _ in .percent }, sink: sink)
        for (index, events) in open.enumerated() { for event in events { seat.feed(event, of: index) } }
        output(writer.begin(devices))
    }

    var rounds: PanelRounds { seat.rounds }

    /// Listens to all nodes and calls `ended` when the last of them is gone.
    func listen(on loop: EventLoop, ended: @escaping () -> Void) throws -> [Watch] {
        try readers.enumerated().map { index, reader in
            var watch: Watch?
            watch = try loop.watch(reader.descriptor, for: .input, priority: .important) { [unowned self] _ in
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
        readers[index].read { event in
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
