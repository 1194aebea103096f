import CAllocations
import SeededNumbers
import TestSupport
import Testing
import TouchCore
import TouchModels

/// Cost as a count, independent of the machine's speed.
@Suite(.enabled(if: allocations_are_counted()))
struct AllocationTests {
    @Test func `the allocation counter counts`() {
        let before = allocations_of_this_thread()
        let made = [Int](repeating: 7, count: 1_000)
        #expect(made.reduce(0, +) == 7_000)
        #expect(allocations_of_this_thread() > before)
    }

    /// Frames of one finger that lands where the model accepts it, is held, and moves over the widget.
    static func frames(from start: Point, count: Int) -> [Frame] {
        var generator = SplitMix64(seed: 9)
        return (0..<count).map { number in
            let place =
                number < 2
                ? start
                : Point(x: .random(in: 0...400, using: &generator), y: .random(in: 0...300, using: &generator))
            // The second sample comes after every long press.
            let time = Instant(microseconds: number == 0 ? 0 : 1_000_000 + Int64(number) * 8_000)
            let contact = Contact(id: ContactID(1), phase: number == 0 ? .began : .moved, position: place)
            return Frame(device: DeviceID(1), time: time, provenance: .virtual, contacts: [contact])
        }
    }

    /// Settings with which a moving finger drags, and the model reports it.
    static let settings: [String: Settings] = [
        "pattern": ["trail": .word("live")],
        "step_slider": ["input": .word("drag"), "trackHeight": .number(20), "hitMargin": .number(0)],
    ]

    /// A place in the view where the model accepts a landing.
    static func landing(in scene: Scene) -> Point? {
        let frame = Subject.frame
        for y in stride(from: frame.minY + 1, to: frame.maxY, by: 8) {
            for x in stride(from: frame.minX + 1, to: frame.maxX, by: 8) {
                let local = Point(x: x - frame.minX, y: y - frame.minY)
                if scene.widgets[0].model.accepts(local) { return Point(x: x, y: y) }
            }
        }
        return nil
    }

    @Test(arguments: Subject.all)
    func `no sample of a drag allocates once the buffers have grown`(subject: Subject) throws {
        var scene = try subject.scene(Self.settings[subject.kind] ?? [:])
        let frames = Self.frames(from: try #require(Self.landing(in: scene)), count: 2_200)
        var events = Events()
        var spoken = 0
        for frame in frames[..<190] { scene.handle(frame, &events) }
        events.removeAll()
        // A few at a time are removed in a different way, which the runtime must have used once.
        for frame in frames[190..<200] { scene.handle(frame, &events) }
        events.removeAll()
        let before = allocations_of_this_thread()
        for index in 200..<frames.count {
            scene.handle(frames[index], &events)
            spoken += events.list.count
            events.removeAll()
        }
        #expect(allocations_of_this_thread() - before == 0)
        // A pattern has all its dots by then, a button was left, and a PIN pad reports no keys: all others report every
        // move.
        #expect(spoken > 500 || ["button", "gesture", "pin"].contains(subject.kind))
    }

    @Test func `a landing that reaches no widget allocates only in the search, after the first one`() throws {
        let subject = try #require(Subject.all.first)
        var scene = try subject.scene([:])
        let frames = (0..<1_000).map { number in
            let contact = Contact(id: ContactID(UInt64(number)), phase: .began, position: Point(x: 1, y: 1))
            return Frame(
                device: DeviceID(1), time: Instant(microseconds: Int64(number)), provenance: .virtual,
                contacts: [contact])
        }
        var (events, unheard) = (Events(), 0)
        for frame in frames[..<200] { scene.handle(frame, &events) }
        // The search itself allocates where it is not optimized.
        var before = allocations_of_this_thread()
        for index in 200..<frames.count where scene.hasWidget(at: frames[index].contacts[0].position) { unheard -= 1 }
        let searching = allocations_of_this_thread() - before
        before = allocations_of_this_thread()
        for index in 200..<frames.count {
            scene.handle(frames[index], &events)
            unheard += scene.unheard.count
        }
        #expect(allocations_of_this_thread() - before == searching)
        #expect(unheard == frames.count - 200)
    }
}
