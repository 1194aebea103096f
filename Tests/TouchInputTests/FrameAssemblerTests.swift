import Testing
import TouchCore

@testable import TouchInput

struct FrameAssemblerTests {
    @Test func `a lift has the last known place`() {
        let bench = Bench()
        bench.play("slot=0 id=7 x=100 y=500 / x=500 / id=-1 /")
        #expect(bench.frames.last?.contacts.first?.position == Point(x: 500, y: 500))
        #expect(bench.frames.last?.contacts.first?.millimeters == Millimeters(x: 100, y: 50))
    }

    @Test func `contacts cancelled by the owner are ignored until they land again`() {
        let bench = Bench()
        bench.play("slot=0 id=7 x=100 y=5 slot=4 id=8 x=300 y=5 /")
        bench.panel.cancelAll(at: Instant(microseconds: 15_000), to: bench)
        bench.play("slot=0 x=120 / id=-1 / id=9 x=500 /")
        #expect(bench.story == ["1b 100, 2b 300", "1c 100, 2c 300", "3b 500"])
    }

    @Test func `fingers that the kernel lifts itself are cancelled, those that people lift are not`() {
        let bench = Bench()
        bench.play("slot=0 id=7 x=100 y=5 slot=1 id=8 x=500 y=5 / slot=0 id=-1 / slot=1 id=-1 sync=1")
        bench.play("@90 slot=0 id=9 x=100 y=5 / id=-1 /")
        #expect(bench.story == ["1b 100, 2b 500", "1e 100", "2c 500", "3b 100", "3e 100"])
    }

    @Test func `a place off the panel is reported once and moved to the edge`() {
        let bench = Bench()
        bench.play("slot=0 id=7 x=-50 y=5 / x=-20 / x=1200 /")
        #expect(bench.notices == [.offPanel])
        #expect(bench.story == ["1b 0", "1m 0", "1c 0, 2b 1000"])
    }

    @Test func `whether a finger has a size is known in its first frame`() {
        let bench = Bench(hasBreadth: true)
        bench.play("slot=0 id=7 x=100 y=5 major=0 / major=6 x=110 / major=0 x=120 / id=-1 /")
        #expect(bench.frames.map { $0.contacts[0].size } == [.zero, .seen, .seen, .seen])
    }

    @Test func `a panel without sizes reports none`() {
        let bench = Bench()
        bench.play("slot=0 id=7 x=100 y=5 /")
        #expect(bench.frames[0].contacts[0].size == .unknown)
    }
}
