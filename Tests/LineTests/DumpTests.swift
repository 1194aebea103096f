import Glibc
import StrictJSON
import Testing
import TestSupport

@Suite(.showsLogs) struct DumpTests {
    @Test func `a dump for a technician describes the panel, shows touches, and tells when it is unplugged`() throws {
        let line = try Line()
        let dump = try line.dump("text")
        try line.draw("tap 640,400 hold 1")
        let lines = try line.end(dump)
        for text in [
            "touchsim panel", "/dev/input/event20", "vendor 0x7464 product 0x0001", "provenance  virtual",
            "10 slots", "0…4095, 16 units/mm", "ID_INPUT_TOUCHSCREEN=1", "seat0", "began", "ended",
            "1 contacts, at most 1 at once",
        ] { #expect(lines.contains { $0.contains(text) }, "\(text) is not in \(lines)") }
        #expect(lines.last?.hasPrefix("  verdict     ") == true)
        #expect(!lines.contains { $0.hasSuffix("is gone") }, "\(lines)")
        let second = try line.dump("text")
        try line.draw("unplug")
        _ = try second.output.first { $0.hasSuffix("is gone") }
        _ = try line.end(second)
    }

    @Test func `the dump for programs describes the panel equally, and takes no events from the daemon`() throws {
        let line = try Line()
        let screen = try line.present(Widgets.pattern())
        let dump = try line.dump()
        try line.draw(dots: "1-2-3-6")
        try screen.event("judged")
        let found = try DumpedContacts(line.end(dump))
        #expect(found.contacts.count == 1 && found.contacts.allSatisfy(\.isOver))
        let device = try #require(found.device)
        #expect(device["provenance"] == "virtual")
        #expect(device["slots"] == 10)
        #expect(device["width_mm"] == .real(4_095.0 / 16))
        #expect(device["x"]?.objectValue?["maximum"] == 4095)
    }

    @Test func `on request a dump has the kernel's slots and values`() throws {
        let folder = try TemporaryFolder()
        let panel = try folder.write(PanelFile.tenContacts(hasBreadth: true), to: "panel.desc")
        let line = try Line(Line.Setup(description: panel, startsDaemon: false))
        let dump = try line.launch("touchd", ["--dump=json", "--raw"])
        _ = try dump.output.first { $0.contains(#""type":"device""#) }
        let file = "E: 0.1 3 2f 3\nE: 0.1 3 39 7\nE: 0.1 3 35 640\nE: 0.1 3 36 1200\nE: 0.1 3 30 12\nE: 0.1 0 0 0\n"
        try line.draw("play \(try folder.write(file, to: "one.events")) speed 0")
        let text = try dump.output.first { $0.contains("began") }
        #expect(text.contains(#""slot":3,"raw_x":640,"raw_y":1200,"breadth":12"#), "\(text)")
        _ = try line.end(dump)
    }

    @Test(arguments: [
        (["--dump=xml"], "touchd: --dump takes one of text, json, evemu, record, evtest, debug-events, not xml"),
        (["--dump", "--seconds", "x"], "touchd: --seconds takes"),
    ])
    func `errors of a dump are those of touchd`(words: [String], beginning: String) throws {
        let (status, _, errors) = try Program([Program.built("touchd")] + words).outcome()
        #expect(status == 2 && errors.count == 1)
        #expect(errors.first?.hasPrefix(beginning) == true, "\(errors)")
        #expect(errors.first?.hasSuffix("(see touchd --help)") == true, "\(errors)")
    }

    @Test func `a device that may be a panel is named where there is none`() throws {
        let panel = Fixtures.path(of: "field/no-button.evemu")
        let line = try Line(Line.Setup(description: panel, startsDaemon: false))
        let (status, _, errors) = try line.launch("touchd", ["--dump"]).outcome()
        let sentence = "touchd: no touchscreen on seat0, but /dev/input/event20 (Bare panel) may be one"
        #expect(status == 3 && errors.count == 1 && errors.first?.hasPrefix(sentence) == true, "\(errors)")
    }

    @Test func `a name that no device has is one line and status 3, beside a panel`() throws {
        let line = try Line(Line.Setup(startsDaemon: false))
        for words in [
            ["--dump", "/dev/null"], ["--dump=json", "/dev/null"], ["--dump=evemu", "event99"], ["--dump", ""],
            ["--dump=evemu", "/dev/null"], ["--dump=record", "/etc/passwd"], ["--dump", "/etc/passwd"],
        ] {
            let (status, _, errors) = try line.launch("touchd", words).outcome()
            let name = words[1].isEmpty ? "''" : words[1]
            let sentence = "touchd: \(name): no such device (touchctl devices --explain lists them)"
            #expect(status == 3 && errors == [sentence], "\(errors)")
        }
    }

    @Test func `a named node that is not read is explained`() throws {
        let line = try Line(Line.Setup(properties: ["ID_SEAT=seat-left"], startsDaemon: false))
        let (status, _, errors) = try line.launch("touchd", ["--dump", "event20"]).outcome()
        let reason = "touchd: /dev/input/event20 is not read: it belongs to seat-left, not to seat0"
        #expect(status == 3 && errors.last == reason, "\(errors)")
    }

    @Test(.needsRoot) func `a panel without permission is one line and status 3`() throws {
        let line = try Line(Line.Setup(startsDaemon: false))
        line.openToEverybody()
        let bed = try #require(line.environment["UMOCKDEV_DIR"])
        // umockdev listens for udev's events at sockets in its folder.
        #expect(try Program(["/bin/chmod", "-R", "a+rwX", bed]).end() == 0)
        // The node as udev leaves it without touchd's rule: for root only.
        unsafe chmod("\(bed)/dev/input/event20", 0o600)
        // What touchd becomes.
        _ = try line.lend("touchd-dump")
        let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]
        let dump = try line.launch("/usr/bin/setpriv", nobody + [try line.lend("touchd"), "--dump"])
        let (status, _, errors) = try dump.outcome()
        #expect(status == 3)
        #expect(errors.filter { $0.contains("permission denied") }.count == 1, "\(errors)")
        #expect(!errors.contains { $0.contains("none is plugged in") }, "\(errors)")
    }
}
