internal import Arguments
internal import CShims
internal import Glibc
internal import StrictJSON
internal import TouchCore
internal import EventNodes
internal import Varlink
internal import System

/// Reads the facts for `touchctl doctor`.
///
/// Changes nothing, keeps no panel grabbed, and uses only calls of the daemon that are open to all users. Other programs, and
/// the daemon, have a deadline, because agents of monitoring systems wait ten seconds at most.
struct MachineReader {
    private let session: Session
    private let deadline: Instant

    /// The program that asks systemd, and how long it may take.
    private let systemctl: String
    private let patience: Interval

    /// `time` is what touchd and systemd may take together; systemctl, the program, gets two fifths of it.
    init(session: Session, within time: Interval = .milliseconds(4_500), systemctl: String = "systemctl") {
        (self.session, self.systemctl) = (session, systemctl)
        deadline = .now.advanced(by: time)
        patience = .microseconds(time.microseconds * 2 / 5)
    }

    func read() -> Machine {
        var machine = Machine()
        machine.version = Version.text
        machine.user = Accounts.user(geteuid())
        machine.units = nil
        if unsafe access("/run/systemd/system", F_OK) == 0 {
            machine.units = units
            machine.isSystemdSilent = machine.units == nil
        }
        machine.daemon = daemon
        let folders = ["/etc", "/run", "/usr/lib", "/lib"].map { "\($0)/udev/rules.d/72-touchd.rules" }
        machine.hasRule = folders.contains { unsafe access($0, F_OK) == 0 }
        machine.outputs = Self.outputs
        machine.isSynchronized = [0: false, 1: true][cshims_clock_is_synchronized()]
        machine.asksByPAM = SystemPath.names(in: "/etc/pam.d").contains { name in
            Self.asksByPAM(SystemPath.text(at: "/etc/pam.d/\(name)") ?? "")
        }
        machine.hasSignedQuirks = Self.hasSignedQuirks
        machine.quirks = Self.text(of: Machine.quirksFile)
        machine.nodes = nodes(isAnswering: machine.daemon.reach == .answered)
        return machine
    }

    // MARK: - The daemon

    private var daemon: Machine.Daemon {
        do throws(CommandError) {
            let status = try call("io.touchd.manage.Status")
            let (access, vault, panels) = (status.object("access"), status.object("vault"), status.object("panels"))
            let (clock, count) = (status.object("clock"), Int(panels.whole("count") ?? 0))
            return Machine.Daemon(
                socket: session.socket, version: status.text("version") ?? "",
                pauses: status.object("pause").texts("paused"), vaultProblem: vault.text("problem"),
                hasNewerVault: vault["newer"] == true, hasVaultAlarm: vault["alarm"] != nil,
                configurationProblem: status.text("configurationProblem"),
                configurationExposure: status.text("configurationExposure"), panels: count,
                trustedPanels: panels.whole("trusted").map { Int($0) } ?? count, isPinned: access["pinned"] == true,
                isScreenNamed: access["screenNamed"] != false, ghosting: panels.texts("ghosting"),
                display: panels.text("display"), clockSet: clock["setUSec"]?.intervalValue,
                clockBehind: clock["behindUSec"]?.intervalValue, seat: status.text("seat") ?? "seat0",
                trustsToo: access.texts("allowProvenance").filter { $0 != "physical" })
        } catch { return Machine.Daemon(socket: session.socket, reach: Self.reach(error)) }
    }

    private static func reach(_ error: CommandError) -> Machine.Reach {
        guard case .unreachable(_, let reason)? = error.cause as? ClientError else { return .silent("\(error)") }
        return switch reason.code {
        case ENOENT: .noSocket
        case EACCES, EPERM: .denied
        default: .silent("\(reason)")
        }
    }

    private func call(_ method: String) throws(CommandError) -> JSONObject {
        var session = session
        // In tenths of a second, because an error says it.
        session.patience = .milliseconds(max(deadline.since(.now).wholeMilliseconds / 100, 1) * 100)
        return try session.call(method)
    }

    /// The units; nil if systemd does not answer.
    var units: Machine.Units? {
        let properties = Machine.Units.properties.flatMap { ["-p", $0] }
        let shown = try? Subprocess.run(
            [systemctl, "show"] + Machine.Units.names + properties, error: .discarded, within: patience,
            maxBytes: 1 << 20)
        var units = Machine.Units(systemctl: shown?.text ?? "", at: .now)
        for index in units?.files.indices ?? 0..<0 { units?.files[index].look() }
        return units
    }

    /// From libinput's own quirks: it reads none at all beside one that it does not know.
    static var hasSignedQuirks: Bool {
        !SystemPath.names(in: "/usr/share/libinput").contains {
            text(of: "/usr/share/libinput/\($0)").mentions("AttrEventCodeDisable=")
        }
    }

    private static func text(of file: String) -> String {
        (try? WholeFile(file, .configured, maxBytes: 1 << 20)).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }

    /// Whether a PAM file has a line that asks for a pattern.
    static func asksByPAM(_ file: String) -> Bool {
        file.split(separator: "\n").contains { line in
            !line.drop { $0 == " " || $0 == "\t" }.hasPrefix("#") && line.mentions("touchctl") && line.mentions("--pam")
        }
    }

    // MARK: - Displays

    private static var outputs: [String]? {
        let connectors = SystemPath.names(in: "/sys/class/drm").filter { $0.hasPrefix("card") && $0.contains("-") }
        guard !connectors.isEmpty else { return nil }
        return connectors.filter { SystemPath.text(at: "/sys/class/drm/\($0)/status") == "connected" }
            .map { String($0.drop { $0 != "-" }.dropFirst()) }.sorted()
    }

    // MARK: - Nodes

    private func nodes(isAnswering: Bool) -> [Machine.Node] {
        let candidates = isAnswering ? list("io.touchd.device.Explain", "candidates") : []
        let panels = isAnswering ? list("io.touchd.device.List", "devices") : []
        let events = EventNode.all()
        let holders = Self.holders(of: Set(events.map(\.node)))
        return events.map { event in
            var node = Machine.Node(event: event)
            if let access = event.access {
                node.group = Accounts.group(access.group)
                node.exposure = access.exposure(Accounts.name)
            }
            if let candidate = candidates.first(where: { $0.text("node") == event.node }) {
                node.isRead = candidate["read"] == true
                node.why = candidate.text("why") ?? ""
                node.section = candidate.text("section")
            }
            node.hasSize = panels.contains { $0.text("node") == event.node && $0["widthMm"] != nil }
            node.port = Self.port(event.sysfs)
            node.holders = holders[event.node] ?? []
            return node
        }
    }

    /// The `removable` attribute of the nearest parent that has one (sysfs-bus-usb).
    private static func port(_ sysfs: String) -> Machine.Port {
        var path = sysfs[...]
        while let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            if let word = SystemPath.text(at: "\(path)/removable"), word != "unknown" {
                return word == "removable" ? .outside : .inside
            }
            path = path[..<slash]
        }
        return sysfs.mentions("/usb") ? .unknown : .inside
    }

    private func list(_ method: String, _ member: String) -> [JSONObject] {
        // A daemon that has just ended shows in its status.
        (try? call(method))?.objects(member) ?? []
    }

    /// The programs that have nodes open, as far as this user may see.
    private static func holders(of nodes: Set<String>) -> [String: [Machine.Holder]] {
        let openers = SystemPath.openers(of: nodes)
        return openers.mapValues { processes in
            processes.filter { $0 != getpid() }.map { process in
                .init(process: process, program: SystemPath.text(at: "/proc/\(process)/comm") ?? "?")
            }
        }.filter { !$0.value.isEmpty }
    }
}

extension Machine.Units {
    fileprivate static let names =
        [
            "touchd.service", "touchd.socket", "touchd-monitor.socket", "touchd-web.service", "touchd-web.socket",
            "touchd-fleet.service", "kiosk.service",
        ] + timeServices
    private static let timeServices = ["systemd-timesyncd", "chrony", "ntpsec", "openntpd"].map { $0 + ".service" }
    fileprivate static let properties = [
        "Id", "LoadState", "UnitFileState", "ActiveState", "WatchdogUSec", "NRestarts",
        "InactiveExitTimestampMonotonic",
        "ActiveEnterTimestampMonotonic", "StatusText", "Listen", "SocketMode", "SocketGroup", "DirectoryMode",
    ]

    /// The output of `systemctl show` for all units, `now` on CLOCK_MONOTONIC; nil if it lacks those of touchd.
    init?(systemctl text: String, at now: Instant) {
        self.init()
        var blocks: [String: [String: String]] = [:]
        var block: [String: String] = [:]
        let lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false) + [""]
        for line in lines {
            if let sign = line.firstIndex(of: "=") {
                block[String(line[..<sign])] = String(line[line.index(after: sign)...])
            } else if let id = block["Id"] {
                blocks[id] = block
                block = [:]
            }
        }
        guard let service = blocks["touchd.service"], let socket = blocks["touchd.socket"] else { return nil }
        func unit(_ words: [String: String]) -> Machine.Unit {
            // A service that fails before it is ready never becomes active.
            let starts = ["InactiveExitTimestampMonotonic", "ActiveEnterTimestampMonotonic"]
                .compactMap { words[$0].flatMap { Int64($0) } }
            let start = starts.max().flatMap { $0 > 0 ? Instant(microseconds: $0) : nil }
            return Machine.Unit(
                load: words["LoadState"] ?? "", file: words["UnitFileState"] ?? "", state: words["ActiveState"] ?? "",
                restarts: words["NRestarts"].flatMap { Int($0) } ?? 0, sinceStart: start.map { now.since($0) },
                status: words["StatusText"] ?? "")
        }
        (self.service, self.socket) = (unit(service), unit(socket))
        web = blocks["touchd-web.service"].map(unit) ?? .absent
        webSocket = blocks["touchd-web.socket"].map(unit) ?? .absent
        fleet = blocks["touchd-fleet.service"].map(unit) ?? .absent
        kiosk = blocks["kiosk.service"].map(unit) ?? .absent
        for block in [socket, blocks["touchd-monitor.socket"] ?? [:]] where block["LoadState"] == "loaded" {
            guard let path = block["Listen"]?.prefix(while: { $0 != " " }), let mode = block["SocketMode"] else {
                continue
            }
            // None is root's; a number is not compared.
            let group = block["SocketGroup"].flatMap { $0.isEmpty || UInt32($0) != nil ? nil : " \($0)" } ?? ""
            files.append(.init(path: "\(path)", wanted: mode + group))
        }
        if let slash = files.first?.path.lastIndex(of: "/"), let mode = socket["DirectoryMode"] {
            files.append(.init(path: String(files[0].path[..<slash]), wanted: mode))
        }
        timeService = Self.timeServices.first { name in
            let one = blocks[name].map(unit) ?? .absent
            return one.state == "active" && one.sinceStart.map { $0 >= .seconds(600) } ?? false
        }
        // systemd prints durations in words; a missing one is 0.
        let watchdog = service["WatchdogUSec"] ?? "0"
        hasWatchdog = !["0", "", "infinity"].contains(watchdog)
    }
}

extension Machine.File {
    /// Reads ``found``.
    mutating func look() {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return found = errno == ENOENT ? "" : nil }
        let mode = String(status.st_mode & 0o7777, radix: 8)
        found = String(repeating: "0", count: max(4 - mode.count, 0)) + mode
        if wanted.contains(" ") { found?.append(" " + Accounts.group(status.st_gid)) }
    }
}

private enum Accounts {
    static func user(_ id: UInt32) -> String {
        guard let entry = unsafe getpwuid(id), let name = unsafe entry.pointee.pw_name else { return "user \(id)" }
        return unsafe String(cString: name)
    }

    static func group(_ id: UInt32) -> String {
        guard let entry = unsafe getgrgid(id), let name = unsafe entry.pointee.gr_name else { return "\(id)" }
        return unsafe String(cString: name)
    }

    static func name(_ subject: NodeAccess.Subject) -> String {
        switch subject {
        case .everybody: return "everybody"
        case .user(let id): return "user \(user(id))"
        case .group(let id):
            let names = members(id)
            return "group \(group(id)) (\(names.isEmpty ? "no members now" : names.joined(separator: ", ")))"
        }
    }

    private static func members(_ id: UInt32) -> [String] {
        guard let entry = unsafe getgrgid(id), var next = unsafe entry.pointee.gr_mem else { return [] }
        var names: [String] = []
        while let name = unsafe next.pointee {
            names.append(unsafe String(cString: name))
            unsafe next += 1
        }
        return names
    }
}
