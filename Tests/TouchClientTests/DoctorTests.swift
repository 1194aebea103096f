import StrictJSON
import Testing
import TouchDump
import TouchInput

@testable import TouchClient

/// What `touchctl doctor` says of a machine.
struct DoctorTests {
    /// A kiosk on which nothing is wrong.
    static let healthy: Machine = {
        var panel = EventNode(node: "/dev/input/event5")
        panel.sysfs = "/sys/devices/pci0000:00/usb1/1-2/1-2:1.0/0003:1FD2:6007.0001/input/input5/event5"
        panel.name = "Larch 1541 Multitouch"
        panel.phys = "usb-0000:00:14.0-2/input0"
        panel.properties = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1", "LIBINPUT_FUZZ_35": "4"]
        panel.isDirect = true
        panel.hasTouchAxes = true
        panel.axes = [
            Axis(minimum: 0, maximum: 4_095, resolution: 12), Axis(minimum: 0, maximum: 2_303, resolution: 12),
        ]
        var keyboard = EventNode(node: "/dev/input/event1")
        keyboard.name = "a keyboard"
        keyboard.properties = ["ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1"]
        var machine = Machine(version: "0.1.0", outputs: ["HDMI-A-1"])
        machine.daemon.version = "0.1.0"
        machine.nodes = [
            Machine.Node(event: keyboard, group: "input", exposure: "group input (anna) may inject touches into it"),
            Machine.Node(
                event: panel, group: "touchd-input", isRead: true, hasSize: true,
                holders: [.init(process: 7, program: "touchd")]),
        ]
        return machine
    }()

    /// A machine on which one thing is wrong, and what has to be found and advised.
    struct Case: Sendable, CustomTestStringConvertible {
        let code: String
        let severity: Diagnosis.Severity
        /// Part of the remedy.
        let advice: String
        let change: @Sendable (inout Machine) -> Void
        var testDescription: String { code }

        init(
            _ severity: Diagnosis.Severity, _ code: String, _ advice: String,
            _ change: @escaping @Sendable (inout Machine) -> Void
        ) {
            (self.code, self.severity, self.advice, self.change) = (code, severity, advice, change)
        }
    }

    static let cases = [
        Case(.error, "socket_missing", "systemctl enable --now touchd.socket") { $0.daemon.reach = .noSocket },
        Case(.error, "socket_denied", "usermod -aG touchd kiosk") {
            $0.user = "kiosk"
            $0.daemon.reach = .denied
        },
        Case(.error, "daemon_silent", "systemctl restart touchd.service") { $0.daemon.reach = .silent("timed out") },
        Case(.warning, "version_mismatch", "systemctl restart") { $0.daemon.version = "0.0.9" },
        Case(.error, "vault_alarm", "touchctl clear-alarm") { $0.daemon.vaultProblem = "the vault is older" },
        Case(.warning, "provenance_open", "allow-provenance=physical") { $0.daemon.trustsToo = ["virtual"] },
        Case(.warning, "seat_inactive", "session-users=") { $0.daemon.pauses = ["seat"] },
        Case(.note, "cleaning", "touchctl lock off") { $0.daemon.pauses = ["cleaning"] },
        Case(.note, "asleep", "wake-guard=") { $0.daemon.pauses = ["sleep"] },
        Case(.error, "unit_missing", "apt install --reinstall touchd") { $0.units?.service.load = "not-found" },
        Case(.error, "unit_failed", "systemctl reset-failed") { $0.units?.service.state = "failed" },
        Case(.error, "unit_inactive", "systemctl start touchd.socket") { $0.units?.socket.state = "inactive" },
        Case(.warning, "unit_disabled", "systemctl enable") { $0.units?.socket.file = "disabled" },
        Case(.warning, "unit_unwatched", "WatchdogSec=30") { $0.units?.watchdogMicroseconds = 0 },
        Case(.error, "rule_missing", "apt install --reinstall touchd") { $0.hasRule = false },
        Case(.error, "no_touchscreen", "plug it in") { $0.nodes.removeLast() },
        Case(.error, "not_tagged", "/etc/udev/rules.d/61-touchscreen.rules") {
            $0.nodes[1].event.properties["ID_INPUT_TOUCHSCREEN"] = nil
        },
        Case(.error, "ignored", "LIBINPUT_IGNORE_DEVICE") {
            $0.nodes[1].event.properties["LIBINPUT_IGNORE_DEVICE"] = "1"
        },
        Case(.warning, "other_seat", "loginctl attach seat0 /sys/devices/") {
            $0.nodes[1].event.properties["ID_SEAT"] = "seat1"
        },
        Case(.error, "not_read", "--explain") {
            $0.nodes[1].isRead = false
            $0.nodes[1].why = "use=no in [panel left]"
        },
        Case(.error, "inhibited", "echo 0 >/sys/devices/") { $0.nodes[1].event.isInhibited = true },
        Case(.error, "rule_not_applied", "udevadm trigger --action=change /sys/devices/") {
            $0.nodes[1].group = "input"
        },
        Case(.warning, "writable", "setfacl -b /dev/input/event5") {
            $0.nodes[1].exposure = "group input (anna) may inject touches into it"
        },
        Case(.warning, "uaccess", "grep -rl uaccess") { $0.nodes[1].event.hasSeatAccess = true },
        Case(.note, "also_open", "exclusive=yes") {
            $0.nodes[1].holders.append(.init(process: 99, program: "cage"))
        },
        Case(.error, "grabbed", "fuser -v /dev/input/event5") { $0.nodes[1].event.isHeldElsewhere = true },
        Case(.warning, "no_resolution", "size=WIDTHxHEIGHT") {
            $0.nodes[1].event.axes?[0].resolution = 0
            $0.nodes[1].hasSize = false
        },
        Case(.warning, "fuzz", "apt install libinput-bin") {
            $0.nodes[1].event.axes?[1].fuzz = 8
            $0.nodes[1].event.properties["LIBINPUT_FUZZ_35"] = nil
        },
        Case(.warning, "matrix", "1 0 0 0 1 0") {
            $0.nodes[1].event.properties["LIBINPUT_CALIBRATION_MATRIX"] = "1 0 0 1 0 0"
        },
        Case(.warning, "output", "WL_OUTPUT") { $0.nodes[1].event.properties["WL_OUTPUT"] = "DP-2" },
        Case(.warning, "mouse_twin", "/etc/udev/rules.d/73-touch-mouse.rules") {
            var mouse = EventNode(node: "/dev/input/event6")
            mouse.name = "Larch 1541 Mouse"
            mouse.phys = "usb-0000:00:14.0-2/input1"
            mouse.properties = ["ID_INPUT": "1", "ID_INPUT_MOUSE": "1"]
            $0.nodes.append(Machine.Node(event: mouse, group: "input"))
        },
    ]

    @Test func `nothing is found on a healthy kiosk`() {
        #expect(Self.healthy.diagnoses == [])
        #expect(Doctor.status(of: []) == .passed)
    }

    @Test(arguments: cases)
    func `one fault is found alone, with what to do`(one: Case) throws {
        var machine = Self.healthy
        one.change(&machine)
        let found = machine.diagnoses
        #expect(found.map(\.code) == [one.code])
        let diagnosis = try #require(found.first)
        #expect(diagnosis.severity == one.severity)
        #expect(diagnosis.remedy.contains(one.advice), "\(diagnosis.remedy)")
        #expect(!diagnosis.finding.isEmpty && !diagnosis.finding.hasSuffix("."))
    }

    @Test(arguments: [("note", 0), ("warning", 1), ("error", 2)] as [(String, Int32)])
    func `the worst decides the exit status`(word: String, status: Int32) throws {
        let worst = try #require(Diagnosis.Severity(rawValue: word))
        let found = [Diagnosis(.note, "a", "b", remedy: "c"), Diagnosis(worst, "a", "b", remedy: "c")]
        #expect(Doctor.status(of: found).rawValue == status)
    }

    @Test(arguments: [
        ("1 0 0 0 1 0", true), ("0 -1 1 1 0 0", true), ("1 0 0 1 0 0", false), ("1 0 0 0 1", false),
        ("a b c d e f", false), ("nan 0 0 0 1 0", false), ("", false),
    ])
    func `a calibration is usable or not`(text: String, isUsable: Bool) {
        #expect(Machine.Node.isUsable(matrix: text) == isUsable)
    }

    @Test func `what systemctl shows is read`() throws {
        let text = """
            Id=touchd.service
            LoadState=loaded
            ActiveState=failed
            UnitFileState=enabled
            WatchdogUSec=30s

            Id=touchd.socket
            LoadState=loaded
            ActiveState=active
            UnitFileState=disabled

            """
        let units = try #require(Machine.Units(systemctl: text))
        #expect(units.service.state == "failed" && units.socket.file == "disabled" && units.watchdogMicroseconds > 0)
        #expect(Machine.Units(systemctl: text.replacing("30s", with: "0"))?.watchdogMicroseconds == 0)
        #expect(Machine.Units(systemctl: "") == nil)
    }
}
