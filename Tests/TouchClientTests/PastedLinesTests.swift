import EventNodes
import Glibc
import TestSupport
import Testing
import TouchCore
import TouchDevice

@testable import TouchClient

/// Lines of the doctor that an administrator pastes as root: what the hardware calls itself must not change what they do.
struct PastedLinesTests {
    /// Names that try to end a string, a line or a command; each would create a file.
    static let attacks = [
        "Acme'; echo >broken; echo '", "Acme'\u{301}; touch broken; echo '\u{301}", "Acme\"; touch broken; echo \"",
        "Acme' & touch broken & echo '", "$(touch broken)", "`touch broken`", "';touch${IFS}broken;'",
        "Acme\ntouch broken", "'\ntouch broken\n'", "Acme\r\ntouch broken\r\n", "Acme\u{2028}touch broken",
        "touch broken #", "| touch broken", ">broken", "\\'; touch broken; echo \\'", "Acme\\",
        "\\0047; touch broken; \\0047",
        "Acme\", RUN+=\"/bin/touch broken\", ENV{X}==\"", "x]\nModelTouchpad=1\n[y", "Acme:dmi:*\n EVDEV_ABS_00=1:2",
        "*", "[a-z]*", "Acme|keyboard", "# Acme", "-n", "!!", "%n$env{X}", "\u{1b}]0;x\u{7}",
        "touch\u{e9} \u{89e6}\u{6478}", "Acme ",
    ]
    static let harmless = ["Larch 1541 Multitouch", "ADS7846-Touchscreen_2.0", ""]

    /// A finding whose lines contain the panel's name; the file that they write, and its text around the name.
    struct Writing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String
        let before: String
        let after: String
        let change: @Sendable (inout Machine, String) -> Void

        init(
            _ code: String, _ file: String, _ before: String, _ after: String,
            _ change: @escaping @Sendable (inout Machine, String) -> Void
        ) {
            (testDescription, self.file, self.before, self.after, self.change) = (code, file, before, after, change)
        }
    }

    private static let rule = "\nSUBSYSTEM==\"input\", KERNEL==\"event*\", ATTRS{name}==\""

    static let writings = [
        Writing(
            "not_tagged", "udev/rules.d/61-touchscreen.rules", rule,
            "\", ENV{ID_INPUT}=\"1\", ENV{ID_INPUT_TOUCHSCREEN}=\"1\"\n"
        ) { machine, name in
            machine.event.name = name
            machine.event.properties["ID_INPUT_TOUCHSCREEN"] = nil
        },
        Writing(
            "called_otherwise", "udev/rules.d/61-touchscreen.rules", rule,
            "\", ENV{ID_INPUT_TOUCHSCREEN}=\"1\", ENV{ID_INPUT_TABLET}=\"\", ENV{ID_INPUT_MOUSE}=\"\"\n"
        ) { machine, name in
            var pen = DoctorTests.penLike
            pen.name = name
            pen.capabilities.numbers = .init(bus: 3, vendor: 0, product: 0, version: 0)
            machine.nodes.append(Machine.Node(event: pen, group: "input"))
        },
        Writing(
            "refused", "udev/hwdb.d/61-touchd-local.hwdb", "\nevdev:name:", ":dmi:*\n EVDEV_ABS_36=::UNITS_PER_MM\n"
        ) { machine, name in
            machine.call(name)
            machine.event.capabilities.axes[0x36]?.resolution = 0
            machine.panel.isRead = false
        },
        Writing(
            "off_axes", "udev/hwdb.d/61-touchd-local.hwdb", "\nevdev:name:", ":dmi:*\n EVDEV_ABS_36=MINIMUM:MAXIMUM\n"
        ) { machine, name in
            machine.call(name)
            machine.event.placesOffAxes = [0x36: -9]
        },
        Writing(
            "refused", "libinput/local-overrides.quirks", "]\nMatchName=", "\nAttrEventCode=-ABS_PRESSURE;\n"
        ) { machine, name in
            machine.call(name)
            machine.event.capabilities.axes[0x18] = Axis(minimum: 255, maximum: 255)
            machine.panel.isRead = false
        },
        Writing(
            "pointer_and_direct", "libinput/local-overrides.quirks", "]\nMatchName=",
            "\nAttrInputProp=-INPUT_PROP_POINTER;\n"
        ) { machine, name in
            machine.call(name)
            machine.event.capabilities.properties.insert(InputCode.pointer)
        },
        Writing(
            "mouse_twin", "udev/rules.d/73-touch-mouse.rules", rule,
            "\", ENV{ID_INPUT_MOUSE}==\"1\", ENV{LIBINPUT_IGNORE_DEVICE}=\"1\"\n"
        ) { machine, name in
            var mouse = EventNode(node: "/dev/input/event6")
            mouse.name = name
            mouse.phys = "usb-0000:00:14.0-2/input1"
            mouse.properties = ["ID_INPUT": "1", "ID_INPUT_MOUSE": "1"]
            machine.nodes.append(Machine.Node(event: mouse, group: "input"))
        },
    ]

    /// Programs in remedies; they are not run, their arguments are logged.
    private static let programs = [
        "udevadm", "systemctl", "systemd-hwdb", "loginctl", "usermod", "setfacl", "getfacl", "fuser", "evtest",
        "touchctl", "touchd", "apt", "journalctl", "grep",
    ]

    /// They log to the folder above the one where they are called.
    private static let bin = Result {
        let folder = try TemporaryFolder()
        let stub = "#!/bin/sh\nprintf '%s\\n' \"${0##*/} $*\" >>../log\n"
        for program in programs { try folder.write(Array(stub.utf8), to: program, mode: 0o700) }
        for program in ["touch", "mkdir"] { try folder.makeLink(program, to: "/usr/bin/\(program)") }
        return folder
    }

    /// The state after each line of remedies went through a shell of its own, in a folder that stands for `/`.
    private struct Outcome {
        let folder: TemporaryFolder
        /// The files that were written, apart from those of the test.
        let files: [String]
        let commands: [String]
    }

    private static func paste(_ diagnoses: [Diagnosis]) throws -> Outcome {
        let (folder, bin) = (try TemporaryFolder(), try bin.get())
        for name in ["udev/rules.d", "udev/hwdb.d"] { try folder.makeFolder("etc/" + name) }
        try folder.makeFolder("empty")
        for (first, diagnosis) in zip(100..., diagnoses) {
            for (second, line) in zip(10..., diagnosis.remedy.split(separator: "\n", omittingEmptySubsequences: false))
            {
                #expect(String(line) == String(line).onOneLine, "the line is printed with escapes")
                #expect(diagnosis.text.contains("\n    \(line)\n"))
                let moved = [">", "mkdir -p "].reduce(String(line)) {
                    $0.replacing("\($1)/etc/", with: "\($1)\(folder.path)/etc/")
                }
                try folder.write(moved + "\n", to: "lines/\(first)-\(second)")
            }
        }
        let command =
            "cd '\(folder.path)/empty' && for line in ../lines/*; do PATH='\(bin.path)' /bin/sh \"$line\"; done >/dev/null 2>&1"
        // A line that is an explanation fails.
        _ = unsafe system(command)
        var files = TemporaryFolder.names(in: folder.path(of: "empty")).map { "empty/" + $0 }
        for place in ["udev/rules.d", "udev/hwdb.d", "libinput"] {
            files += TemporaryFolder.names(in: folder.path(of: "etc/" + place)).map { "\(place)/\($0)" }
        }
        #expect(folder.names.filter { !["empty", "etc", "lines", "log"].contains($0) } == [])
        let log = folder.has("log") ? try folder.text(of: "log") : ""
        return Outcome(folder: folder, files: files, commands: log.split(separator: "\n").map(String.init))
    }

    private static func finding(_ one: Writing, _ name: String) throws -> Diagnosis {
        var machine = DoctorTests.healthy
        one.change(&machine, name)
        return try #require(machine.diagnoses.first { $0.code == one.testDescription })
    }

    @Test(arguments: writings, attacks)
    func `a name changes nothing but the text that matches it`(one: Writing, name: String) throws {
        let outcome = try Self.paste([Self.finding(one, name)])
        #expect(outcome.files == [one.file])
        let known = ["udevadm", "systemctl", "systemd-hwdb", "evtest"]
        let run = outcome.commands.compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(run.contains("udevadm") || run.contains("systemctl"))
        #expect(run.allSatisfy(known.contains), "\(outcome.commands)")
        let text = try outcome.folder.text(of: "etc/" + one.file)
        let start = try #require(text.ranges(of: one.before).first?.upperBound, "\(text)")
        #expect(text.hasSuffix(one.after), "\(text)")
        let pattern = String(text[start...].dropLast(one.after.count))
        // The section of a quirk is titled with the same text.
        let title = one.before.hasPrefix("]") ? "\n[\(pattern)" : ""
        #expect(text == title + one.before + pattern + one.after)
        #expect(pattern.utf8.allSatisfy(Self.isMeaningless), "\(pattern)")
        // udev and its hardware database have no locale: a question mark is one byte of the name.
        #expect(pattern.utf8.count == name.utf8.count)
        #expect(unsafe fnmatch(pattern, name, 0) == 0, "\(pattern)")
    }

    @Test(
        .enabled(if: unsafe access("/usr/bin/systemd-hwdb", X_OK) == 0, "skipped: no systemd-hwdb"), arguments: attacks)
    func `the hardware database finds the panel by its name`(name: String) throws {
        let one = try #require(Self.writings.first { $0.file.hasPrefix("udev/hwdb.d") })
        let outcome = try Self.paste([Self.finding(one, name)])
        try outcome.folder.write("evdev:name:\(name):dmi:bvn", to: "key")
        let command =
            "cd '\(outcome.folder.path)' && systemd-hwdb -r . update && systemd-hwdb -r . query \"$(cat key)\" >answer"
        #expect(unsafe system(command) == 0)
        #expect(try outcome.folder.text(of: "answer") == "EVDEV_ABS_36=::UNITS_PER_MM\n")
    }

    @Test(
        .enabled(if: unsafe access("/usr/bin/libinput", X_OK) == 0, "skipped: no libinput-tools"),
        arguments: [0x1f, 0] as [UInt16])
    func `the installed libinput reads the quirks of any panel`(vendor: UInt16) throws {
        let quirks = Self.writings.filter { $0.file.hasPrefix("libinput/") }
        let found = try quirks.flatMap { one in
            try (Self.attacks + Self.harmless).map { name in
                var machine = DoctorTests.healthy
                one.change(&machine, name)
                machine.event.capabilities.numbers.vendor = vendor
                machine.event.capabilities.numbers.product = 15 * vendor
                machine.hasSignedQuirks = MachineReader.hasSignedQuirks
                return try #require(machine.diagnoses.first { $0.code == one.testDescription })
            }
        }
        let outcome = try Self.paste(found)
        let text = try outcome.folder.text(of: "etc/libinput/local-overrides.quirks")
        #expect(text.count { $0 == "[" } >= 2 * Self.attacks.count)
        let folder = outcome.folder.path(of: "etc/libinput")
        #expect(unsafe system("/usr/bin/libinput quirks validate --data-dir '\(folder)'") == 0, "\(text)")
    }

    @Test func `the lines for a second panel leave those for the first, and what was there`() throws {
        let found = try ["Acme", "Acme 2"].flatMap { name in
            try Self.writings.filter { $0.file.hasSuffix(".rules") }.map { try Self.finding($0, name) }
        }
        let outcome = try Self.paste(found)
        let text = try outcome.folder.text(of: "etc/udev/rules.d/61-touchscreen.rules")
        #expect(text.count { $0 == "\n" } == 8 && text.contains("\"Acme\"") && text.contains("\"Acme 2\""))
    }

    /// Whether neither a shell, a udev rule, a hardware database nor a quirk gives a byte another meaning than its own, or any.
    private static func isMeaningless(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: " ._-?".utf8.contains(byte)
        }
    }

    @Test(arguments: writings, harmless)
    func `an ordinary name stays as it is`(one: Writing, name: String) throws {
        let diagnosis = try Self.finding(one, name)
        let isQuirk = one.before.hasPrefix("]")
        let outcome = try Self.paste([diagnosis])
        if isQuirk, name.isEmpty { return #expect(outcome.files == []) }
        #expect(diagnosis.remedy.contains(isQuirk ? "'[\(name)]' 'MatchName=\(name)' " : name))
        #expect(
            try outcome.folder.text(of: "etc/" + one.file)
                == (isQuirk ? "\n[\(name)" : "") + one.before + name + one.after)
    }

    /// As long as a line of the configuration can have it.
    private static let long = String(repeating: "x", count: 187)

    /// Findings whose lines contain other outside text: paths, seats, users.
    static let others: [(code: String, change: @Sendable (inout Machine, String) -> Void)] = [
        ("rule_not_applied", { ($0.panel.group, $0.event.sysfs) = ("input", "/sys/" + $1) }),
        ("inhibited", { ($0.event.isInhibited, $0.event.sysfs) = (true, "/none/" + $1) }),
        (
            "rule_not_applied",
            { ($0.panel.group, $0.event.sysfs, $0.event.node) = ("input", "", "/dev/" + $1) }
        ),
        ("writable", { ($0.panel.exposure, $0.event.node) = ("everybody", "/dev/" + $1) }),
        ("grabbed", { ($0.event.isHeldElsewhere, $0.event.node) = (true, "/dev/" + $1) }),
        ("also_open", { $0.panel.holders.append(.init(process: 9, program: $1)) }),
        ("other_seat", { $0.event.properties["ID_SEAT"] = $1 }),
        ("other_seat", { $0.daemon.seat = $1 }),
        ("socket_denied", { ($0.user, $0.daemon.reach) = ($1, .denied) }),
        ("output", { $0.event.properties["WL_OUTPUT"] = $1 }),
        ("matrix", { $0.event.properties["LIBINPUT_CALIBRATION_MATRIX"] = $1 }),
        ("configuration_invalid", { $0.daemon.configurationProblem = $1 }),
        (
            "no_resolution",
            {
                $0.event.name = $1
                $0.resolve(0)
            }
        ),
    ]

    @Test(arguments: others.indices) func `nor does any other text from outside`(index: Int) throws {
        let (code, change) = Self.others[index]
        let diagnoses = try Self.attacks.map { text in
            var machine = DoctorTests.healthy
            change(&machine, text)
            return try #require(machine.diagnoses.first { $0.code == code })
        }
        let outcome = try Self.paste(diagnoses)
        #expect(outcome.files == [])
        let run = outcome.commands.compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(run.allSatisfy(Self.programs.contains), "\(outcome.commands)")
    }

    @Test(arguments: [
        ("Larch 1541 Multitouch", "[panel Larch-1541-Multitouch]\nmatch-name=Larch 1541 Multitouch"),
        ("Acme (USB); x", "[panel 1fd2-6007]\nmatch-id=1fd2:6007"), (" Acme", "[panel 1fd2-6007]\nmatch-id=1fd2:6007"),
        ("-Acme", "[panel 1fd2-6007]\nmatch-id=1fd2:6007"), ("Acme ", "[panel 1fd2-6007]\nmatch-id=1fd2:6007"),
        (long, "[panel \(long)]\nmatch-name=\(long)"), (long + "x", "[panel 1fd2-6007]\nmatch-id=1fd2:6007"),
    ])
    func `a section for a panel names it, or its ids if the name has more than plain characters`(
        name: String, lines: String
    ) throws {
        let (_, change) = try #require(Self.others.first { $0.code == "no_resolution" })
        var machine = DoctorTests.healthy
        change(&machine, name)
        let remedy = try #require(machine.diagnoses.first { $0.code == "no_resolution" }).remedy
        #expect(remedy.hasSuffix("\n\(lines)\nsize=WIDTHxHEIGHT"))
    }
}
