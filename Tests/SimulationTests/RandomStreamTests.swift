import Glibc
import SeededNumbers
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

/// Streams that no panel should send: every contact ends exactly once.
@Suite struct RandomStreamTests {
    /// Number of streams: `make nightly` asks for a hundred thousand.
    private static let streams = unsafe getenv("TOUCHD_STREAMS").flatMap { unsafe Int(String(cString: $0)) } ?? 1_000

    @Test func `for any stream of a panel, every contact that began ends exactly once`() throws {
        var setup = Kiosk.Setup()
        setup.keepsFrames = true
        try withKiosk(setup) { kiosk in
            var source = RandomStream()
            var began = 0
            // In pieces: a file of a hundred thousand is longer than any recording may be.
            for start in stride(from: 0, to: Self.streams, by: 50) {
                let text = source.text(ofNext: min(50, Self.streams - start))
                try kiosk.draw("play \(kiosk.folder.write(text, to: "random.events")) speed 0")
                try kiosk.advance(by: .seconds(2))
                let found = kiosk.frames
                #expect(found.oddities.isEmpty, "from \(start): \(found.oddities.prefix(3))")
                #expect(found.present.isEmpty, "from \(start)")
                #expect(found.count(.began) == found.count(.ended) + found.count(.cancelled))
                began += found.count(.began)
                kiosk.frames.clear()
            }
            // A slot that was only ever cancelled must not stop landing again; ten slots that did would show far fewer.
            #expect(began > Self.streams / 10)
        }
    }
}

/// Random streams of kernel events, as an evemu recording; each one leaves all slots empty.
private struct RandomStream {
    private var text = ""
    private var random = SplitMix64(seed: 11)
    private var nextID = 0

    /// The events of the next so many streams.
    mutating func text(ofNext count: Int) -> String {
        text = ""
        for _ in 0..<count {
            for _ in 0..<Int.random(in: 1...12, using: &random) { frame() }
            lift()
        }
        return text
    }

    private mutating func frame() {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            event(3, 0x2f, .random(in: 0...9, using: &random))
            switch Int.random(in: 0..<16, using: &random) {
            case 0..<4: place(id: newID())
            case 4..<9: place(id: nil)
            // A finger that is replaced with and without a lift.
            case 9:
                event(3, 0x39, -1)
                place(id: newID())
            case 10: place(id: newID())
            case 11..<14: event(3, 0x39, -1)
            // More fingers than there are slots, and buttons that no panel has.
            case 14: event(1, .random(in: 0x140...0x14f, using: &random), .random(in: 0...1, using: &random))
            default: event(3, 0x2f, .random(in: -3...40, using: &random))
            }
        }
        if Int.random(in: 0..<40, using: &random) == 0 { event(0, 3, 0) }
        event(0, 0, 0)
    }

    private mutating func lift() {
        for slot in 0..<10 {
            event(3, 0x2f, slot)
            event(3, 0x39, -1)
        }
        event(1, 0x14a, 0)
        event(0, 0, 0)
    }

    private mutating func newID() -> Int {
        nextID = (nextID + 1) & 0xffff
        return nextID
    }

    private mutating func place(id: Int?) {
        if let id { event(3, 0x39, id) }
        event(3, 0x35, .random(in: -200...4_300, using: &random))
        event(3, 0x36, .random(in: -200...2_700, using: &random))
    }

    private mutating func event(_ type: Int, _ code: Int, _ value: Int) {
        text += "E: 0.000001 \(String(type, radix: 16)) \(String(code, radix: 16)) \(value)\n"
    }
}
