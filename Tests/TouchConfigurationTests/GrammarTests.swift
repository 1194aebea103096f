import Testing
import TouchCore

@testable import TouchConfiguration

struct GrammarTests {
    @Test(
        arguments: [
            ("0", 0), ("7", 7), ("007", 7), ("9223372036854775807", .max), ("", nil), ("-1", nil), ("+1", nil),
            (" 1", nil), ("1 ", nil), ("0x10", nil), ("1e3", nil), ("٣", nil), ("9223372036854775808", nil),
        ] as [(String, Int?)])
    func `digits are a number, and nothing else is`(text: String, number: Int?) {
        #expect(Grammar.number(text, in: 0...Int.max) == number)
    }

    @Test(
        arguments: [
            ("1", 1), ("1.5", 1.5), ("100", 100), ("2.50", 2.5), ("", nil), (".", nil), ("1.", nil), (".5", nil),
            ("1.2.3", nil), ("nan", nil), ("inf", nil), ("1e1", nil), ("-1", nil), ("+1", nil), ("0x1p3", nil),
            ("0.9", nil), ("100.1", nil),
        ] as [(String, Double?)])
    func `digits in the range with one point between them are a decimal, and nothing else is`(
        text: String, number: Double?
    ) {
        #expect(Grammar.decimal(text, in: 1...100) == number)
    }

    @Test(
        arguments: [
            ("500ms", 500_000), ("60s", 60_000_000), ("60", 60_000_000), ("2min", 120_000_000), ("1h", 3_600_000_000),
            ("", nil), ("s", nil), ("-1s", nil), ("1 s", nil), ("1m", nil), ("1S", nil), ("1.5s", nil),
            ("1min30s", nil), ("3601s", nil), ("9223372036854775807h", nil), ("9223372036854775807ms", nil),
        ] as [(String, Int64?)])
    func `a duration has a unit, or is in seconds, and nothing else is one`(text: String, microseconds: Int64?) {
        #expect(Grammar.duration(text, in: .microseconds(0)...(.seconds(3_600)))?.microseconds == microseconds)
    }

    @Test(
        arguments: [
            ("65536", 65_536), ("64KiB", 65_536), ("64K", 65_536), ("1MiB", 1_048_576), ("1M", 1_048_576),
            ("1GiB", 1 << 30), ("1G", 1 << 30), ("", nil), ("MiB", nil), ("1MB", nil), ("1mib", nil), ("1 MiB", nil),
            ("1.5MiB", nil), ("-1", nil), ("9223372036854775807KiB", nil),
        ] as [(String, Int?)])
    func `a size has a unit of 1024, or is in bytes, and nothing else is one`(text: String, bytes: Int?) {
        #expect(Grammar.bytes(text, in: 0...Int.max) == bytes)
    }

    @Test func `an extent is two numbers of pixels, and nothing else is one`() {
        #expect(Grammar.extent("800x480", in: 1...16_384) == Size(width: 800, height: 480))
        for text in [
            "", "x", "800", "800x", "x480", "800X480", "800*480", "0x480", "800x480x1", "16385x1", "-8x4",
        ] { #expect(Grammar.extent(text, in: 1...16_384) == nil, "\(text)") }
    }

    @Test(
        arguments: [
            ("", []), ("a", ["a"]), ("a,b", ["a", "b"]), ("a b", ["a", "b"]), ("a, b\t,c", ["a", "b", "c"]),
        ] as [(String, [String])])
    func `a list has commas or spaces between its members`(text: String, members: [String]) {
        #expect(Grammar.list(text) == members)
    }

    @Test func `a path is absolute, short enough and has no control characters`() {
        #expect(Grammar.path("/run/touchd/touchd.sock", max: 107) == "/run/touchd/touchd.sock")
        for text in ["", "run", "./x", "/a\u{7f}", "/" + String(repeating: "x", count: 107)] {
            #expect(Grammar.path(text, max: 107) == nil, "\(text)")
        }
    }

    @Test func `a name has letters, digits, dots, underscores and dashes`() {
        for text in ["kiosk", "_kiosk", "kiosk-1", "Kiosk.2", "seat0"] { #expect(Grammar.name(text) == text) }
        for text in ["", "-x", "a b", "a/b", "ä", "a,b", "a\n", "@a", "[", "`", "{"] {
            #expect(Grammar.name(text) == nil, "\(text)")
        }
    }
}

struct ScheduleGrammarTests {
    @Test func `the two predefined schedules have names`() {
        #expect(Grammar.schedule("present") == .present)
        #expect(Grammar.schedule("classic") == .classic)
    }

    @Test func `a custom table has free guesses, waits and optionally an end`() {
        let waits = [Interval.seconds(30), .seconds(300), .seconds(7_200)]
        #expect(Grammar.schedule("5:30s,5min,2h") == Schedule(free: 5, waits: waits, isFinal: false))
        #expect(Grammar.schedule("5:30s, 5min, 2h, never") == Schedule(free: 5, waits: waits, isFinal: true))
        #expect(Grammar.schedule("3:never") == Schedule(free: 3, waits: [], isFinal: true))
        #expect(
            Grammar.schedule("3:60s,60s") == Schedule(free: 3, waits: [.seconds(60), .seconds(60)], isFinal: false))
    }

    @Test(arguments: [
        "", "5", "5:", ":1min", "0:1min", "11:1min", "5:1min,", "5:never,1min", "5:500ms", "5:-1s", "5:1min:never",
        "5:87601h", "Present", "5:1d",
    ])
    func `anything else is rejected`(text: String) {
        #expect(Grammar.schedule(text) == nil)
    }

    @Test(
        arguments: [
            ("auto", .automatic), ("any", .any), ("kiosk", .named(["kiosk"])),
            ("kiosk, anna", .named(["kiosk", "anna"])),
            ("", nil), ("auto, kiosk", nil), ("kiosk any", nil), ("ki/osk", nil),
        ] as [(String, SessionUsers<String>?)])
    func `session users are a keyword or a list of names`(text: String, users: SessionUsers<String>?) {
        #expect(Grammar.sessionUsers(text) == users)
    }

    @Test(arguments: [
        ("0123456789abcdef0123456789abcdef", true), ("path:pci-0000:00:14.0-usb-0:2:1.0", true), ("serial:A1B2", true),
        ("path:", false), ("serial:", false), ("0123", false), ("port:3", false), ("", false),
    ])
    func `a pin names one panel`(text: String, isPin: Bool) {
        #expect(Grammar.isPin(text) == isPin)
    }
}

struct FleetServerTests {
    @Test func `a server has a host and a port, and TLS`() {
        for (text, host, port) in [
            ("tls://nats.example.org", "nats.example.org", 4_222), ("tls://localhost:41234", "localhost", 41_234),
        ] { #expect(Grammar.fleetServer(text) == Configuration.FleetServer(host: host, port: port)) }
        for text in [
            "nats://host", "host:4222", "tls://", "tls://host:0", "tls://host:65536", "tls://host:", "tls://a:1:2",
            "tls://h/x", "tls://-host", "tls://user@host",
        ] { #expect(Grammar.fleetServer(text) == nil, "\(text)") }
    }

    @Test(arguments: [("lobby-2", true), ("a.b", false), ("", false), ("a*", false), (">", false), ("-a", false)])
    func `the name of a kiosk is one token of a subject`(text: String, isName: Bool) {
        #expect((Grammar.kiosk(text) != nil) == isName)
    }
}
