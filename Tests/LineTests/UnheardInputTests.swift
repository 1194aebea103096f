import Glibc
import StrictJSON
import Testing
import TestSupport
import TouchCore

/// `touchctl watch --ignored` for reasons before the screen: the panel, its filters, and pauses.
@Suite struct UnheardInputTests {
    /// Something done to a panel, and the reason why its touches are ignored.
    struct Case: CustomTestStringConvertible {
        let reason: String
        /// The lines of the panel's section.
        var section = "rotate=0"
        /// The panel's events: see ``TrapTests/recording(_:)``.
        let events: String
        /// The place in the view; nil if unknown.
        var place: (x: Double, y: Double)? = (640, 400)

        var testDescription: String { reason }
    }

    /// No secret, beside which nothing would be reported.
    private static let button: JSON = [
        "id": "go", "kind": "button", "x": 0.0, "y": 0.0, "width": 1_280.0, "height": 800.0,
    ]

    /// The middle of the panel, and a finger that lands and lifts there.
    private static let middle = "slot 0,id 1,x 2048,y 1280,key 1"
    private static let tap = "\(middle)|id -1,key 0"

    static let cases = [
        Case(reason: "palm", events: "\(middle),tool 2|id -1,key 0"),
        Case(
            reason: "edge_zone", section: "edge-zone=10",
            events: "slot 0,id 1,x 32,y 1280,key 1|id -1,key 0", place: (10, 400)),
        Case(reason: "dead_zone", section: "dead-zones=40:40:60:60", events: tap),
        Case(reason: "ghost", section: "min-life=200ms", events: tap),
        Case(reason: "bounce", section: "debounce=200ms", events: "\(tap)|id 2,x 2052,key 1|id -1,key 0"),
        Case(reason: "lost", events: "dropped,id 1,x 2048,y 1280,key 1|id -1,key 0", place: nil),
        // After a loss a finger lands where another was, so that the kernel reports no position of it.
        Case(reason: "unknown_place", events: "dropped|slot 0,id 5,key 1|id -1,key 0", place: nil),
    ]

    private func line(
        _ section: String = "rotate=0", _ change: (inout Line.Setup) throws -> Void = { _ in },
        _ body: (Line) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        var setup = Line.Setup(
            description: try folder.write(PanelFile.tenContacts(hasToolType: true), to: "panel.desc"))
        setup.daemon = "log-level=debug"
        setup.access += "\n[panel it]\nmatch-id=1234:0001\n\(section)"
        try change(&setup)
        try withLine(setup, body)
    }

    /// The program's text for that reason, without the name.
    private func told(_ line: Line, _ reason: String) throws -> [Substring] {
        let watch = try line.launch("touchctl", ["--socket", line.socket, "watch", "--ignored"])
        let said = try watch.output.first { $0.hasPrefix("\(reason),") }
        return said.dropFirst(reason.count + 1).split(separator: " ")
    }

    private func check(_ line: Line, _ reason: String, at place: (x: Double, y: Double)?) throws {
        let told = try told(line, reason)
        #expect(try UnheardTests.counts(line).contains { $0.hasPrefix("\(reason) ") })
        let sentence = try #require(Unheard(rawValue: reason)).sentence
        #expect(try line.log().contains { $0.contains("touch not received: \(sentence)") })
        let numbers = told.first { $0.first?.isNumber == true && $0.contains(",") }?
            .split(separator: ",").compactMap { Double($0) }
        guard let place else { return #expect(numbers == nil, "\(told)") }
        let (x, y) = (numbers?.first ?? -1, numbers?.last ?? -1)
        #expect(abs(x - place.x) <= 2 && abs(y - place.y) <= 2, "\(told)")
    }

    @Test(arguments: cases) func `touchctl reports why the panel's finger is ignored`(_ it: Case) throws {
        try line(it.section) { line in
            let screen = try line.present(Self.button)
            let path = try line.folder.write(TrapTests.recording(it.events), to: "unheard.events")
            // At once: nothing of it is long or late.
            try line.draw("play \(path) speed 0")
            try check(line, it.reason, at: it.place)
            withExtendedLifetime(screen) {}
        }
    }

    @Test func `a finger that was down before the start is reported`() throws {
        try line("rotate=0") {
            $0.startsDaemon = false
        } _: { line in
            try line.draw("down 0 640,400")
            try line.startDaemon()
            try check(line, "held_since_start", at: nil)
        }
    }

    @Test func `an inhibited panel is reported`() throws {
        try line { line in
            let bed = try #require(line.environment["UMOCKDEV_DIR"])
            let watch = try line.stream("io.touchd.device.Watch")
            _ = try watch.next()
            let file = unsafe open("\(bed)/sys/devices/virtual/input/input20/inhibited", O_WRONLY | O_CLOEXEC)
            #expect(unsafe write(file, "1\n", 2) == 2)
            close(file)
            _ = try watch.next()
            try check(line, "inhibited", at: nil)
        }
    }

    @Test func `a panel that another program has grabbed is reported, also beside a pattern`() throws {
        try line {
            $0.access += "\n[unlock]\nexclusive=yes"
        } _: { line in
            let robber = try ExclusiveEntryTests.robber(line)
            let screen = try line.present(Widgets.pattern())
            try check(line, "panel_held", at: nil)
            #expect(
                try line.log().contains {
                    $0.contains("panel 1 is grabbed by another program: its touches do not arrive")
                })
            robber.stop()
            withExtendedLifetime(screen) {}
        }
    }

    @Test func `a finger that lands while the machine goes to sleep is reported`() throws {
        let logind = try MockLogind()
        try line("rotate=0") {
            $0.variables = ["DBUS_SYSTEM_BUS_ADDRESS": logind.address]
        } _: { line in
            _ = try logind.awaitLocks(1)
            try logind.announceSleep(true)
            _ = try logind.awaitLocks(0)
            try line.draw("tap 640,400")
            try check(line, "sleep", at: (640, 400))
        }
    }

    @Test(.needsRoot) func `a finger that lands in another session is reported`() throws {
        let seat = try LoggedSeat()
        seat.write(sessions: [(1, user: 0, state: "active")])
        try line("rotate=0") {
            $0.wrapper = seat.wrapper
        } _: { line in
            let screen = try line.present(Self.button)
            seat.write(sessions: [(1, user: 0, state: "online"), (2, user: 1_234, state: "active")])
            while try screen.next()["paused"] != ["seat"] {}
            try line.draw("tap 640,400")
            try check(line, "seat", at: (640, 400))
            withExtendedLifetime(screen) {}
        }
    }
}
