import StrictJSON
import Testing
import TouchCore

@testable import TouchScreen

struct FrameRingTests {
    private static func frame(_ id: UInt64, _ phase: Phase, at time: Int64, x: Double = 0.25) -> Frame {
        Frame(
            device: DeviceID(1), time: Instant(microseconds: time), provenance: .virtual,
            contacts: [
                Contact(id: ContactID(id), phase: phase, position: .zero, place: UnitPoint(x: x, y: 0.5))
            ])
    }

    /// The lines of a ring, without those of panels: type and time, with contact, phase and place.
    private static func told(_ ring: FrameRing, count: Int = 10_000) -> [String] {
        var (text, next) = ("", Int?.some(0))
        while let start = next {
            let part = ring.lines(from: start, count: count)
            (text, next) = (text + part.text, part.next)
        }
        return text.split(separator: "\n").map { line in
            guard let object = try? JSONObject(parsing: String(line)) else { return "no JSON: \(line)" }
            let time = object["time_us"]?.integerValue ?? -1
            let contacts = object["contacts"]?.arrayValue?.compactMap(\.objectValue).map { contact in
                let place = contact["x"]?.doubleValue.map { " \($0)" } ?? ""
                return " \(contact["id"]?.integerValue ?? 0) \(contact["phase"]?.stringValue ?? "?")\(place)"
            }
            return "\(time) \(object["type"]?.stringValue ?? "?")" + (contacts ?? []).joined(separator: ",")
        }
    }

    private static func ring(keeping length: Interval = .seconds(10), _ frames: [Frame]) -> FrameRing {
        let ring = FrameRing(keeping: length)
        for frame in frames { ring.record(frame) { _ in false } }
        return ring
    }

    @Test(arguments: [1, 2, 100]) func `the kept frames are returned, in pages of any size`(count: Int) {
        let ring = Self.ring([
            Self.frame(1, .began, at: 10), Self.frame(1, .moved, at: 20, x: 0.5), Self.frame(1, .ended, at: 30),
        ])
        #expect(
            Self.told(ring, count: count) == [
                "10 frame 1 began 25.0", "20 frame 1 moved 50.0", "30 frame 1 ended 25.0",
            ])
    }

    @Test func `a secret leaves one mark, whatever it was`() {
        let ring = FrameRing(keeping: .seconds(10))
        for time in 1...200 {
            ring.beginGap(at: Instant(microseconds: Int64(time)))
            ring.record(Self.frame(1, time == 1 ? .began : .moved, at: Int64(time), x: 0.125)) { _ in true }
        }
        ring.record(Self.frame(1, .ended, at: 201, x: 0.125)) { _ in true }
        #expect(Self.told(ring) == ["1 gap"])
        #expect(ring.written == 1)
    }

    @Test func `a finger that becomes part of a secret is cancelled where the gap begins`() {
        let ring = Self.ring([Self.frame(1, .began, at: 1), Self.frame(2, .began, at: 2), Self.frame(2, .ended, at: 3)])
        ring.beginGap(at: Instant(microseconds: 4))
        ring.record(Self.frame(1, .moved, at: 5, x: 0.9)) { _ in true }
        ring.record(Self.frame(3, .began, at: 9)) { _ in false }
        #expect(
            Self.told(ring) == [
                "1 frame 1 began 25.0", "2 frame 2 began 25.0", "3 frame 2 ended 25.0", "4 frame 1 cancelled 25.0",
                "4 gap", "9 frame 3 began 25.0",
            ])
    }

    @Test func `a finger beside one that still belongs to a secret is reported, and not that one`() {
        let ring = FrameRing(keeping: .seconds(10))
        ring.beginGap(at: Instant(microseconds: 1))
        ring.record(Self.frame(1, .began, at: 1)) { _ in true }
        for (time, phase) in [(2, Phase.began), (4, .moved), (6, .ended)] {
            ring.record(Self.frame(2, phase, at: Int64(time))) { _ in false }
            ring.record(Self.frame(1, .moved, at: Int64(time) + 1)) { _ in true }
        }
        #expect(
            Self.told(ring) == [
                "1 gap", "2 frame 1 began 25.0", "4 frame 1 moved 25.0", "6 frame 1 ended 25.0",
            ])
    }

    @Test func `only the last seconds are returned`() {
        let frames = (0..<30).map { Self.frame(1, $0 == 0 ? .began : .moved, at: $0 * 100_000) }
        #expect(Self.told(Self.ring(keeping: .seconds(1), frames)).count == 11)
    }

    @Test func `its memory is limited`() {
        let ring = FrameRing(keeping: .seconds(10))
        #expect(ring.bytes <= 800 << 10)
        let short = FrameRing(keeping: .seconds(1))
        for number in 0..<5_000 { short.record(Self.frame(1, .moved, at: 7, x: Double(number) / 8_192)) { _ in false } }
        #expect(Self.told(short).count == FrameRing.entriesPerSecond)
        #expect(Self.told(short).last == "7 frame 1 moved \(4_999 / 8_192 * 100.0)")
    }

    @Test func `a length of zero seconds keeps nothing and uses no memory`() {
        let ring = Self.ring(keeping: .seconds(0), [Self.frame(1, .began, at: 1)])
        #expect(Self.told(ring).isEmpty)
        #expect(ring.bytes == 0)
    }

    @Test func `changing the length deletes the earlier frames`() {
        let ring = Self.ring([Self.frame(1, .began, at: 1)])
        ring.keep(.seconds(5))
        #expect(Self.told(ring).isEmpty)
        ring.record(Self.frame(2, .began, at: 2)) { _ in false }
        #expect(Self.told(ring) == ["2 frame 2 began 25.0"])
    }
}

struct ContactViewTests {
    static func frame(_ id: UInt64, _ phase: Phase, x: Double = 10) -> Frame {
        Frame(
            device: DeviceID(1), time: Instant(microseconds: 0), provenance: .virtual,
            contacts: [Contact(id: ContactID(id), phase: phase, position: Point(x: x, y: 20))])
    }

    static func view(_ frames: Frame...) -> ContactView {
        var view = ContactView()
        for frame in frames { view.handle(frame) }
        return view
    }

    @Test func `a finger is reported at its last position until it lifts`() {
        var view = Self.view(Self.frame(1, .began), Self.frame(2, .began), Self.frame(1, .moved, x: 30))
        #expect(view.visible?.map(\.contact.position.x) == [30, 10])
        view.handle(Self.frame(1, .ended))
        view.handle(Self.frame(2, .cancelled))
        #expect(view.visible?.isEmpty == true)
    }

    @Test(arguments: [false, true])
    func `a finger that was down beside a secret stays hidden after it, as do all others`(landedBefore: Bool) {
        var view = ContactView()
        if landedBefore { view.handle(Self.frame(1, .began)) }
        view.isGuarded = true
        if !landedBefore { view.handle(Self.frame(1, .began)) }
        view.isGuarded = false
        view.handle(Self.frame(2, .began))
        #expect(view.visible == nil)
        view.handle(Self.frame(1, .ended))
        #expect(view.visible?.map(\.contact.id) == [ContactID(2)])
    }
}
