import Testing
import TouchCore

@testable import TouchInput

struct FrameAssemblerTests {
    private static let here = UnitPoint(x: 0.25, y: 0.5)
    private static let there = UnitPoint(x: 0.5, y: 0.5)

    @Test func `a contact keeps its id from landing to lifting and gets a new one after`() {
        let bench = Bench()
        bench.take(.down(slot: 0, Self.here), at: 1)
        bench.assembler.closeFrame()
        bench.take(.motion(slot: 0, Self.there), at: 2)
        bench.assembler.closeFrame()
        bench.take(.up(slot: 0), at: 3)
        bench.assembler.closeFrame()
        bench.take(.down(slot: 0, Self.here), at: 4)
        bench.endRound()
        #expect(bench.story == ["1: began 1", "2: moved 1", "3: ended 1", "4: began 2"])
    }

    @Test func `a single touch panel's slot of minus one is a slot like any other`() {
        let bench = Bench(slots: nil)
        bench.take(.down(slot: -1, Self.here), at: 1)
        bench.take(.up(slot: -1), at: 2)
        bench.endRound()
        #expect(bench.story == ["1: began 1", "2: ended 1"])
    }

    @Test func `a frame that libinput never closed is closed by the end of the round`() {
        let bench = Bench()
        bench.take(.down(slot: 0, Self.here), at: 1)
        #expect(bench.story.isEmpty)
        bench.endRound()
        #expect(bench.story == ["1: began 1"])
    }

    @Test func `a frame closes when the stamp changes`() {
        let bench = Bench()
        bench.take(.down(slot: 0, Self.here), at: 1)
        bench.take(.down(slot: 1, Self.there), at: 1)
        bench.take(.motion(slot: 0, Self.there), at: 2)
        bench.endRound()
        #expect(bench.story == ["1: began 1, began 2", "2: moved 1"])
    }

    @Test func `a frame closes when the panel changes`() {
        let bench = Bench()
        let other = Panel.made(id: 2, slots: 10)
        bench.take(.down(slot: 0, Self.here), at: 1)
        bench.take(.down(slot: 0, Self.here), at: 1, of: other)
        bench.endRound()
        #expect(bench.frames.map(\.device.number) == [1, 2])
        #expect(bench.story == ["1: began 1", "1: began 2"])
    }

    @Test func `a lift carries the last known place`() {
        let bench = Bench()
        bench.take(.down(slot: 0, Self.here), at: 1)
        bench.take(.motion(slot: 0, Self.there), at: 2)
        bench.take(.up(slot: 0), at: 3)
        bench.endRound()
        #expect(bench.frames.last?.contacts.first?.position == Point(x: 50, y: 50))
        #expect(bench.frames.last?.contacts.first?.millimetres == Millimetres(x: 100, y: 50))
    }

    @Test func `a contact is at most once in a frame`() {
        let bench = Bench()
        bench.take(.down(slot: 0, Self.here), at: 1)
        bench.take(.motion(slot: 0, Self.there), at: 1)
        bench.take(.up(slot: 0), at: 1)
        bench.endRound()
        #expect(bench.story == ["1: began 1", "1: moved 1", "1: ended 1"])
        #expect(bench.frames.map { $0.contacts[0].position.x } == [25, 50, 50])
    }

    @Test func `a landing in a slot that never lifted cancels the finger before it`() {
        let bench = Bench()
        bench.take(.down(slot: 0, Self.here), at: 1)
        bench.take(.down(slot: 0, Self.there), at: 2)
        bench.endRound()
        #expect(bench.story == ["1: began 1", "2: cancelled 1, began 2"])
    }

    @Test func `reports about a finger that is not down are nothing`() {
        let bench = Bench()
        bench.take(.motion(slot: 3, Self.here), at: 1)
        bench.take(.up(slot: 3), at: 2)
        bench.take(.cancel(slot: 3), at: 3)
        bench.endRound()
        #expect(bench.story.isEmpty)
    }

    @Test func `an unplugged panel's fingers are all cancelled in one frame`() {
        let bench = Bench()
        bench.take(.down(slot: 0, Self.here), at: 1)
        bench.take(.down(slot: 4, Self.there), at: 1)
        bench.cancelAll(at: 9)
        bench.take(.motion(slot: 0, Self.here), at: 10)
        bench.endRound()
        #expect(bench.story == ["1: began 1, began 2", "9: cancelled 1, cancelled 2"])
    }

    @Test func `a loss cancels what is down where it happened, and what lands after it stays`() {
        let bench = Bench()
        bench.take(.down(slot: 0, Self.here), at: 1)
        bench.loseReports()
        bench.take(.down(slot: 1, Self.there), at: 2)
        bench.take(.up(slot: 0), at: 2)
        bench.take(.motion(slot: 1, Self.here), at: 4)
        bench.take(.up(slot: 1), at: 5)
        bench.endRound()
        #expect(bench.story == ["1: began 1", "1: cancelled 1", "2: began 2", "4: moved 2", "5: ended 2"])
    }

    @Test func `a place off the panel is said once`() {
        let bench = Bench()
        bench.take(.down(slot: 0, UnitPoint(x: -0.1, y: 0.5)), at: 1)
        bench.take(.motion(slot: 0, UnitPoint(x: -0.2, y: 0.5)), at: 2)
        bench.endRound()
        #expect(bench.offPanel == 1)
        #expect(bench.frames.last?.contacts.first?.position == Point(x: 0, y: 50))
    }

    @Test func `every contact of a long random stream ends exactly once`() {
        var random = SplitMix(state: 7)
        let bench = Bench()
        for step in 0..<20_000 {
            let slot = Int32(random.next() % 12)
            let place = UnitPoint(x: Double(random.next() % 1000) / 1000, y: Double(random.next() % 1000) / 1000)
            switch random.next() % 40 {
            case 0..<8: bench.take(.down(slot: slot, place), at: Int64(step / 3))
            case 8..<28: bench.take(.motion(slot: slot, place), at: Int64(step / 3))
            case 28..<34: bench.take(.up(slot: slot), at: Int64(step / 3))
            case 34: bench.take(.cancel(slot: slot), at: Int64(step / 3))
            case 35: bench.loseReports()
            case 36: bench.cancelAll(at: Int64(step / 3))
            case 37: bench.assembler.closeFrame()
            default: bench.endRound()
            }
        }
        bench.cancelAll(at: 1_000_000)
        var alive: Set<ContactID> = []
        var newest: UInt64 = 0
        for frame in bench.frames {
            #expect(Set(frame.contacts.map(\.id)).count == frame.contacts.count)
            for contact in frame.contacts {
                switch contact.phase {
                case .began:
                    #expect(contact.id.number == newest + 1)
                    newest += 1
                    alive.insert(contact.id)
                case .moved: #expect(alive.contains(contact.id))
                case .ended, .cancelled: #expect(alive.remove(contact.id) != nil)
                }
            }
        }
        #expect(alive.isEmpty && newest > 500)
    }

    @Test func `the storage of the contacts is the same from frame to frame`() {
        var addresses: Set<UInt> = []
        let panel = Panel.made(id: 1, slots: 10)
        let assembler = FrameAssembler(
            deliver: { frame in
                let address = unsafe frame.contacts.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
                addresses.insert(address)
            }, foundOffPanel: { _ in })
        for number in 1...10 as ClosedRange<UInt64> {
            assembler.take(.began(number, Self.here), of: panel, at: Instant(microseconds: 0))
        }
        assembler.closeFrame()
        addresses.removeAll()
        for step in 1...1000 {
            for number in 1...10 as ClosedRange<UInt64> {
                assembler.take(.moved(number, Self.there), of: panel, at: Instant(microseconds: Int64(step)))
            }
            assembler.closeFrame()
        }
        #expect(addresses.count == 1)
    }
}

/// A panel, an assembler, and what came out of it.
private final class Bench {
    private(set) var frames: [Frame] = []
    private(set) var offPanel = 0
    let panel: Panel
    lazy var assembler = FrameAssembler(
        deliver: { [unowned self] frame in self.frames.append(copy frame) },
        foundOffPanel: { [unowned self] _ in self.offPanel += 1 })

    init(slots: Int? = 10) {
        panel = Panel.made(id: 1, slots: slots)
    }

    func take(_ report: TouchReport, at time: Int64, of other: Panel? = nil) {
        let panel = other ?? panel
        panel.take(report, at: Instant(microseconds: time)) { assembler.take($0, of: panel, at: $1) }
    }

    func loseReports() {
        assembler.closeFrame()
        panel.take(.lostReports) { assembler.take($0, of: panel, at: $1) }
    }

    func endRound() {
        assembler.closeFrame()
        panel.endRound { assembler.take($0, of: panel, at: $1) }
        assembler.closeFrame()
    }

    func cancelAll(at time: Int64) {
        assembler.closeFrame()
        panel.cancelAll(at: Instant(microseconds: time)) { assembler.take($0, of: panel, at: $1) }
        assembler.closeFrame()
    }

    /// Each frame as its time and what its contacts did.
    var story: [String] {
        frames.map { frame in
            "\(frame.time.microseconds): "
                + frame.contacts.map { "\($0.phase) \($0.id.number)" }.joined(separator: ", ")
        }
    }
}
