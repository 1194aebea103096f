internal import TouchDevice
internal import EventNodes

extension EventNode {
    /// Whether it has the capabilities of a touchscreen, but udev does not classify it as one.
    var isUntaggedPanel: Bool {
        !isTouchscreen && (ownKind.role == .touchscreen || capabilities.hasBareFingers)
            && ![.pen, .pad, .touchpad].contains(kind?.role)
    }

    /// Whether udev classifies it as a pen tablet, a mouse or a touchpad although it may be a panel.
    var isMiscalledPanel: Bool {
        guard !isTouchscreen, !isUntaggedPanel, capabilities.mayBePanel else { return false }
        return [.pen, .mouse].contains(kind?.role) || kind?.role == .touchpad && ownKind.role == .touchpad
    }

    /// The keys that a panel may have on its node, such as a home button, beside those of fingers and pens.
    var otherKeys: [UInt16] {
        (capabilities.codes[InputCode.key] ?? []).filter { $0 < 0x100 || $0 >= 0x160 }.sorted()
    }

    /// Why libinput rejects it, although udev classifies it as a touchscreen.
    var refusal: LibinputRefusal? { isTouchscreen ? LibinputRefusal(capabilities) : nil }

    /// Its match in udev's hardware database: `b0003v0EEFp0001`; nil without vendor and product.
    fileprivate var match: String? {
        let numbers = capabilities.numbers
        guard numbers.vendor != 0 || numbers.product != 0 else { return nil }
        let words = [numbers.bus, numbers.vendor, numbers.product].map { $0.hexadecimal(4).uppercased() }
        return "b\(words[0])v\(words[1])p\(words[2])"
    }

    /// The first lines of a section of its own: different panels have different ones.
    fileprivate var sectionMatch: String {
        let numbers = [capabilities.numbers.vendor, capabilities.numbers.product].map { $0.hexadecimal(4) }
        // A line of the configuration has at most 198 bytes; blanks at the ends of a value are dropped.
        let isWritable =
            pattern == name && (1...187).contains(name.utf8.count) && !name.hasPrefix("-") && !name.hasPrefix(" ")
            && !name.hasSuffix(" ")
        return isWritable
            ? "[panel \(String(name.map { $0 == " " ? "-" : $0 }))]\nmatch-name=\(name)"
            : "[panel \(numbers.joined(separator: "-"))]\nmatch-id=\(numbers.joined(separator: ":"))"
    }

    var pattern: String { Pasted.pattern(name) }

    /// Its match in libinput's quirks, where no line may end with a blank; empty if it has neither ids nor a name.
    fileprivate var quirkMatch: [String] {
        let numbers = capabilities.numbers
        let ids = [("Vendor", numbers.vendor), ("Product", numbers.product)].map {
            "Match\($0)=0x\($1.hexadecimal(4).uppercased())"
        }
        let glob = pattern.hasSuffix(" ") ? "\(pattern.dropLast())?" : pattern
        guard match != nil else { return glob.isEmpty ? [] : ["MatchName=\(glob)"] }
        return glob == name && !name.isEmpty ? ids + ["MatchName=\(name)"] : ids
    }

    /// The command that adds a udev rule for devices of its name to a file.
    fileprivate func rule(_ words: String, in file: String) -> String {
        let rule = "SUBSYSTEM==\"input\", KERNEL==\"event*\", ATTRS{name}==\"\(pattern)\", \(words)"
        return Pasted.append([rule], to: "/etc/udev/rules.d/\(file)")
    }

    /// The port shared by the nodes of one piece of hardware: `usb-0000:00:14.0-2` of `usb-0000:00:14.0-2/input0`.
    fileprivate var port: Substring? { phys.split(separator: "/").first }
}

extension Machine.Node {
    func diagnoses(on machine: Machine) -> [Diagnosis] {
        if event.isUntaggedPanel { return [untagged] }
        if event.isMiscalledPanel { return [miscalled(machine)] }
        guard event.isTouchscreen else { return [] }
        return readingDiagnoses(machine) + accessDiagnoses + reports(machine) + surroundings(machine)
    }

    private var untagged: Diagnosis {
        let why = event.capabilities.hasBareFingers ? " (neither BTN_TOUCH nor INPUT_PROP_DIRECT)" : ""
        return error(
            "not_tagged", "\(event.name) has touch axes, but udev does not classify it as a touchscreen\(why)",
            event.rule("ENV{ID_INPUT}=\"1\", ENV{ID_INPUT_TOUCHSCREEN}=\"1\"", in: "61-touchscreen.rules") + "\n"
                + trigger + "\n" + restart)
    }

    private func miscalled(_ machine: Machine) -> Diagnosis {
        let kind = event.kind?.role == event.ownKind.role ? event.ownKind : event.kind
        let finding =
            "udev classifies \(event.name) as \(kind?.sentence ?? "something else"), so touchd does not read it"
        let wrong = ["ID_INPUT_TABLET", "ID_INPUT_MOUSE"] + (kind?.role == .touchpad ? ["ID_INPUT_TOUCHPAD"] : [])
        let remedy =
            event.match.map { match in
                Self.hwdb(
                    "id-input:modalias:input:\(match)*", ["ID_INPUT_TOUCHSCREEN=1"] + wrong.map { "\($0)=" })
            }
            ?? event.rule(
                "ENV{ID_INPUT_TOUCHSCREEN}=\"1\", " + wrong.map { "ENV{\($0)}=\"\"" }.joined(separator: ", "),
                in: "61-touchscreen.rules")
        let section = event.capabilities.isAbsoluteMouse ? "\(absoluteMouse(machine))\nand\n" : ""
        return warning(
            "called_otherwise", finding,
            "none if it is not a touch panel; if it is one (see 61-touchd-example.hwdb):\n\(section)\(remedy)\n\(anew)")
    }

    private func absoluteMouse(_ machine: Machine) -> String { setting("absolute-mouse=yes", machine) }

    /// The lines that set a key for this panel: in the section that matches it, unless other panels share that, or else in
    /// one of its own.
    func setting(_ line: String, _ machine: Machine) -> String {
        var (start, end) = (event.sectionMatch, "")
        if let section {
            let others = machine.nodes.filter { $0.section == section && $0.event.sectionMatch != event.sectionMatch }
            start = others.isEmpty ? "[panel \(section)]" : start
            end = others.isEmpty ? end : "\nwith what else it needs of [panel \(section)]"
        }
        return "in /etc/touchd/touchd.conf.d/:\n\(start)\n\(line)\(end)"
    }

    // MARK: - Read or not

    private func refused(_ refusal: LibinputRefusal, _ machine: Machine) -> Diagnosis {
        let remedy: String
        if let lines = refusal.hwdb {
            remedy = "with the panel's own numbers (see 61-touchd-example.hwdb):\n\(hwdb(of: lines))"
        } else if let known = refusal.uselessAxis.flatMap({ quirk(removing: $0, "EventCode", machine) }) {
            remedy = known.remedy
        } else {
            remedy =
                "only another driver helps: this one describes the panel wrongly\nevtest \(node)    # shows how"
        }
        return error("refused", refusal.reason, remedy)
    }

    /// The commands that correct its axes in udev's hardware database.
    func hwdb(of lines: [String]) -> String {
        let match = event.match.map { "evdev:input:\($0)*" } ?? "evdev:name:\(event.pattern):dmi:*"
        return "\(Self.hwdb(match, lines))\n\(anew)"
    }

    private static func hwdb(_ match: String, _ lines: [String]) -> String {
        Pasted.append([match] + lines.map { " \($0)" }, to: "/etc/udev/hwdb.d/61-touchd-local.hwdb")
    }

    /// A quirk of libinput that hides something of the panel: its lines, and the command that adds them; nil if it has neither
    /// ids nor a name to match.
    func quirk(removing name: String, _ kind: String, _ machine: Machine) -> (lines: String, remedy: String)? {
        let match = event.quirkMatch
        guard let title = match.last?.split(separator: "=").last else { return nil }
        let key = machine.hasSignedQuirks ? "Attr\(kind)=-\(name);" : "Attr\(kind)Disable=\(name);"
        let lines = ["[\(title)]"] + match + [key]
        let command = "mkdir -p /etc/libinput && " + Pasted.append(lines, to: Machine.quirksFile)
        return (lines.joined(separator: "\n"), "\(command)\nsystemctl restart touchd.service")
    }

    @Findings private func readingDiagnoses(_ machine: Machine) -> [Diagnosis] {
        if let mark = event.properties["LIBINPUT_IGNORE_DEVICE"], mark != "0" {
            error(
                "ignored", "udev tells libinput to ignore it (LIBINPUT_IGNORE_DEVICE)",
                "grep -rl LIBINPUT_IGNORE_DEVICE /etc/udev /usr/lib/udev    # remove the line, then\n" + trigger)
        } else if event.seat != machine.daemon.seat {
            warning(
                "other_seat", "it belongs to \(event.seat), but touchd reads \(machine.daemon.seat)",
                "loginctl attach \(Pasted.word(machine.daemon.seat)) \(Pasted.word(event.sysfs))\n"
                    + "or in /etc/touchd/touchd.conf.d/: [touchd] seat=\(Pasted.word(event.seat))")
        } else if isRead != true, let refusal = event.refusal {
            refused(refusal, machine)
        } else if event.capabilities.isAbsoluteMouse, isRead != true {
            error(
                "absolute_mouse",
                "it is a mouse that reports places: BTN_LEFT, no BTN_TOUCH, so touchd does not read it",
                "\(absoluteMouse(machine))\nsystemctl reload touchd.service")
        } else if isRead == false {
            error(
                "not_read", "touchd does not read it: \(why)",
                "touchctl devices --explain\nsystemctl restart touchd.service")
        }
        if event.isInhibited {
            error(
                "inhibited", "it is inhibited: the kernel ignores it",
                "echo 0 >\(Pasted.word(event.sysfs + "/device/inhibited"))")
        }
    }

    // MARK: - Who may open it

    @Findings private var accessDiagnoses: [Diagnosis] {
        if group != "touchd-input" {
            error("rule_not_applied", "its group is \(group), not touchd-input: the udev rule was not applied", trigger)
        }
        if let exposure {
            warning(
                "writable", exposure,
                "getfacl \(node)    # the udev rule sets mode 0640 and group touchd-input; remove rules that set others\n"
                    + "setfacl -b \(node)\n" + trigger)
        }
        if event.hasSeatAccess {
            warning(
                "uaccess", "udev gives whoever is logged in at the seat access to it (tag uaccess)",
                "grep -rl uaccess /etc/udev/rules.d    # remove the line for this device, then\n" + trigger)
        }
        let others = holders.filter { $0.program != "touchd" }
        let names = others.map { "\($0.program) (process \($0.process))" }.joined(separator: ", ")
        if event.isHeldElsewhere {
            error(
                "grabbed",
                "another program grabbed it, so touchd receives no touches"
                    + (others.isEmpty ? "" : "; \(names) has it open"),
                "fuser -v \(node)    # stop the program, or make it share the panel: evtest without --grab")
        } else if !others.isEmpty {
            note(
                "also_open", "\(names) has it open too: it receives the same touches and could grab the panel",
                "none for a compositor or a browser's display server; [unlock] exclusive=yes hides patterns from it\n"
                    + "fuser -v \(node)")
        }
    }

    // MARK: - What is around it

    @Findings private func surroundings(_ machine: Machine) -> [Diagnosis] {
        if let wanted = event.properties["WL_OUTPUT"], let outputs = machine.outputs, !outputs.contains(wanted) {
            let known = outputs.isEmpty ? "none is connected" : "connected: \(outputs.joined(separator: ", "))"
            warning(
                "output", "udev maps it to the display \(wanted), which is not connected (\(known))",
                "grep -rl WL_OUTPUT /etc/udev    # name a connected display, or plug it in, then\n" + trigger)
        }
        if port != .inside, !machine.daemon.isPinned, machine.daemon.reach == .answered {
            note(
                "not_pinned",
                (port == .outside
                    ? "it is on an external port" : "it is on USB, and the firmware does not say on which side")
                    + ", where any other panel plugged in would be trusted too",
                "touchctl pin    # from then on only the panels connected now are trusted\n"
                    + "touchd --check && systemctl reload touchd.service")
        }
        for twin in machine.nodes.filter({ $0.event.node != event.node && isTwin($0) }) {
            warning(
                "mouse_twin", "the same hardware is also a mouse, \(twin.event.node): a pointer follows the finger",
                twin.event.rule(
                    "ENV{ID_INPUT_MOUSE}==\"1\", ENV{LIBINPUT_IGNORE_DEVICE}=\"1\"", in: "73-touch-mouse.rules") + "\n"
                    + trigger)
        }
    }

    private func isTwin(_ other: Machine.Node) -> Bool {
        guard let port = event.port, other.event.port == port else { return false }
        return (other.event.properties["ID_INPUT_MOUSE"] ?? "0") != "0" && !other.event.isTouchscreen
    }

    // MARK: - Words

    /// The command that makes udev process the device again, and waits for it.
    var trigger: String {
        "udevadm control --reload && udevadm trigger --settle --action=change "
            + (event.sysfs.isEmpty ? node : Pasted.word(event.sysfs))
    }

    var node: String { Pasted.word(event.node) }

    /// The commands that make udev reload its database and process the device again.
    private var anew: String { "systemd-hwdb update && \(trigger)\n\(restart)" }

    /// The command after a device became a touchscreen: libinput looks at a device only when it appears.
    private var restart: String { "systemctl restart touchd.service" }

    func error(_ code: String, _ finding: String, _ remedy: String) -> Diagnosis {
        Diagnosis(.error, code, at: event.node, finding, remedy: remedy)
    }

    func warning(_ code: String, _ finding: String, _ remedy: String) -> Diagnosis {
        Diagnosis(.warning, code, at: event.node, finding, remedy: remedy)
    }

    func note(_ code: String, _ finding: String, _ remedy: String) -> Diagnosis {
        Diagnosis(.note, code, at: event.node, finding, remedy: remedy)
    }
}
