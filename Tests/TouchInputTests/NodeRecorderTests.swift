import Glibc
import Testing
import TouchCore
import TouchDevice

@testable import TouchInput

/// What a recorder keeps of a node, compared with what a seat makes of it.
struct NodeRecorderTests {
    private static let axis = Axis(minimum: 0, maximum: 1_000)
    private static let description = DeviceDescription(
        panel: "node", .init(bus: 0, vendor: 0, product: 0, version: 0), x: axis, y: axis, slots: 5)

    /// The kernel's side of a node.
    private final class Node: PanelNode {
        private var state = PanelState(description: description)
        private var ends: [Int32] = [-1, -1]
        let recording = DeviceRecording(node: "/dev/input/event9", description: description)
        var reader: Int32 { ends[0] }

        init() { precondition(unsafe pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) }

        deinit { for end in ends { close(end) } }

        func report(_ events: [InputEvent], isLost: Bool) {
            state.absorb(events)
            if !isLost { writeAsKernel(events, to: ends[1]) }
        }

        func value(ofAxis code: UInt16) -> Int32 { state.value(ofAxis: code) }
        func slotValues(ofAxis code: UInt16, count: Int) -> [Int32]? {
            Array(state.slotValues(ofAxis: code).prefix(count))
        }
        var isReadable: Bool { ReadTap.isReadable(reader) }
        var isInhibited: Bool { false }
        func grab(_ isWanted: Bool) -> Int32 { 0 }
        func mark(_ isHeld: Bool) {}
        var isMarkedElsewhere: Bool { false }
    }

    /// Events, as words of ``Bench``; `lost` before them: readers do not get them; `silence`: a second without any.
    @Test(arguments: [
        (["id=1 x=100 y=5 / id=2 x=300 / id=-1 /"], ["1b 100", "1c 100, 2b 300", "2e 300"]),
        (
            ["id=1 x=100 y=5 / drop /", "silence", "x=150 / id=-1 /"],
            ["1b 100", "1c 100", "2b 100", "2m 150", "2e 150"]
        ),
        (
            ["id=1 x=100 y=5 / drop /", "lost id=-1 /", "silence", "id=2 x=300 / id=-1 /"],
            ["1b 100", "1c 100", "2b 300", "2e 300"]
        ),
        (
            ["id=1 x=100 y=5 / drop / x=120 y=6 /", "silence", "x=150 / id=-1 /"],
            ["1b 100", "1c 100", "2b 120", "2m 150", "2e 150"]
        ),
        (
            [
                "id=1 x=100 y=5 / slot=1 id=2 x=500 y=5 / drop / slot=0 x=120 y=6 /", "silence",
                "slot=1 x=600 / id=-1 / slot=0 id=-1 /",
            ],
            ["1b 100", "2b 500", "1c 100, 2c 500", "3b 120", "4b 500", "4m 600", "4e 600", "3e 120"]
        ),
        (
            ["id=1 x=100 y=5 / slot=1 id=2 x=500 y=5 / drop / slot=0 id=-1 / id=7 /", "silence", "x=150 / id=-1 /"],
            ["1b 100", "2b 500", "1c 100, 2c 500", "3b 100, 4b 500", "3m 150", "3e 150", "4c 500"]
        ),
    ])
    func `a recording has the contacts that a seat has, also after lost events`(steps: [String], expected: [String])
        throws
    {
        let (live, recorded) = (Node(), Node())
        var (now, time) = (Instant.zero, Int64(10_000))
        let heard = Bench()
        let rounds = PanelRounds { now }
        rounds.begin(for: heard)
        let device = try #require(Device(live.recording, id: DeviceID(1)))
        let view = PanelView(view: Size(width: 1_000, height: 1_000))
        try #require(rounds.add(device, Self.description, reading: live.reader, of: live, view))
        let recorder = try NodeRecorder(recorded.recording, reading: recorded.reader, of: recorded)
        var recording = recorded.recording
        for step in steps {
            if step == "silence" {
                now = now.advanced(by: Panel.silence)
                time = now.microseconds + 10_000
                rounds.tick(at: now)
                if let due = recorder.due { recorder.settle(at: due) { recording.events.append($0) } }
                continue
            }
            let isLost = step.hasPrefix("lost ")
            let events = Bench.events(String(step.drop { isLost && $0 != " " }), from: &time)
            for node in [live, recorded] { node.report(events, isLost: isLost) }
            if !isLost { now = Instant(microseconds: events.last?.microseconds ?? 0) }
            rounds.dispatch()
            #expect(recorder.read { recording.events.append($0) })
        }
        rounds.remove(device.id)
        #expect(heard.story == expected)
        #expect(Bench.reading(recording).story == expected)
        #expect(recorder.due == nil)
    }

    @Test func `values from before the recording are in its first frame, without the fingers that are down`() throws {
        let node = Node()
        var time = Int64(0)
        node.report(Bench.events("slot=3 id=1 x=100 y=5 /", from: &time), isLost: true)
        let recorder = try NodeRecorder(node.recording, reading: node.reader, of: node)
        let expected: [InputEvent] = [
            .absolute(InputCode.slot, 3), .absolute(InputCode.positionX, 100), .absolute(InputCode.positionY, 5),
            .absolute(InputCode.slot, 3),
        ]
        #expect(recorder.places() == expected)
    }
}
