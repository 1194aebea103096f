import EventLoop
import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchConfiguration
import TouchCore
import TouchInput
import Varlink

@testable import TouchScreen
@testable import TouchService

@Suite final class UnheardTests {
    /// Content for the screen, 200 pixels wide and high; the finger of ``tap()`` touches it at x = 0.
    enum Kind: String {
        case button, slider, pattern

        var settings: JSONObject {
            switch self {
            case .button: [:]
            case .slider: ["slider": ["value": 1.0, "thumbWidth": 20.0, "thumbHeight": 20.0]]
            case .pattern: ["pattern": ["mirrored": true]]
            }
        }
    }

    static let panel = DeviceID(1)
    static let name = "Larch 1541"

    let rig: Kiosk
    let administrator: KioskPeer
    private var frontEnds: [Presentation<KioskStream>] = []
    private var watcher: KioskStream?
    private var heard = 0
    private var clock: Instant

    init() throws {
        rig = try Kiosk.large(level: .debug)
        administrator = try rig.peer()
        clock = rig.daemon.loop.now.advanced(by: .seconds(1))
    }

    var lines: [String] { rig.journal.all.filter { $0.contains("not received") } }

    /// A moment later than all others.
    func later() -> Instant {
        clock = max(clock, rig.daemon.loop.now).advanced(by: .milliseconds(1))
        return clock
    }

    func present(_ kind: Kind, x: Double = 0, y: Double = 0) throws {
        var widget: JSONObject = [
            "id": "it", "kind": .string(kind.rawValue), "x": .real(x), "y": .real(y), "width": 200.0, "height": 200.0,
        ]
        for (key, value) in kind.settings { widget[key] = value }
        frontEnds.append(try rig.present(.object(widget)))
    }

    func dismissAll() throws {
        while let scene = rig.daemon.screen.top { rig.daemon.screen.remove(scene) }
        try rig.settle()
    }

    func report(_ id: UInt64, _ phase: Phase, x: Double = 30, at time: Instant? = nil) throws {
        try report([(id, phase, x)], at: time)
    }

    func report(_ contacts: [(id: UInt64, phase: Phase, x: Double)], at time: Instant? = nil) throws {
        let contacts = contacts.map { id, phase, x in
            Contact(
                id: ContactID(id), phase: phase, position: Point(x: x, y: 30), place: UnitPoint(x: x / 1_000, y: 0.03))
        }
        let frame = Frame(device: Self.panel, time: time ?? later(), provenance: .physical, contacts: contacts)
        rig.daemon.server.batch { rig.daemon.input.frame(frame) }
        try rig.settle()
    }

    /// The panel ignores a landing.
    func ignore(_ reason: Unheard, at place: UnitPoint = .unknown, time: Instant? = nil) {
        let sink: any SeatSink = rig.daemon.input
        sink.unheard(reason, at: place, of: Self.panel, time: time ?? later())
    }

    private var taps: UInt64 = 100

    /// A finger lands on the widgets' place and lifts.
    func tap() throws {
        taps += 1
        try report(taps, .began)
        try report(taps, .ended)
    }

    var counted: [String] {
        rig.daemon.unheard.counts.counters(hidingSecrets: false).map {
            "\($0.reason ?? "") \($0.panel ?? "nowhere"): \($0.value)"
        }
    }

    /// The reports to a watcher since the last call.
    func told() throws -> [JSONObject] {
        let stream = try watcher ?? rig.stream("io.touchd.monitor.Unheard")
        watcher = stream
        try rig.settle()
        let new = stream.all.dropFirst(heard)
        #expect(stream.failure == nil)
        heard += new.count
        return new.flatMap { $0["landings"]?.arrayValue?.compactMap(\.objectValue) ?? [] }
    }

    private func cause(_ reason: Unheard) throws {
        let daemon = rig.daemon
        switch reason {
        case .inhibited, .heldSinceStart, .lost, .palm, .unknownPlace, .pressedAndReleased, .jump, .edgeZone, .deadZone,
            .ghost, .bounce:
            ignore(reason, at: reason == .unknownPlace ? .unknown : UnitPoint(x: 0.25, y: 0.5))
        case .panelHeld:
            daemon.input.holdChanged(of: Self.panel, to: .elsewhere)
            daemon.input.holdChanged(of: Self.panel, to: .shared)
        case .seat:
            try present(.button)
            daemon.pauses.apply([SeatSession(user: geteuid(), state: .behind)])
            try tap()
        case .sleep:
            daemon.pauses.sleepAnnounced(true)
            try tap()
        case .cleaning:
            daemon.pauses.clean(for: .seconds(600))
            try tap()
        case .stillFinger:
            daemon.pauses.clean(for: .seconds(600))
            let landed = daemon.loop.now.advanced(by: .seconds(-6))
            try report(1, .began, at: landed)
            #expect(daemon.pauses.current.isEmpty)
            try report(1, .ended)
        case .darkScreen:
            try rig.folder.write("0\n", to: "sys/class/backlight/lcd/brightness")
            daemon.pauses.apply(.ignore)
            try tap()
        case .calibration:
            try administrator.call("io.touchd.calibration.Calibrate", [:], more: true)
            _ = try administrator.messages(until: "aiming")
            try tap()
        case .noScene: try tap()
        case .covered:
            try present(.button)
            try present(.button, x: 600)
            try tap()
        case .noWidget:
            try present(.button, x: 600)
            try tap()
        case .busy:
            try present(.button)
            try report(1, .began)
            try report(2, .began)
        case .notHere:
            try present(.slider)
            try tap()
        case .notNow:
            try present(.pattern)
            // Too short: the dots move when that has been shown, and until then no finger is accepted.
            try tap()
            try report(9, .began)
        }
    }

    @Test(arguments: Unheard.allCases)
    func `every reason has a cause, which is counted and reported once`(reason: Unheard) throws {
        try cause(reason)
        #expect(counted == ["\(reason.rawValue) \(Self.name): 1"])
        // Only widgets for secrets refuse fingers at some times.
        #expect(try told().map { $0["reason"]?.stringValue } == (reason == .notNow ? [] : [reason.rawValue]))
    }

    @Test(arguments: Unheard.allCases.filter { ![.noScene, .calibration].contains($0) })
    func `beside a secret every reason counts, and only what concerns the panel is reported`(
        reason: Unheard
    ) throws {
        try present(.pattern, x: 900, y: 500)
        try cause(reason)
        #expect(counted.contains { $0.hasPrefix(reason.rawValue) })
        #expect(try told().map { $0["reason"]?.stringValue } == (reason.isOfPanel ? [reason.rawValue] : []))
        if reason.isOfPanel { return }
        try dismissAll()
        #expect(try told().isEmpty)
        #expect(lines.isEmpty)
    }

    @Test func `a landing judged after the end of the secret is not reported either`() throws {
        try present(.pattern)
        let landed = rig.daemon.loop.now
        try dismissAll()
        ignore(.ghost, at: UnitPoint(x: 0.1, y: 0.1), time: landed)
        #expect(counted == ["ghost \(Self.name): 1"])
        #expect(try told().isEmpty)
        ignore(.ghost, at: UnitPoint(x: 0.1, y: 0.1))
        #expect(try told().map { $0["number"] } == [1])
    }

    @Test func `while a finger of a secret is down no other finger is reported`() throws {
        try present(.pattern)
        try report(1, .began)
        try dismissAll()
        try report(2, .began)
        #expect(try told().isEmpty)
        try report(1, .ended)
        try report(3, .began)
        #expect(try told().map { $0["reason"] } == ["no_scene"])
        #expect(counted == ["no_scene \(Self.name): 2"])
    }

    @Test func `a landing is reported with panel and both places`() throws {
        ignore(.edgeZone, at: UnitPoint(x: 0.25, y: 0.5))
        let landing = try #require(try told().first)
        let view = rig.daemon.screen.view
        #expect(landing["panel"]?.stringValue == Self.name && landing["device"] == 1)
        #expect(landing["x"]?.doubleValue == view.width / 4 && landing["y"]?.doubleValue == view.height / 2)
        #expect(landing["panelX"] == 0.25 && landing["panelY"] == 0.5)
    }

    @Test func `a later caller gets the last sixteen`() throws {
        for _ in 0..<20 { try tap() }
        #expect(try told().compactMap { $0["number"]?.integerValue } == Array(5...20))
    }

    @Test func `all landings of one round reach a caller that keeps up`() throws {
        #expect(try told().isEmpty)
        rig.daemon.server.batch {
            for number in 0..<64 { ignore(.palm, at: UnitPoint(x: Double(number) / 64, y: 0)) }
        }
        #expect(try told().compactMap { $0["number"]?.integerValue } == Array(1...64))
    }

    @Test func `a slow reader misses the older ones and learns how many`() throws {
        #expect(try told().isEmpty)
        let count = 20_000
        for _ in 0..<count { ignore(.palm) }
        var numbers: [Int64] = []
        while case let more = try told().compactMap({ $0["number"]?.integerValue }), !more.isEmpty {
            numbers += more
        }
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
        #expect(numbers.first == 1 && numbers.suffix(64) == Array(Int64(count - 63)...Int64(count))[...])
        #expect(numbers.count < count)
        #expect(counted == ["palm \(Self.name): \(count)"])
    }

    @Test func `two fingers of a wiping hand and one that moves are all counted as cleaning`() throws {
        rig.daemon.pauses.clean(for: .seconds(600))
        try report(1, .began)
        #expect(counted.isEmpty)
        try report(2, .began)
        #expect(counted == ["cleaning \(Self.name): 2"])
        try report(1, .ended)
        try report(2, .ended)
        try report(3, .began)
        #expect(rig.daemon.pauses.endCleaning("test"))
        #expect(counted == ["cleaning \(Self.name): 3"])
    }

    @Test func `panels beyond thirty-two, and those without a name, share one row`() {
        var counts = UnheardCounts()
        for number in 1...40 { counts.add(.ghost, on: DeviceID(UInt32(number)), name: "panel \(number)") }
        counts.add(.ghost, on: DeviceID(90), name: nil)
        #expect(counts.counters(hidingSecrets: false).count == 33)
        #expect(counts.counters(hidingSecrets: false).map(\.value).reduce(0, +) == 41)
        #expect(counts.counters(hidingSecrets: false).first { $0.panel == nil }?.value == 9)
    }

    @Test func `a replugged panel continues its counts`() {
        var counts = UnheardCounts()
        counts.add(.busy, on: DeviceID(1), name: "hall")
        counts.forget(DeviceID(1))
        counts.add(.busy, on: DeviceID(2), name: "hall")
        counts.add(.busy, on: DeviceID(1), name: "door")
        #expect(counts.counters(hidingSecrets: false).map { "\($0.panel ?? "") \($0.value)" } == ["hall 2", "door 1"])
    }

    @Test(arguments: [
        ("a\"b\\c\nd", #"a\"b\\c\nd"#), ("\"\u{301}} 9", "\\\"\u{301}} 9"), ("a\r\ntouchd_up 0", "a\r\\ntouchd_up 0"),
    ])
    func `metrics name reason and panel, whatever its name`(name: String, label: String) {
        var counts = UnheardCounts()
        counts.add(.notHere, on: DeviceID(1), name: name)
        let text = PrometheusText.text(Statistics(), unheard: counts, MetricsFacts())
        let line = "touchd_unheard_total{reason=\"not_here\",panel=\"\(label)\"} 1\n"
        #expect(text.unicodeScalars.ranges(of: line.unicodeScalars).count == 1)
    }

    @Test func `ten landings per second are logged, with the number of further ones`() throws {
        for number in 0..<25 { ignore(.palm, time: Instant(microseconds: Int64(number))) }
        ignore(.busy, time: Instant(microseconds: 1_000_000))
        #expect(lines.count == 12)
        #expect(lines[10] == "15 more touches not received")
        #expect(lines[11] == "panel 1: touch not received: the widget is tracking another finger")
    }

    @Test func `the guide has a row for every reason, in the same order`() throws {
        let page = try TemporaryFolder.bytes(of: Fixtures.package + "/docs/troubleshooting.md")
        let rows = String(decoding: page, as: UTF8.self).split(separator: "\n")
            .drop(while: { $0 != "## Why a touch was ignored" })
            .filter { $0.hasPrefix("| `") }.map { String($0.split(separator: "`")[1]) }
        #expect(rows == Unheard.allCases.map(\.rawValue))
    }
}
