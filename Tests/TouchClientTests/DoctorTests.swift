import Arguments
import EventNodes
import Testing
import TouchCore
import TouchDevice

@testable import TouchClient

extension Machine {
    /// The panel of ``DoctorTests/healthy``, and its node.
    var panel: Node {
        get { nodes[1] }
        set { nodes[1] = newValue }
    }
    var event: EventNode {
        get { panel.event }
        set { panel.event = newValue }
    }

    /// Makes the panel one of that name without ids.
    mutating func call(_ name: String) {
        (event.name, event.capabilities.numbers) = (name, .init(bus: 3, vendor: 0, product: 0, version: 0))
    }

    /// Makes the panel one with that many units in a millimeter, of which the daemon knows no size.
    mutating func resolve(_ resolution: Int32) {
        for code in event.capabilities.axes.keys { event.capabilities.axes[code]?.resolution = resolution }
        panel.hasSize = false
    }
}

struct DoctorTests {
    static let healthy: Machine = {
        var panel = EventNode(node: "/dev/input/event5")
        panel.sysfs = "/sys/devices/pci0000:00/usb1/1-2/1-2:1.0/0003:1FD2:6007.0001/input/input5/event5"
        panel.name = "Larch 1541 Multitouch"
        panel.phys = "usb-0000:00:14.0-2/input0"
        panel.properties = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1", "LIBINPUT_FUZZ_35": "4"]
        panel.capabilities.numbers = .init(bus: 3, vendor: 0x1fd2, product: 0x6007, version: 0x111)
        panel.capabilities.properties = [InputCode.direct]
        panel.capabilities.codes = [1: [InputCode.touch], 3: [0, 1, 0x2f, 0x35, 0x36, 0x39]]
        panel.capabilities.axes = [0x2f: Axis(minimum: 0, maximum: 9)]
        for (code, most) in [(UInt16(0), Int32(4_095)), (1, 2_303), (0x35, 4_095), (0x36, 2_303)] {
            panel.capabilities.axes[code] = Axis(minimum: 0, maximum: most, resolution: 12)
        }
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

    /// A machine with one problem, and the expected finding and remedy.
    struct Case: Sendable, CustomTestStringConvertible {
        let code: String
        let severity: Diagnosis.Severity
        let advice: String
        let change: @Sendable (inout Machine) -> Void
        var testDescription: String { code }

        init(
            _ severity: Diagnosis.Severity, _ code: String, _ advice: String,
            _ change: @escaping @Sendable (inout Machine) -> Void
        ) {
            (self.code, self.severity, self.advice, self.change) = (code, severity, advice, change)
        }

        init(_ severity: Diagnosis.Severity, _ code: String, _ advice: String, _ units: Machine.Units) {
            self.init(severity, code, advice) { $0.units = units }
        }
    }

    private static let webLog = "journalctl -b -u touchd-web.service"

    static let cases = [
        Case(.error, "socket_missing", "systemctl enable --now touchd.socket") {
            ($0.daemon.reach, $0.units) = (.noSocket, nil)
        },
        Case(.error, "socket_missing", "systemctl restart touchd.socket touchd-monitor.socket touchd.service") {
            $0.daemon.reach = .noSocket
        },
        Case(.warning, "clock_wrong", "timedatectl") { $0.daemon.clockBehind = .seconds(3_600) },
        Case(.warning, "clock_wrong", "timedatectl") {
            ($0.daemon.clockSet, $0.isSynchronized) = (.seconds(-7_200), false)
        },
        Case(.warning, "clock_wrong", "chronyc tracking") {
            $0.units?.timeService = "chrony.service"
            $0.isSynchronized = false
        },
        Case(.error, "socket_denied", "usermod -aG touchd-monitor kiosk") {
            $0.user = "kiosk"
            $0.daemon.reach = .denied
        },
        Case(.error, "daemon_silent", "systemctl restart touchd.service") { $0.daemon.reach = .silent("timed out") },
        Case(.warning, "version_mismatch", "systemctl restart") { $0.daemon.version = "0.0.9" },
        Case(.error, "vault_alarm", "touchctl clear-alarm") {
            ($0.daemon.vaultProblem, $0.daemon.hasVaultAlarm) = ("the vault is older", true)
        },
        Case(.error, "socket_missing", "systemctl restart touchd.socket touchd-monitor.socket touchd.service") {
            ($0.user, $0.daemon.reach) = ("nagios", .denied)
            $0.units?.files = [.init(path: "/run/touchd/monitor.sock", wanted: "0660 touchd-monitor", found: "")]
        },
        Case(.error, "socket_closed", "chgrp touchd /run/touchd/touchd.sock && chmod 0660 /run/touchd/touchd.sock") {
            $0.units?.files = [.init(path: "/run/touchd/touchd.sock", wanted: "0660 touchd", found: "0660 root")]
        },
        Case(.error, "socket_closed", "chmod 0755 /run/touchd") {
            $0.daemon.reach = .denied
            $0.units?.files = [
                .init(path: "/run/touchd/touchd.sock", wanted: "0660 touchd"),
                .init(path: "/run/touchd", wanted: "0755", found: "0700"),
            ]
        },
        Case(.error, "vault_newer", "systemctl stop 'touchd*' && touchd --restore") {
            ($0.daemon.vaultProblem, $0.daemon.hasNewerVault) = ("written by a newer touchd", true)
        },
        Case(.error, "vault_unwritable", "df -h") { $0.daemon.vaultProblem = "no space left" },
        Case(.error, "configuration_invalid", "touchd --check") {
            $0.daemon.configurationProblem = "/etc/touchd/touchd.conf.d/a.conf:2: invalid"
        },
        Case(.warning, "configuration_exposed", "chown root") {
            $0.daemon.configurationExposure = "/etc/touchd/touchd.conf.d/a.conf: not only root may write it"
        },
        Case(.error, "untrusted_panel", "allow-provenance=") { $0.daemon.trustedPanels = 0 },
        Case(.note, "untrusted_panel", "touchctl pin") { ($0.daemon.panels, $0.daemon.isPinned) = (2, true) },
        Case(.warning, "provenance_open", "allow-provenance=physical") { $0.daemon.trustsToo = ["virtual"] },
        Case(.warning, "seat_inactive", "session-users=") { $0.daemon.pauses = ["seat"] },
        Case(.note, "cleaning", "touchctl clean off") { $0.daemon.pauses = ["cleaning"] },
        Case(.error, "ghost_storm", "touchctl measure") { $0.daemon.ghosting = ["front"] },
        Case(.note, "display_dark", "dark-screen=use") { $0.daemon.display = "dark" },
        Case(.warning, "display_unknown", "/sys/class/backlight/") { $0.daemon.display = "unknown" },
        Case(.note, "asleep", "wake-guard=") { $0.daemon.pauses = ["sleep"] },
        Case(.error, "unit_missing", "apt install --reinstall touchd") { $0.units?.service.load = "not-found" },
        Case(
            .error, "unit_masked", "systemctl unmask touchd.service && systemctl start touchd.socket",
            .init(service: .init(load: "masked", file: "masked", state: "inactive"), socket: .init(state: "failed"))),
        Case(.error, "unit_failed", "systemctl reset-failed") { $0.units?.service.state = "failed" },
        Case(.error, "unit_inactive", "systemctl start touchd.socket") { $0.units?.socket.state = "inactive" },
        Case(.warning, "unit_disabled", "systemctl enable") { $0.units?.socket.file = "disabled" },
        Case(.warning, "unit_unwatched", "WatchdogSec=30") { $0.units?.hasWatchdog = false },
        Case(
            .warning, "restarts_often", "journalctl -b -u touchd.service",
            .init(service: .init(restarts: 28, sinceStart: .seconds(1_799)))),
        Case(
            .warning, "restarts_often", webLog,
            .init(web: .init(restarts: 3, sinceStart: .seconds(61)), webSocket: .init())),
        Case(
            .error, "web_down", "systemctl unmask touchd-web.service\nsystemctl start",
            .init(web: .init(load: "masked", file: "masked", state: "inactive"), webSocket: .init())),
        // The next page starts it.
        Case(
            .note, "web_down", "systemctl start touchd-web.socket touchd-web.service",
            .init(web: .init(state: "inactive"), webSocket: .init())),
        Case(
            .error, "web_down", "touchd-web --check",
            .init(web: .init(status: UnitStatus(.noPage, "no user").text), webSocket: .init())),
        Case(
            .error, "configuration_invalid", "systemctl restart touchd-web.service",
            .init(web: .init(status: UnitStatus(.lastConfiguration, "a.conf:2").text), webSocket: .init())),
        Case(
            .warning, "fleet_silent", "touchd-fleet --check",
            .init(fleet: .init(status: UnitStatus(.cannotSend, "timed out; why", days: 30).text))),
        Case(.error, "web_down", webLog, .init(web: .init(state: "failed"), webSocket: .init())),
        Case(
            .error, "web_down", webLog,
            .init(web: .init(file: "disabled", state: "inactive"), webSocket: .init(state: "inactive"))),
        Case(
            .error, "web_down", webLog,
            .init(
                web: .init(file: "disabled", state: "activating", restarts: 3, sinceStart: .seconds(2)),
                webSocket: .init(file: "disabled"))),
        Case(.error, "web_down", webLog, .init(web: .init(restarts: 9, sinceStart: .seconds(2)), webSocket: .init())),
        Case(.warning, "systemd_silent", "systemctl show") { ($0.units, $0.isSystemdSilent) = (nil, true) },
        Case(
            .warning, "certificate_ends", "touchd-fleet --request",
            .init(fleet: .init(status: UnitStatus(days: 29).text))),
        Case(
            .error, "certificate_ends", "touchd-fleet --install",
            .init(fleet: .init(status: UnitStatus(days: -1).text))),
        Case(.warning, "fleet_down", "touchd-fleet --check", .init(fleet: .init(state: "inactive"))),
        Case(
            .warning, "fleet_down", "touchd-fleet --check",
            .init(fleet: .init(state: "activating", restarts: 4, sinceStart: .seconds(200)))),
        Case(
            .error, "kiosk_down", "journalctl -b -t kiosk",
            .init(kiosk: .init(state: "activating", restarts: 30, sinceStart: .seconds(1)))),
        Case(
            .warning, "restarts_often", "-u kiosk.service", .init(kiosk: .init(restarts: 3, sinceStart: .seconds(61)))),
        Case(.error, "rule_missing", "apt install --reinstall touchd") { $0.hasRule = false },
        Case(.error, "no_touchscreen", "plug it in") { $0.nodes.removeLast() },
        Case(.error, "not_tagged", "\nsystemctl restart touchd.service") {
            $0.event.properties["ID_INPUT_TOUCHSCREEN"] = nil
        },
        Case(.error, "ignored", "LIBINPUT_IGNORE_DEVICE") { $0.event.properties["LIBINPUT_IGNORE_DEVICE"] = "1" },
        Case(.warning, "other_seat", "loginctl attach seat0 /sys/devices/") {
            $0.event.properties["ID_SEAT"] = "seat1"
        },
        Case(.error, "refused", "'evdev:input:b0003v1FD2p6007*' ' EVDEV_ABS_36=::UNITS_PER_MM'") {
            $0.event.capabilities.axes[0x36]?.resolution = 0
            ($0.panel.isRead, $0.panel.hasSize) = (false, false)
        },
        Case(.error, "refused", "' EVDEV_ABS_00=MINIMUM:MAXIMUM'") {
            $0.event.capabilities.axes[0]?.maximum = 0
            $0.panel.isRead = false
        },
        Case(.error, "refused", "'AttrEventCode=-ABS_PRESSURE;' >>/etc/libinput/local-overrides.quirks") {
            $0.event.capabilities.axes[0x18] = Axis(minimum: 255, maximum: 255)
            $0.panel.isRead = false
        },
        Case(.error, "refused", "another driver") {
            $0.event.capabilities.axes[0x2f]?.maximum = 65_535
            $0.panel.isRead = false
        },
        Case(.warning, "called_otherwise", "'id-input:modalias:input:b0003v0EEFp0001*' ' ID_INPUT_TOUCHSCREEN=1'") {
            $0.nodes.append(Machine.Node(event: penLike, group: "input"))
        },
        Case(.warning, "called_otherwise", "match-name=till\nabsolute-mouse=yes\nand\nprintf '%s\\n' ''") {
            $0.nodes.append(Machine.Node(event: tillMouse, group: "input"))
        },
        Case(.error, "absolute_mouse", "match-name=till\nabsolute-mouse=yes\nsystemctl reload") {
            let (mouse, panel) = (tillMouse, $0.panel.event)
            $0.panel.event = mouse
            $0.event.properties = panel.properties
            ($0.panel.isRead, $0.panel.hasSize) = (false, false)
        },
        Case(.warning, "called_otherwise", "'id-input:modalias:input:b0003v0EEFp0001*' ' ID_INPUT_TOUCHSCREEN=1'") {
            var pad = penLike
            pad.properties = ["ID_INPUT": "1", "ID_INPUT_TOUCHPAD": "1"]
            pad.capabilities.codes[1] = [InputCode.finger, InputCode.touch]
            $0.nodes.append(Machine.Node(event: pad, group: "input"))
        },
        Case(.error, "not_tagged", "ENV{ID_INPUT_TOUCHSCREEN}=\"1\"") {
            $0.event.properties = ["ID_INPUT": "1"]
            $0.event.capabilities.properties = []
            $0.event.capabilities.codes = [3: [0x30, 0x35, 0x36]]
        },
        Case(.note, "matrix_length", "remove the others") {
            $0.event.properties["LIBINPUT_CALIBRATION_MATRIX"] = "0 -1 1 1 0 0 0 0 1"
        },
        Case(.note, "pointer_and_direct", "'AttrInputProp=-INPUT_PROP_POINTER;'") {
            $0.event.capabilities.properties.insert(InputCode.pointer)
        },
        Case(.note, "pointer_and_direct", "no quirk of libinput can match it") {
            $0.event.capabilities.properties.insert(InputCode.pointer)
            $0.call("")
        },
        Case(.note, "keys_on_panel", "evtest /dev/input/event5") { $0.event.capabilities.codes[1]?.insert(172) },
        Case(.warning, "off_axes", "'evdev:input:b0003v1FD2p6007*' ' EVDEV_ABS_35=MINIMUM:MAXIMUM'") {
            $0.event.placesOffAxes = [0x35: 5_000]
        },
        Case(.warning, "stuck_contact", "touchctl dump /dev/input/event5") { $0.event.hasStuckContact = true },
        Case(.error, "not_read", "--explain") {
            $0.panel.isRead = false
            $0.panel.why = "use=no in [panel left]"
        },
        Case(.error, "inhibited", "echo 0 >/sys/devices/") { $0.event.isInhibited = true },
        Case(.error, "rule_not_applied", "udevadm trigger --settle --action=change /sys/devices/") {
            $0.panel.group = "input"
        },
        Case(.warning, "writable", "setfacl -b /dev/input/event5") {
            $0.panel.exposure = "group input (anna) may inject touches into it"
        },
        Case(.warning, "uaccess", "grep -rl uaccess") { $0.event.hasSeatAccess = true },
        Case(.note, "not_pinned", "touchctl pin") { $0.panel.port = .outside },
        Case(.note, "not_pinned", "touchctl pin") { $0.panel.port = .unknown },
        Case(.warning, "screen_open", "[access] screen=USER") {
            $0.asksByPAM = true
            $0.daemon.isScreenNamed = false
        },
        Case(.note, "also_open", "exclusive=yes") { $0.panel.holders.append(.init(process: 99, program: "cage")) },
        Case(.error, "grabbed", "fuser -v /dev/input/event5") { $0.event.isHeldElsewhere = true },
        Case(.warning, "no_resolution", "size=WIDTHxHEIGHT") { $0.resolve(0) },
        Case(.warning, "impossible_size", "match-name=Larch 1541 Multitouch\nsize=WIDTHxHEIGHT") { $0.resolve(200) },
        Case(.warning, "fuzz", "apt install libinput-bin") {
            $0.event.capabilities.axes[0x36]?.fuzz = 8
            $0.event.properties["LIBINPUT_FUZZ_35"] = nil
        },
        Case(.warning, "matrix", "1 0 0 0 1 0") { $0.event.properties["LIBINPUT_CALIBRATION_MATRIX"] = "1 0 0 1 0 0" },
        Case(.warning, "output", "WL_OUTPUT") { $0.event.properties["WL_OUTPUT"] = "DP-2" },
        Case(.warning, "mouse_twin", "/etc/udev/rules.d/73-touch-mouse.rules") {
            var mouse = EventNode(node: "/dev/input/event6")
            mouse.name = "Larch 1541 Mouse"
            mouse.phys = "usb-0000:00:14.0-2/input1"
            mouse.properties = ["ID_INPUT": "1", "ID_INPUT_MOUSE": "1"]
            $0.nodes.append(Machine.Node(event: mouse, group: "input"))
        },
    ]

    /// A till's panel that is a mouse with absolute axes.
    static let tillMouse: EventNode = {
        var node = EventNode(node: "/dev/input/event8")
        node.name = "till"
        node.properties = ["ID_INPUT": "1", "ID_INPUT_MOUSE": "1"]
        node.capabilities.numbers = .init(bus: 3, vendor: 0x1234, product: 1, version: 1)
        node.capabilities.codes = [1: [InputCode.left, 0x111], 3: [0, 1]]
        for code in [UInt16(0), 1] { node.capabilities.axes[code] = Axis(minimum: 0, maximum: 4_095) }
        return node
    }()

    /// A single-touch panel that has BTN_TOOL_PEN, as eGalax's USB controller.
    static let penLike: EventNode = {
        var node = EventNode(node: "/dev/input/event7")
        node.name = "eGalax Inc. USB TouchController"
        node.properties = ["ID_INPUT": "1", "ID_INPUT_TABLET": "1"]
        node.capabilities.numbers = .init(bus: 3, vendor: 0xeef, product: 1, version: 0x210)
        node.capabilities.codes = [1: [0x110, 0x111, InputCode.pen, InputCode.touch], 3: [0, 1, 2, 3]]
        return node
    }()

    @Test func `a panel that udev classifies as a tablet is reported if there is no other`() throws {
        var machine = Self.healthy
        machine.nodes[1] = Machine.Node(event: Self.penLike, group: "input")
        let found = machine.diagnoses
        #expect(found.map(\.code) == ["called_otherwise", "no_touchscreen"])
        #expect(found[0].finding.contains("a pen tablet, since it has BTN_TOOL_PEN"))
        #expect(found[1].finding.contains("/dev/input/event7") && !found[1].remedy.contains("plug it in"))
    }

    @Test func `a pen with a button is not a panel`() {
        var machine = Self.healthy
        var pen = Self.penLike
        pen.capabilities.codes[1]?.insert(InputCode.stylus)
        machine.nodes.append(Machine.Node(event: pen, group: "input"))
        #expect(machine.diagnoses.isEmpty)
    }

    @Test func `a pinned panel on an outside port is fine`() {
        var machine = Self.healthy
        machine.panel.port = .outside
        machine.daemon.isPinned = true
        #expect(machine.diagnoses.isEmpty)
    }

    @Test(arguments: [
        (
            "auth sufficient pam_exec.so quiet stdout seteuid /usr/bin/touchctl unlock --pam\n@include common-auth\n",
            true
        ),
        ("\t#auth sufficient pam_exec.so /usr/bin/touchctl unlock --pam\n", false), ("@include common-auth\n", false),
    ])
    func `a PAM service that asks for patterns is found`(file: String, asks: Bool) {
        #expect(MachineReader.asksByPAM(file) == asks)
    }

    /// States of units that are as the operator wants them, or pass by themselves.
    static let quiet: [Machine.Units] = [
        // Restarted long ago, or seldom.
        .init(service: .init(restarts: 28, sinceStart: .seconds(1_800))),
        .init(service: .init(restarts: 2, sinceStart: .seconds(1))),
        // Installed and never enabled, or disabled.
        .init(web: .init(file: "disabled", state: "inactive"), webSocket: .init(file: "disabled", state: "inactive")),
        .init(web: .init(load: "masked", file: "masked", state: "inactive")),
        .init(fleet: .init(file: "disabled", state: "failed")),
        .init(kiosk: .init(file: "disabled", state: "inactive")),
        // The socket starts the bridge with the first page.
        .init(web: .init(file: "disabled", state: "inactive"), webSocket: .init()),
        // Being started or stopped.
        .init(web: .init(state: "activating", restarts: 2, sinceStart: .seconds(1)), webSocket: .init()),
        .init(fleet: .init(state: "deactivating")),
        .init(web: .init(), webSocket: .init(), fleet: .init(status: UnitStatus(days: 30).text)),
        .init(fleet: .init(file: "disabled", state: "inactive", status: UnitStatus(.cannotSend, "why", days: 1).text)),
    ]

    @Test(arguments: quiet) func `units that nobody wants, and units on their way, are no findings`(
        units: Machine.Units
    ) {
        var machine = Self.healthy
        machine.units = units
        #expect(machine.diagnoses == [])
    }

    @Test func `a clock that was set right, or that nothing sets, is no finding`() {
        var machine = Self.healthy
        machine.daemon.clockSet = .seconds(86_400)
        for known in [nil, true] {
            machine.isSynchronized = known
            #expect(machine.diagnoses.isEmpty)
        }
        (machine.daemon.clockSet, machine.isSynchronized) = (nil, false)
        #expect(machine.diagnoses.isEmpty)
    }

    @Test func `the reason for which touchd did not start is in the finding`() {
        var machine = Self.healthy
        machine.daemon.reach = .silent("no answer within 2.7 s")
        machine.units?.service.status = UnitStatus(.cannotRun, "the pepper\nis missing").text
        let finding = "no answer within 2.7 s; touchd cannot run: the pepper\\nis missing"
        #expect(machine.diagnoses.map(\.finding) == ["no answer at /run/touchd/touchd.sock: \(finding)"])
    }

    @Test func `nothing is found on a healthy kiosk`() {
        #expect(Self.healthy.diagnoses == [])
        #expect(Doctor.status(of: []) == .passed)
    }

    @Test(arguments: cases)
    func `one problem is found alone, with its remedy`(one: Case) throws {
        var machine = Self.healthy
        one.change(&machine)
        let found = machine.diagnoses
        #expect(found.map(\.code) == [one.code])
        let diagnosis = try #require(found.first)
        #expect(diagnosis.severity == one.severity)
        #expect(diagnosis.remedy.contains(one.advice), "\(diagnosis.remedy)")
        #expect(!diagnosis.finding.isEmpty && !diagnosis.finding.hasSuffix("."))
    }

    @Test func `a key for a panel is for the section that matches it, and for one of its own if that is shared`() throws
    {
        var machine = Self.healthy
        machine.event.capabilities.axes = [:]
        machine.panel.hasSize = false
        for code in [UInt16(0), 1] {
            machine.event.capabilities.axes[code] = Axis(minimum: 0, maximum: 9)
        }
        func lines() -> [String] {
            machine.diagnoses.filter { $0.code == "no_resolution" }.map {
                $0.remedy.split(separator: "\n").dropFirst().joined(separator: " ")
            }
        }
        machine.panel.section = "right"
        #expect(lines() == ["[panel right] size=WIDTHxHEIGHT"])
        machine.nodes.append(machine.nodes[1])
        #expect(lines() == ["[panel right] size=WIDTHxHEIGHT", "[panel right] size=WIDTHxHEIGHT"])
        machine.nodes[2].event.name = "Elm (2)"
        let own = [
            "[panel Larch-1541-Multitouch] match-name=Larch 1541 Multitouch", "[panel 1fd2-6007] match-id=1fd2:6007",
        ]
        #expect(lines() == own.map { $0 + " size=WIDTHxHEIGHT with what else it needs of [panel right]" })
        (machine.panel.section, machine.nodes[2].section) = (nil, nil)
        #expect(lines() == own.map { $0 + " size=WIDTHxHEIGHT" })
    }

    /// The kernel describes the panel as before.
    @Test func `a quirk that is applied ends its finding`() throws {
        var machine = Self.healthy
        machine.event.capabilities.axes[0x18] = Axis(minimum: 255, maximum: 255)
        #expect(machine.diagnoses.isEmpty)
        machine.event.capabilities.properties.insert(InputCode.pointer)
        let words = try #require(machine.diagnoses.first?.remedy).split(separator: "'").dropFirst(4)
        machine.quirks = words.filter { $0 != " " }.dropLast().joined(separator: "\n") + "\n"
        #expect(machine.quirks.hasPrefix("[Larch 1541 Multitouch]\nMatchVendor=0x1FD2\n"))
        #expect(machine.diagnoses.isEmpty)
    }

    @Test(arguments: [(.note, 0), (.warning, 1), (.error, 2)] as [(Diagnosis.Severity, Int32)])
    func `the worst finding decides the exit status`(worst: Diagnosis.Severity, status: Int32) {
        let found = [Diagnosis(.note, "a", "b", remedy: "c"), Diagnosis(worst, "a", "b", remedy: "c")]
        #expect(Doctor.status(of: found).rawValue == status)
    }

    @Test(arguments: [
        ("1 0 0 0 1 0", true), ("0 -1 1 1 0 0", true), ("1 0 0 1 0 0", false), ("1 0 0 0 1", false),
        ("0 -1 1 1 0 0 0 0 1", true), ("-1 0 1 1 0 0", false),
        ("a b c d e f", false), ("nan 0 0 0 1 0", false), ("", false),
    ])
    func `an invertible calibration is usable, any other is not`(text: String, isUsable: Bool) {
        #expect(Machine.Node.isUsable(matrix: text) == isUsable)
    }
}
