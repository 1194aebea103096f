import SeededNumbers
import TestSupport
import Testing
import TouchCore

@testable import TouchInput

struct TouchDecoderTests {
    @Test(arguments: [
        // A palm that lifts as a palm; the next finger reports after its id that it is one, as the kernel writes it.
        (
            "slot=0 id=1 x=100 y=5 / tool=2 / id=-1 / id=2 tool=0 x=300 y=5 / x=310 / id=-1 /",
            ["1b 100", "1c 100", "2b 300", "2m 310", "2e 310"]
        ),
        // Three times the same, to show that no state is left over.
        (
            "slot=0 id=1 tool=2 x=100 y=5 / id=-1 / id=2 tool=0 x=300 / id=-1 / id=3 tool=2 x=100 / id=-1 / "
                + "id=4 tool=0 x=300 / id=-1 /",
            ["1b 300", "1e 300", "2b 300", "2e 300"]
        ),
        // A palm lifted in the frame that reports it as one, and a palm that lands in the slot of another.
        ("slot=0 id=1 x=100 y=5 / tool=2 id=-1 / id=2 x=300 / id=-1 /", ["1b 100", "1c 100"]),
        // A finger that was a palm is ignored until it lands again.
        (
            "slot=0 id=1 x=100 y=5 / tool=2 / tool=0 x=120 / id=-1 / id=2 x=300 / id=-1 /",
            ["1b 100", "1c 100", "2b 300", "2e 300"]
        ),
        // Lift and landing in one frame: both are reported, each at its own place.
        ("slot=0 id=1 x=100 y=5 / id=-1 id=2 x=900 / id=-1 /", ["1b 100", "1e 100, 2b 900", "2e 900"]),
        // The same without a lift: the kernel has not reported that the first one lifted.
        ("slot=0 id=1 x=100 y=5 / id=2 x=900 / id=-1 /", ["1b 100", "1c 100, 2b 900", "2e 900"]),
        // The new finger is at the same place as the old one, so the kernel repeats no coordinates.
        ("slot=0 id=1 x=100 y=5 / id=-1 / id=2 / id=-1 /", ["1b 100", "1e 100", "2b 100", "2e 100"]),
        // One of two is replaced.
        (
            "slot=0 id=1 x=100 y=5 slot=1 id=2 x=500 y=5 / slot=1 id=-1 id=3 x=900 / slot=0 id=-1 slot=1 id=-1 /",
            ["1b 100, 2b 500", "2e 500, 3b 900", "1e 100, 3e 900"]
        ),
        // A finger that lands and lifts within a frame was in no frame.
        ("slot=0 id=1 x=100 y=5 id=-1 / id=2 x=300 / id=-1 /", ["1b 300", "1e 300"]),
        // A slot that the panel does not have is not selected.
        ("slot=0 id=1 x=100 y=5 / slot=12 / x=110 / id=-1 /", ["1b 100", "1m 110", "1e 110"]),
        // Values begin with 0, and one that stays is not reported.
        ("slot=0 id=1 x=100 / y=5 / id=-1 /", ["1b 100", "1m 100", "1e 100"]),
        // The kernel cuts a report: its parts are one frame, and a lift is a lift.
        ("/ slot=0 id=1 sync=1 x=100 y=5 / id=-1 sync=1 touch=0 /", ["1b 100", "1e 100"]),
        // A finger above the surface touches while its distance is 0.
        (
            "slot=0 id=1 x=100 y=5 distance=2 / x=110 distance=0 touch=1 / x=120 / distance=3 touch=0 / x=300 / "
                + "@900 distance=0 / id=-1 / id=2 distance=1 / id=-1 /",
            ["1b 110", "1m 120", "1e 120", "2b 300", "2e 300"]
        ),
        // Some systems end every report with 1.
        ("slot=0 id=1 x=100 y=5 sync=1 @20 x=110 sync=1 @30 id=-1 sync=1", ["1b 100", "1m 110", "1e 110"]),
    ])
    func `fingers follow the kernel's slots`(events: String, expected: [String]) {
        let bench = Bench()
        bench.play(events)
        #expect(bench.story == expected)
    }

    @Test(arguments: [
        // A drop in the middle of a frame, then another slot: the next tap is reported, at its own place.
        (
            "slot=0 id=1 x=100 y=5 / x=120 drop / slot=1 id=2 x=500 y=7 / id=-1 / slot=0 id=3 x=800 y=9 / id=-1 /",
            ["1b 100", "1c 100", "2b 500", "2e 500", "3b 800", "3e 800"]
        ),
        // The selected slot is unknown; a tap in it is reported nevertheless.
        ("slot=3 id=1 x=100 y=5 / drop / id=-1 / id=2 x=500 y=7 / id=-1 /", ["1b 100", "1c 100", "2b 500", "2e 500"]),
        // The landing was lost, its coordinates were not.
        (
            "slot=0 id=1 x=100 y=5 / drop x=500 y=7 / x=510 / id=-1 /",
            ["1b 100", "1c 100", "2b 500", "2m 510", "2e 510"]
        ),
        // One coordinate may be that of another finger: it begins at its own place or not at all.
        (
            "slot=0 id=1 x=100 y=5 / drop / id=-1 / id=2 x=500 / y=9 / id=-1 /",
            ["1b 100", "1c 100", "2b 500", "2e 500"]
        ),
        // A finger in an unknown slot is cancelled when another is selected: none stays down forever.
        (
            "slot=3 id=1 x=100 y=5 / drop / id=2 x=500 y=7 / slot=1 id=3 x=700 y=7 / slot=3 id=-1 slot=1 id=-1 /",
            ["1b 100", "1c 100", "2b 500", "2c 500, 3b 700", "3e 700"]
        ),
        // A lift that was not reported before the loss is dropped.
        ("slot=0 id=1 x=100 y=5 / id=-1 drop / id=2 x=300 y=5 / id=-1 /", ["1b 100", "1c 100", "2b 300", "2e 300"]),
    ])
    func `after lost events nothing is assumed`(events: String, expected: [String]) {
        let bench = Bench()
        bench.play(events)
        #expect(bench.story == expected)
        #expect(bench.notices == [.eventsLost])
    }

    @Test(arguments: [
        ("slot=0 id=1 tool=2 x=100 y=5 / id=-1 /", ["palm 100,5"]),
        ("slot=0 id=1 x=100 y=5 id=-1 /", ["pressed_and_released 100,5"]),
        ("slot=0 id=1 x=100 y=5 / drop / id=2 x=500 / slot=1 /", ["lost", "lost"]),
        // After a loss a finger lands where another was, so that the kernel reports no position of it.
        ("drop / slot=0 id=5 / id=-1 /", ["lost", "unknown_place"]),
    ])
    func `an ignored landing has a reason, and its place if that is known`(events: String, reasons: [String]) {
        let bench = Bench()
        bench.play(events)
        #expect(bench.unheard == reasons)
    }

    @Test(arguments: [
        ("edge_zone 5,500", "slot=0 id=1 x=5 y=500 / id=-1 /"),
        ("dead_zone 800,500", "slot=0 id=1 x=800 y=500 / id=-1 /"),
        ("ghost 500,500", "slot=0 id=1 x=500 y=500 / id=-1 /"),
        ("bounce 501,500", "slot=0 id=1 x=500 y=500 / / / id=-1 / id=2 x=501 / / / id=-1 /"),
    ])
    func `a landing removed by a filter has a reason and its place`(reason: String, events: String) throws {
        var wish = PanelView(view: Size(width: 1_000, height: 1_000))
        wish.filters.edgeZone = 5
        wish.filters.deadZones = [.init(start: UnitPoint(x: 0.7, y: 0), end: UnitPoint(x: 0.9, y: 1))]
        wish.filters.minimumLife = .milliseconds(20)
        wish.filters.debounce = .milliseconds(40)
        // Without effect, because the panel reports no breadth.
        wish.filters.minimumSize = 4
        let bench = Bench(wish: wish)
        bench.play(events)
        #expect(bench.unheard == [reason])
        // The same filters beside a panel without any.
        let plain = Bench()
        plain.play(events)
        var trial = try #require(FilterTrial(wish, of: plain.panel.device))
        for frame in plain.frames { trial.handle(frame) { _ in nil } }
        #expect(trial.removed.map { "\($0.key.rawValue) \($0.value)" } == ["\(reason.prefix { $0 != " " }) 1"])
    }

    @Test func `a single-touch panel after lost events`() {
        let bench = Bench(slots: nil)
        bench.play("touch=1 X=100 Y=5 / drop / X=120 / Y=7 / touch=0 / touch=1 X=300 Y=7 / touch=0 /")
        #expect(bench.story == ["1b 100", "1c 100", "2b 120", "2e 120", "3b 300", "3e 300"])
    }

    @Test func `a finger that was down at the start is ignored until it lands again`() {
        var decoder = TouchDecoder(SlotModel.description)
        var model = SlotModel()
        model.land(2, id: 9, x: 100, y: 5)
        decoder.begin(with: model.snapshot)
        #expect(decoder.isHeldSinceStart)
        #expect(decoder.play([(3, 0x35, 110), (0, 0, 0)]).isEmpty)
        #expect(decoder.play([(3, 0x39, -1), (0, 0, 0)]).isEmpty)
        #expect(!decoder.isHeldSinceStart)
        // The kernel does not repeat the y that the slot already has.
        let landing = decoder.play([(3, 0x39, 10), (3, 0x35, 300), (0, 0, 0)])
        #expect(landing.map(\.phase) == [.began] && decoder.slot(of: landing[0].id)?.name == 2)
        #expect(landing[0].place == UnitPoint(x: 0.3, y: 0.005))
    }

    @Test func `it remains so through a loss, until its id changes or a silence shows another`() {
        for isSelected in [true, false] {
            var decoder = TouchDecoder(SlotModel.description)
            var model = SlotModel()
            model.land(2, id: 9, x: 100, y: 5)
            decoder.begin(with: model.snapshot)
            let moves: [(type: UInt16, code: UInt16, value: Int32)] =
                (isSelected ? [(3, 0x2f, 2)] : []) + [(3, 0x35, 110), (3, 0x36, 7), (0, 0, 0)]
            #expect(decoder.play([(0, 3, 0), (0, 0, 0)] + moves).isEmpty)
            decoder.settle(with: model.snapshot, at: .zero)
            #expect(decoder.frame.contacts.isEmpty && decoder.isHeldSinceStart)
            #expect(decoder.play([(3, 0x39, -1), (3, 0x39, 10), (0, 0, 0)]).map(\.phase) == [.began])
        }
    }

    @Test(arguments: [
        // The tracking id stays for ever; the next finger is another, at its own place.
        (
            "slot=0 id=0 x=100 y=5 touch=1 / x=110 / touch=0 / @500 touch=1 x=900 / x=890 / touch=0 / @900 /",
            ["1b 100", "1m 110", "1c 110", "2b 900", "2m 890", "2c 890"]
        ),
        // It lands before the first was given up.
        (
            "slot=0 id=0 x=100 y=5 touch=1 / touch=0 / @70 touch=1 x=900 / touch=0 id=-1 /",
            ["1b 100", "1c 100, 2b 900", "2e 900"]
        ),
    ])
    func `a contact that never ends is given up when nothing touches the panel`(events: String, expected: [String]) {
        let bench = Bench()
        bench.play(events)
        #expect(bench.story == expected)
        #expect(bench.notices == expected.joined().filter { $0 == "c" }.map { _ in .stuckContact })
    }

    @Test(arguments: [
        // A finger that rests, beside one that lifts.
        "slot=0 id=1 x=100 y=5 touch=1 slot=1 id=2 x=500 y=5 / slot=1 id=-1 / @9000 slot=0 x=120 / id=-1 touch=0 /",
        // The lift comes in the report after BTN_TOUCH.
        "slot=0 id=1 x=100 y=5 touch=1 / touch=0 / id=-1 / @900 id=2 touch=1 x=300 / id=-1 touch=0 /",
        // Every report presses and releases.
        "slot=0 id=1 x=100 y=5 touch=1 touch=0 / touch=1 x=110 touch=0 / touch=1 x=120 touch=0 / id=-1 /",
    ])
    func `fingers that end are not given up`(events: String) {
        let bench = Bench()
        bench.play(events + " @20000 /")
        #expect(bench.notices.isEmpty && bench.story.allSatisfy { !$0.contains("c") }, "\(bench.story)")
        #expect(bench.lives.left == 0)
    }

    @Test func `a finger whose lift was read in half a frame ends once if the silence shows another in its slot`() {
        var decoder = TouchDecoder(SlotModel.description)
        var model = SlotModel()
        model.land(1, id: 4, x: 100, y: 5)
        _ = decoder.play([(0, 3, 0), (0, 0, 0)])
        let first = decoder.play(model.takeEvents() + [(3, 0x36, 6), (0, 0, 0)])
        #expect(first.map(\.phase) == [.began])
        _ = decoder.play([(3, 0x39, -1)])
        model.land(1, id: 7, x: 700, y: 5)
        decoder.settle(with: model.snapshot, at: .zero)
        #expect(decoder.frame.contacts.map(\.phase) == [.cancelled, .began])
        #expect(decoder.contacts == 1)
    }

    @Test func `a finger is kept although another program alone got the selection of its slot`() {
        var decoder = TouchDecoder(SlotModel.description)
        var model = SlotModel()
        model.land(1, id: 4, x: 100, y: 5)
        _ = model.takeEvents()
        model.land(1, id: 5, x: 700, y: 5)
        #expect(decoder.play(model.takeEvents() + [(3, 0x36, 5), (0, 0, 0)]).map(\.phase) == [.began])
        #expect(decoder.misses(model.snapshot.slots.map(\.id)))
        let hasEnded = decoder.endMissed(with: model.snapshot, at: .zero)
        #expect(!hasEnded)
        #expect(decoder.frame.contacts.isEmpty && !decoder.misses(model.snapshot.slots.map(\.id)))
        #expect(decoder.play([(3, 0x39, -1), (0, 0, 0)]).map(\.phase) == [.ended])
    }

    @Test func `in every silence each contact is a finger in the kernel's slots, whatever other programs grabbed`() {
        var random = SplitMix64(seed: 20_261_128)
        var (model, decoder) = (SlotModel(), TouchDecoder(SlotModel.description))
        decoder.begin(with: model.snapshot)
        var (lives, ended, isGrabbed) = (Lives(), 0, false)
        for frame in 0..<Self.frames {
            model.step(&random)
            if Int.random(in: 0..<10, using: &random) == 0 { isGrabbed.toggle() }
            let events = model.takeEvents()
            if !isGrabbed { lives.record(decoder.play(events)) }
            let ids = model.snapshot.slots.map(\.id)
            guard frame % 8 == 0, decoder.misses(ids) else { continue }
            _ = decoder.endMissed(with: model.snapshot, at: .zero)
            ended += decoder.frame.contacts.count
            #expect(decoder.frame.contacts.allSatisfy { $0.phase == .cancelled })
            lives.record(decoder.frame.contacts)
            guard !decoder.misses(ids), lives.left <= ids.count(where: { $0 >= 0 }) else {
                Issue.record("after \(frame) frames: \(lives.left) contacts, not \(ids)")
                return
            }
        }
        #expect(ended > Self.frames / 100)
        #expect(lives.oddities.isEmpty)
    }

    /// The number of frames: `make nightly` asks for a million.
    private static let frames = effort("TOUCHD_FRAMES", usual: 50_000)

    @Test func `in every silence the contacts are the fingers in the kernel's slots`() {
        var random = SplitMix64(seed: 20_261_123)
        var model = SlotModel()
        var decoder = TouchDecoder(SlotModel.description)
        decoder.begin(with: model.snapshot)
        var lives = Lives()
        var heard: [ContactID: UnitPoint] = [:]
        func follow(_ contacts: [Contact]) {
            lives.record(contacts)
            for contact in contacts {
                heard[contact.id] = [.began, .moved].contains(contact.phase) ? contact.place ?? .unknown : nil
            }
        }
        var (silences, losses) = (0, 0)
        for frame in 0..<Self.frames {
            model.step(&random)
            var events = model.takeEvents()
            if Int.random(in: 0..<20, using: &random) == 0 {
                losses += 1
                // What an overflowing buffer leaves: a gap that may begin and end anywhere.
                for _ in 0..<Int.random(in: 0..<5, using: &random) {
                    model.step(&random)
                    events += model.takeEvents()
                }
                let start = Int.random(in: 0..<events.count, using: &random)
                let end = Int.random(in: start..<events.count, using: &random)
                events.replaceSubrange(start..<end, with: [(0, 3, 0)])
            }
            follow(decoder.play(events))
            guard frame % 8 == 0 else { continue }
            silences += 1
            if decoder.isUnsettled {
                decoder.settle(with: model.snapshot, at: .zero)
                follow(decoder.frame.contacts)
            }
            let expected = model.fingers
            let names = heard.mapValues { "\(Int(($0.x * 1_000).rounded())),\(Int(($0.y * 1_000).rounded()))" }.values
                .sorted()
            guard names == expected.map({ "\($0.x),\($0.y)" }).sorted() else {
                Issue.record("after \(frame) frames: \(names), not \(expected)")
                return
            }
        }
        #expect(silences >= Self.frames / 8 && losses > Self.frames / 40)
        #expect(lives.oddities.isEmpty)
    }
}

extension TouchDecoder {
    mutating func play(_ events: [(type: UInt16, code: UInt16, value: Int32)]) -> [Contact] {
        var all: [Contact] = []
        for event in events {
            let event = InputEvent(microseconds: 0, type: event.type, code: event.code, value: event.value)
            guard feed(event) else { continue }
            all += frame.contacts
        }
        return all
    }
}

extension SlotModel {
    static let description: DeviceDescription = {
        var description = DeviceDescription(name: "model")
        description.axes[InputCode.slot] = Axis(minimum: 0, maximum: 9)
        let axis = Axis(minimum: 0, maximum: 1_000)
        description.axes[InputCode.positionX] = axis
        description.axes[InputCode.positionY] = axis
        return description
    }()

    fileprivate var snapshot: TouchDecoder.Snapshot {
        .init(
            selected: selected,
            slots: slots.map { .init(id: $0.id, x: $0.x, y: $0.y, tool: $0.tool, breadth: nil) })
    }
}
