import Glibc
import StrictJSON
import Testing
import TestSupport

@Suite(.mayMount, .showsLogs) struct DoctorTests {
    /// The number of group touchd-input where the doctor looks.
    private static let group: UInt32 = 61_234

    /// In a mount namespace: the package's group and rule exist, systemd does not.
    private static let script = """
        { cat /etc/group; echo touchd-input:x:\(group):; } >"$0/group" && mount --bind "$0/group" /etc/group &&
        mount -t tmpfs tmpfs /usr/lib/udev/rules.d && touch /usr/lib/udev/rules.d/72-touchd.rules &&
        { [ ! -d /run/systemd ] || mount -t tmpfs tmpfs /run/systemd; } && exec "$@"
        """

    private func findings(on line: Line) throws -> (status: Int32, codes: [String]) {
        let words = [Program.built("touchctl"), "--socket", line.socket, "--json", "doctor"]
        let (status, output, errors) = try line.launch(
            "/usr/bin/unshare", ["-m", "sh", "-c", Self.script, line.folder.path] + words
        ).outcome()
        let answer = try JSONObject(parsing: output.joined())
        let found = answer["diagnoses"]?.arrayValue?.compactMap(\.objectValue) ?? []
        #expect(answer["healthy"]?.boolValue == (status == 0), "\(errors)")
        return (status, found.compactMap { $0["code"]?.stringValue })
    }

    /// Gives the node of the panel to the group of the package, as its udev rule does.
    private func applyRule(on line: Line) {
        let node = (line.environment["UMOCKDEV_DIR"] ?? "") + "/dev/input/event20"
        #expect(unsafe chown(node, 0, Self.group) == 0 && chmod(node, 0o640) == 0)
    }

    /// A kiosk whose only panel counts, although a program makes it.
    private static func kiosk(
        properties: [String] = [], description: String? = nil, startsDaemon: Bool = true
    ) -> Line.Setup {
        Line.Setup(
            trustsVirtual: false, description: description, properties: properties, input: "allow-emitters=7464:0001",
            startsDaemon: startsDaemon)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let code: String
        let status: Int32
        var setup = DoctorTests.kiosk()
        var isRuleApplied = true
        var command: String?
        var testDescription: String { code }
    }

    @Test(arguments: [
        Fault(code: "other_seat", status: 1, setup: kiosk(properties: ["ID_SEAT=seat-left"])),
        Fault(code: "socket_missing", status: 2, setup: kiosk(startsDaemon: false)),
        Fault(code: "rule_not_applied", status: 2, isRuleApplied: false),
        Fault(code: "no_touchscreen", status: 2, command: "unplug"),
        Fault(code: "not_read", status: 2, command: "revoke 1000"),
    ])
    func `a problem is named, and decides the exit status`(fault: Fault) throws {
        let line = try Line(fault.setup)
        if fault.isRuleApplied { applyRule(on: line) }
        if let command = fault.command {
            let watch = try line.watching("io.touchd.device.Watch")
            try line.draw(command)
            _ = try watch.next()
        }
        let (status, codes) = try findings(on: line)
        #expect(status == fault.status && codes == [fault.code], "\(codes)")
    }

    @Test(arguments: [
        ("3 39 0, 3 35 900, 3 36 700, 1 14a 1, 0 0 0, 1 14a 0, 0 0 0", "stuck_contact"),
        ("3 39 0, 3 35 5000, 3 36 700, 1 14a 1, 0 0 0, 3 39 -1, 1 14a 0, 0 0 0", "off_axes"),
    ])
    func `a fault of the panel that the kernel's state shows is named`(events: String, code: String) throws {
        let line = try Line(Self.kiosk())
        applyRule(on: line)
        let file = events.split(separator: ", ").map { "E: 0.000001 \($0)\n" }.joined()
        try line.draw("play \(try line.folder.write(file, to: "fault.events")) speed 0")
        let (status, codes) = try findings(on: line)
        #expect(status == 1 && codes == [code], "\(codes)")
    }

    /// Grabs the node as `evtest --grab` does, until the program is ended.
    private static func launchGrabber(on line: Line) throws -> Program {
        let words = """
            import fcntl, os, signal, sys
            node = os.open(sys.argv[1], os.O_RDONLY)
            fcntl.ioctl(node, 0x40044590, 1)
            print("held", flush=True)
            signal.pause()
            """
        let program = try line.launch("/usr/bin/python3", ["-c", words, "/dev/input/event20"])
        guard try program.output.next() == "held" else { throw TimedOut(what: "a grab: \(program.errors.all)") }
        return program
    }

    @Test
    func `a program that grabs the panel is noticed, and without it a kiosk set up by the package has no findings`()
        throws
    {
        let line = try Line(Self.kiosk())
        applyRule(on: line)
        let robber = try Self.launchGrabber(on: line)
        let (status, codes) = try findings(on: line)
        #expect(status == 2 && codes == ["grabbed"], "\(codes)")
        robber.stop()
        let (after, rest) = try findings(on: line)
        #expect(after == 0 && rest.isEmpty, "\(rest)")
    }

    @Test(
        .enabled(if: unsafe access("/usr/bin/udevadm", X_OK) == 0, "skipped: no udevadm"),
        arguments: ["Acme 2", "Acme'; \"\u{e9}\" | [a-z]*?\\$(x) # \u{89e6}"])
    func `udev applies the printed rule to the panel, whatever it is called`(name: String) throws {
        let folder = try TemporaryFolder()
        let description = try folder.write(
            PanelFile.withoutResolution.replacing("panel without resolution", with: name), to: "panel.desc")
        let setup = Self.kiosk(
            properties: ["ID_INPUT_TOUCHSCREEN=0"], description: description, startsDaemon: false)
        let line = try Line(setup)
        let answer = try JSONObject(parsing: line.touchctl("--json", "doctor").output.joined())
        let found = answer["diagnoses"]?.arrayValue?.compactMap(\.objectValue) ?? []
        let untagged = try #require(found.first { $0["code"] == "not_tagged" })
        let rule = try #require(untagged["remedy"]?.stringValue?.split(separator: "\n").first)
        let script = """
            mount -t tmpfs tmpfs /etc/udev && mkdir /etc/udev/rules.d && mount -t tmpfs tmpfs /usr/lib/udev/rules.d &&
            \(rule) && exec /usr/bin/udevadm test /sys/class/input/event20
            """
        let (status, output, errors) = try line.launch("/usr/bin/unshare", ["-m", "sh", "-c", script]).outcome()
        let lines = output + errors
        #expect(status == 0 && lines.contains { $0.contains("ID_INPUT_TOUCHSCREEN=1") }, "\(rule): \(lines.suffix(9))")
    }
}
