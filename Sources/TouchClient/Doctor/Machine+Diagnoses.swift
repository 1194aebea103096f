internal import EventNodes
internal import TouchCore

extension Machine {
    @Findings var daemonDiagnoses: [Diagnosis] {
        switch daemon.reach {
        case .noSocket: missing(daemon.socket)
        case .denied where !fileDiagnoses.isEmpty: nil
        case .denied:
            Diagnosis(
                .error, "socket_denied", "\(user) may not open the socket \(daemon.socket)",
                remedy: "usermod -aG touchd-monitor \(Pasted.word(user))    # to read; then log in again")
        case .silent(let reason):
            Diagnosis(
                .error, "daemon_silent", "no answer at \(daemon.socket): \(reason)\(lastWords)",
                remedy: "systemctl restart touchd.service\njournalctl -b -u touchd.service")
        case .answered where daemon.version != version:
            Diagnosis(
                .warning, "version_mismatch", "touchd is \(daemon.version), touchctl \(version)",
                remedy: "systemctl restart touchd.service")
        case .answered: nil
        }
        fileDiagnoses
        if let problem = daemon.vaultProblem, daemon.hasNewerVault {
            Diagnosis(
                .error, "vault_newer", problem,
                remedy:
                    "apt install touchd=VERSION    # the newer one again; or, without what was stored since the upgrade:\n"
                    + "systemctl stop 'touchd*' && touchd --restore && systemctl start \(Self.units)    # and touchd-web, touchd-fleet"
            )
        } else if let problem = daemon.vaultProblem, !daemon.hasVaultAlarm {
            Diagnosis(
                .error, "vault_unwritable", problem,
                remedy: "df -h /var/lib/touchd    # then, for instance: journalctl --vacuum-size=100M\n"
                    + "no restart needed: touchd retries every five seconds")
        } else if let problem = daemon.vaultProblem {
            Diagnosis(
                .error, "vault_alarm", problem,
                remedy: "journalctl -b -u touchd.service    # then: touchctl clear-alarm")
        }
        if let problem = daemon.configurationProblem {
            Diagnosis(
                .error, "configuration_invalid", problem,
                remedy: "touchd --check    # names every error; correct them, then\nsystemctl reload touchd.service")
        }
        if let exposure = daemon.configurationExposure {
            Diagnosis(
                .warning, "configuration_exposed", exposure,
                remedy: "touchd --check    # names files and keys; then: chown root, chmod go-w\n"
                    + "systemctl reload touchd.service")
        }
        trustDiagnosis
        if !daemon.trustsToo.isEmpty {
            Diagnosis(
                .warning, "provenance_open",
                "\(daemon.trustsToo.joined(separator: ", ")) panels may unlock and solve captchas",
                remedy: "in /etc/touchd/touchd.conf.d/: [input] allow-provenance=physical\n"
                    + "systemctl reload touchd.service")
        }
        if asksByPAM, daemon.reach == .answered, !daemon.isScreenNamed {
            Diagnosis(
                .warning, "screen_open",
                "any front end may serve the requests of PAM: no user is set in [access] screen=",
                remedy:
                    "in /etc/touchd/touchd.conf.d/: [access] screen=USER    # the front end's user; for web pages: touchd-web\n"
                    + "systemctl reload touchd.service")
        }
        if !daemon.ghosting.isEmpty {
            Diagnosis(
                .error, "ghost_storm",
                "ghost touches, 3,000 within a minute or again and again at one place: \(daemon.ghosting.joined(separator: ", "))",
                remedy: "journalctl -u touchd.service --grep 'ghost touches'    # how many, or where\n"
                    + "clean and dry the glass and its edges; try another power supply, a shorter cable, a grounded frame\n"
                    + "touchctl measure NODE    # while no one touches: proposes filters, if they help\n"
                    + "otherwise replace the panel")
        }
        clockDiagnosis
        displayDiagnosis
        daemon.pauses.map(Self.diagnosis(ofPause:))
    }

    /// A clock that dates results wrongly, judged without another one.
    private var clockDiagnosis: Diagnosis? {
        let finding: String
        if let behind = daemon.clockBehind {
            finding = "the clock is \(Words.duration(behind)) behind the newest result"
        } else if let set = daemon.clockSet, isSynchronized == false {
            // One that is synchronized was wrong before.
            finding =
                "the clock was set \(Words.duration(max(set, set.negated))) \(set < .zero ? "back" : "ahead") since touchd "
                + "started, and follows no other"
        } else if let service = units?.timeService, isSynchronized == false {
            finding = "the clock is not synchronized, although \(service) runs"
        } else {
            return nil
        }
        return Diagnosis(
            .warning, "clock_wrong", "\(finding), so results may have wrong dates",
            remedy: "timedatectl    # the time, and whether a service sets it\n"
                + "timedatectl timesync-status    # or: chronyc tracking\n"
                + "no service: apt install systemd-timesyncd, or timedatectl set-time TIME")
    }

    private var displayDiagnosis: Diagnosis? {
        let files = "/sys/class/backlight/*/{bl_power,brightness} /sys/class/drm/card*-*/{status,enabled,dpms}"
        switch daemon.display {
        case "dark":
            return Diagnosis(
                .note, "display_dark", "the display is off, so touches are ignored (dark_screen)",
                remedy: "light the display; if it is lit, what sysfs says of it is wrong:\ngrep . \(files)\n"
                    + "then in /etc/touchd/touchd.conf.d/: [input] dark-screen=use\nsystemctl reload touchd.service")
        case "unknown":
            return Diagnosis(
                .warning, "display_unknown",
                "[input] dark-screen= has no effect: sysfs has no backlight and no connected display",
                remedy: "grep . \(files)    # what the kernel knows; its driver may be missing\n"
                    + "or in /etc/touchd/touchd.conf.d/: [input] dark-screen=use")
        default: return nil
        }
    }

    private var trustDiagnosis: Diagnosis? {
        guard daemon.trustedPanels < daemon.panels else { return nil }
        let isAny = daemon.trustedPanels > 0
        let which = daemon.isPinned ? "provenance, or is not pinned" : "provenance"
        return Diagnosis(
            isAny ? .note : .error, "untrusted_panel",
            isAny
                ? "\(daemon.panels - daemon.trustedPanels) of \(daemon.panels) panels may not unlock (untrusted_panel)"
                : "no panel may unlock or solve captchas (untrusted_panel): none has an allowed \(which)",
            remedy: "touchctl devices    # shows the provenance of each panel\n"
                + (daemon.isPinned ? "touchctl pin    # if exactly the kiosk's own panels are plugged in\n" : "")
                + "a panel on a bus of the machine is physical; [input] allow-provenance= lists what counts")
    }

    private static let units = "touchd.socket touchd-monitor.socket touchd.service"

    private func missing(_ socket: String) -> Diagnosis {
        Diagnosis(
            .error, "socket_missing",
            "no socket at \(socket)\(isServed ? ": it was removed, or stopped, while touchd.socket is active" : "")",
            remedy: isServed ? "systemctl restart \(Self.units)" : "systemctl enable --now touchd.socket")
    }

    /// The sockets, and their folder, that are not as their units say.
    @Findings private var fileDiagnoses: [Diagnosis] {
        for file in units?.files ?? [] where isServed {
            if file.found == "" {
                if daemon.reach != .noSocket { missing(file.path) }
            } else if let found = file.found, found != file.wanted {
                Diagnosis(
                    .error, "socket_closed",
                    "\(file.path) is \(found), not \(file.wanted) as its unit says, so the wrong programs can connect, or none",
                    remedy: file.remedy)
            }
        }
    }

    /// Whether systemd still serves the socket, although it cannot be found.
    private var isServed: Bool { units?.socket.state == "active" }

    /// Why the daemon did not start, as it told systemd.
    private var lastWords: String {
        let status = UnitStatus(parsing: units?.service.status ?? "")
        return status.sentence.map { "; touchd \($0)" } ?? ""
    }

    private static func diagnosis(ofPause pause: String) -> Diagnosis {
        switch pause {
        case "seat":
            Diagnosis(
                .warning, "seat_inactive", "touch input paused: another session is active on the seat",
                remedy: "loginctl seat-status seat0    # then switch to the kiosk: loginctl activate SESSION\n"
                    + "or in /etc/touchd/touchd.conf.d/: [touchd] session-users=    # users whose session must be active, or any"
            )
        case "cleaning":
            Diagnosis(
                .note, "cleaning", "touch input paused: the screen is being cleaned", remedy: "touchctl clean off")
        default:
            Diagnosis(
                .note, "asleep", "touch input paused: the machine is asleep or just woke up",
                remedy: "none: it ends by itself ([input] wake-guard=)")
        }
    }

    @Findings var unitDiagnoses: [Diagnosis] {
        if let units {
            diagnoses(of: units)
        } else if isSystemdSilent {
            Diagnosis(
                .warning, "systemd_silent", "systemd does not answer, so nothing is known of touchd's services",
                remedy: "systemctl show touchd.service    # if it hangs, too: systemctl daemon-reexec, or a reboot\n"
                    + "if it cannot connect to the bus, which users other than root need: systemctl start dbus.socket")
        }
    }

    @Findings private func diagnoses(of units: Units) -> [Diagnosis] {
        let both = [("touchd.service", units.service), ("touchd.socket", units.socket)]
        let isMissing = both.contains { $0.1.load != "loaded" }
        let masked = both.filter { $0.1.load == "masked" }.map(\.0).joined(separator: " ")
        if !masked.isEmpty {
            Diagnosis(
                .error, "unit_masked", "systemd may not start touchd, because these are masked: \(masked)",
                remedy: "systemctl unmask \(masked) && systemctl start \(Self.units)")
        } else if isMissing {
            Diagnosis(
                .error, "unit_missing", "touchd.service and touchd.socket are not installed",
                remedy: "apt install --reinstall touchd && systemctl daemon-reload")
        } else if units.service.state == "failed" || units.socket.state == "failed" {
            Diagnosis(
                .error, "unit_failed", "the service has failed and is no longer restarted",
                remedy: "journalctl -b -u touchd.service\n"
                    + "systemctl reset-failed touchd.service touchd.socket && systemctl start touchd.socket touchd.service"
            )
        } else if units.socket.state != "active" {
            Diagnosis(
                .error, "unit_inactive", "touchd.socket is \(units.socket.state)",
                remedy: "systemctl start touchd.socket touchd.service")
        }
        if !isMissing, !["enabled", "enabled-runtime", "static"].contains(units.socket.file) {
            Diagnosis(
                .warning, "unit_disabled", "touchd.socket is \(units.socket.file): not started after a reboot",
                remedy: "systemctl enable touchd.socket touchd.service")
        }
        if !isMissing, !units.hasWatchdog {
            Diagnosis(
                .warning, "unit_unwatched", "touchd.service runs without a watchdog",
                remedy: "systemctl cat touchd.service    # WatchdogSec=30 is missing or overridden\n"
                    + "systemctl revert touchd.service && systemctl restart touchd.service")
        }
    }

    var ruleDiagnosis: Diagnosis? {
        hasRule
            ? nil
            : Diagnosis(
                .error, "rule_missing", "the udev rule 72-touchd.rules is not installed, so touchd may not open panels",
                remedy: "apt install --reinstall touchd\n"
                    + "udevadm control --reload && udevadm trigger --subsystem-match=input --action=change")
    }

    var panelDiagnosis: Diagnosis? {
        if nodes.contains(where: { $0.event.isTouchscreen || $0.event.isUntaggedPanel }) { return nil }
        let miscalled = nodes.filter(\.event.isMiscalledPanel).map { "\($0.event.node) (\($0.event.name))" }
        if !miscalled.isEmpty {
            return Diagnosis(
                .error, "no_touchscreen",
                "udev classifies no input device as a touchscreen, but \(miscalled.joined(separator: ", ")) may be one",
                remedy: "see called_otherwise below")
        }
        return Diagnosis(
            .error, "no_touchscreen", "the machine has no touchscreen",
            remedy: "plug it in, then check the kernel log: journalctl -k | grep -i -e input -e hid\n"
                + "evtest    # lists every input device")
    }
}
