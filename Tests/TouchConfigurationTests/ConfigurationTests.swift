import Testing
import TouchCore

@testable import TouchConfiguration

struct ConfigurationTests {
    @Test func `every key sets its own setting`() throws {
        func expect(_ section: String, _ line: String, _ change: (inout Configuration) -> Void) throws {
            var expected = Configuration()
            change(&expected)
            #expect(try parse("[\(section)]\n\(line)\n") == expected, "\(line)")
        }
        try expect("touchd", "socket=/tmp/s") { $0.daemon.socket = "/tmp/s" }
        try expect("touchd", "state-directory=/tmp/state") { $0.daemon.stateDirectory = "/tmp/state" }
        try expect("touchd", "seat=seat-kiosk") { $0.daemon.seat = "seat-kiosk" }
        try expect("touchd", "log-level=debug") { $0.daemon.logLevel = .debug }
        try expect("view", "size=800x480") { $0.view.size = Size(width: 800, height: 480) }
        try expect("view", "rotate=270") { $0.view.rotationDegrees = 270 }
        try expect("input", "allow-provenance=physical, virtual") {
            $0.input.allowedProvenance = [.physical, .virtual]
        }
        try expect("access", "group-frontend=a") { $0.access.frontend = ["a"] }
        try expect("access", "group-administrator=b c") { $0.access.administrator = ["b", "c"] }
        try expect("access", "group-backend=e") { $0.access.backend = ["e"] }
        try expect("unlock", "min-dots=6") { $0.unlock.minParts["pattern"] = 6 }
        try expect("unlock", "timeout=2min") { $0.unlock.timeout = .seconds(120) }
        try expect("unlock", "exclusive=require") { $0.unlock.exclusive = .require }
        try expect("unlock", "vary-grid=moved mirrored") { $0.unlock.variedGrid = ["moved", "mirrored"] }
        try expect("captcha", "tolerance=4.5") { $0.captcha.tolerance = 4.5 }
        try expect("captcha", "timeout=30") { $0.captcha.timeout = .seconds(30) }
        try expect("store", "results=7") { $0.store.results = 7 }
        try expect("store", "hash-memory=19M") { $0.store.hashMemoryBytes = 19 << 20 }
        try expect("store", "hash-passes=3") { $0.store.hashPasses = 3 }
    }

    @Test func `comments of any length, blank lines, spaces, a byte order mark and carriage returns are ignored`()
        throws
    {
        let text = "\u{feff}# first\r\n\r\n[unlock] ; section\r\n  ; indented comment\r\nmin-dots = 5 ; five\r\n"
        #expect(try parse(text).unlock.minParts["pattern"] == 5)
        let long = "# \(String(repeating: "long ", count: 1_000))\n[view]\nrotate=90\n"
        #expect(try parse(long).view.rotationDegrees == 90)
    }

    @Test func `a section may have its name from 0.1`() throws {
        #expect(try parse("[verdict]\nissuer=kiosk-7") == parse("[token]\nissuer=kiosk-7"))
    }

    @Test(arguments: [
        ("min-parts=pin:6", 4, 6), ("min-parts=pin:6 pattern:9", 9, 6), ("min-parts=", 4, 4), ("min-digits=6", 4, 6),
        ("min-dots=5\nmin-digits=6", 5, 6), ("min-parts=pattern:5, pin:5\nmin-digits=6", 5, 6),
        ("min-digits=6\nmin-parts=pattern:5", 5, 6),
    ])
    func `minimums name their kinds, and the key of one kind still sets its own`(text: String, dots: Int, digits: Int)
        throws
    {
        #expect(try parse("[unlock]\n\(text)\n").unlock.minParts == ["pattern": dots, "pin": digits])
    }

    @Test func `a minimum that is not allowed is reported with what is, by the key that was written`() {
        for wrong in ["pin:3", "pin:13", "knocks:4", "pin", "pin:4 pin:5", "pattern:4:5"] {
            let expected = "a list of KIND:NUMBER, of pattern:4 to 36, pin:4 to 12"
            #expect(
                complaints("[unlock]\nmin-parts=\(wrong)\n")
                    == "f:2: [unlock] min-parts=\(wrong): invalid value; expected \(expected)")
        }
        #expect(
            complaints("[unlock]\nmin-digits=3\n")
                == "f:2: [unlock] min-digits=3: invalid value; expected a number from 4 to 12")
    }

    @Test func `a section may be continued`() throws {
        let configuration = try parse("[unlock]\nmin-dots=5\n[view]\nrotate=90\n[unlock]\ntimeout=9s\n")
        var expected = Configuration.Unlock()
        expected.minParts["pattern"] = 5
        expected.timeout = .seconds(9)
        #expect(configuration.unlock == expected)
    }

    @Test func `all problems are reported at once, in the order of the lines`() {
        let text = """
            early=1
            [view]
            rotate=45
            color=red
            [veiw]
            size=1x1
            [unlock]
            min-dots
             min-dots=4
            min-dots=5
            min-dots=6
            """
        #expect(
            complaints(text) == """
                f:1: early before the first [SECTION]
                f:3: [view] rotate=45: invalid value; expected 0, 90, 180 or 270
                f:4: no key color in [view]; allowed: size, rotate
                f:5: no section [veiw]; allowed: [touchd] [log] [view] [input] [access] [unlock] [captcha] [token] [store] \
                [metrics] [web] [fleet] \
                [panel NAME]
                f:8: neither [SECTION] nor KEY=VALUE; comments begin with # or ;
                f:9: leading white space is not allowed
                f:11: min-dots of [unlock] already set in line 10
                """)
    }

    @Test(arguments: ["[view", "[view]x", "size: 1x1", "=1x1", "word", "[unlock] rotate=90"])
    func `a line of another form is rejected`(line: String) {
        #expect(complaints("[view]\n\(line)\n").hasPrefix("f:2: neither [SECTION] nor KEY=VALUE"))
    }

    @Test(arguments: [
        "[touchd]\nsocket=relative", "[touchd]\nseat=", "[touchd]\nseat=seat", "[touchd]\nseat=kiosk",
        "[touchd]\nseat=seat.1", "[touchd]\nseat=seat 1", "[touchd]\nseat=-seat",
        "[touchd]\nlog-level=verbose", "[view]\nsize=0x0",
        "[view]\nrotate=-90", "[input]\nallow-provenance=", "[input]\nallow-provenance=physical,magic",
        "[input]\nallow-provenance=physical,physical", "[access]\ngroup-frontend=a b/c", "[unlock]\nmin-dots=1",
        "[unlock]\nstrong-after=59s", "[unlock]\nstrong-after=never", "[unlock]\ntimeout=4s", "[unlock]\ntimeout=11min",
        "[captcha]\ntolerance=0.5", "[store]\nresults=0",
        "[store]\nhash-memory=18MiB", "[store]\ntpm=foo", "[token]\nissuer=a b", "[token]\nunlock-lifetime=11min",
        "[store]\nhash-passes=1", "[unlock]\nvary-grid=upside-down", "[unlock]\nvary-grid=moved moved",
    ])
    func `a value outside its grammar or range is rejected with what is allowed`(text: String) {
        let complaint = complaints(text)
        #expect(complaint.hasPrefix("f:2: ["), "\(complaint)")
        #expect(complaint.contains(": invalid value; expected "), "\(complaint)")
    }

    @Test func `the longest line is accepted and a longer one rejected, never truncated`() throws {
        let room = 198 - "group-frontend=".utf8.count
        let longest = String(repeating: "g", count: room)
        #expect(try parse("[access]\ngroup-frontend=\(longest)\n").access.frontend == [longest])
        let complaint = complaints("[access]\ngroup-frontend=\(longest)g\n")
        #expect(complaint == "f:2: line too long: 199 bytes, maximum 198")
    }

    @Test(arguments: [[0xff], [0xc3], [0], [0x1b], [0x61, 0x3d, 0xed, 0xa0, 0x80]] as [[UInt8]])
    func `a line that is not text is rejected by its number`(bytes: [UInt8]) {
        let complaint = complaints(Array("[view]\n".utf8) + bytes + [0x0a])
        #expect(complaint == "f:2: not UTF-8 text without control characters")
    }
}
