internal import TouchCore
internal import EventNodes

/// The facts about a machine on which `touchctl doctor` bases its findings.
struct Machine: Hashable {
    /// Where libinput reads the administrator's quirks.
    static let quirksFile = "/etc/libinput/local-overrides.quirks"

    var nodes: [Node] = []
    var daemon = Daemon()
    /// The units; nil without systemd.
    var units: Units? = Units()
    var isSystemdSilent = false
    /// Whether the kernel's clock follows another one; nil: this user may not know.
    var isSynchronized: Bool?
    var hasRule = true
    var version = ""
    var user = "root"
    /// Connected displays by the kernel's names, `HDMI-A-1`; nil without a display driver.
    var outputs: [String]?
    var asksByPAM = false
    /// Whether libinput's quirks remove something with a sign, `AttrInputProp=-NAME` (in Debian 13, not 12).
    var hasSignedQuirks = true
    /// The administrator's own quirks of libinput.
    var quirks = ""

    struct Node: Hashable {
        var event: EventNode
        var group = ""
        /// Who may inject touches into it, as text; nil: only root.
        var exposure: String?
        /// Whether the daemon reads it; nil: unknown.
        var isRead: Bool?
        var why = ""
        /// The section of the configuration that matches it; nil: none, or unknown.
        var section: String?
        /// Whether the daemon knows its size in millimeters, from the panel or from the configuration.
        var hasSize = false
        /// Who can physically reach its port.
        var port = Port.inside
        var holders: [Holder] = []
    }

    /// Where a panel is plugged in, according to the machine's firmware.
    enum Port: Hashable {
        /// Inside the machine, or not on a hot-pluggable bus.
        case inside
        /// Accessible from outside.
        case outside
        /// On USB, at an unknown place.
        case unknown
    }

    struct Holder: Hashable {
        var process: Int32
        var program: String
    }

    struct Daemon: Hashable {
        var socket = "/run/touchd/touchd.sock"
        var reach = Reach.answered
        var version = ""
        /// Why it ignores touches, as in the interface.
        var pauses: [String] = []
        var vaultProblem: String?
        /// Whether only a newer touchd can open the vault.
        var hasNewerVault = false
        /// Whether that is an alarm; otherwise the disk cannot be written.
        var hasVaultAlarm = false
        /// The place of errors in its configuration files, if they are not in use.
        var configurationProblem: String?
        /// Its configuration file that others than root may write, as a sentence.
        var configurationExposure: String?
        var panels = 1
        var trustedPanels = 1
        var isPinned = false
        /// Whether the configuration names the users who may present scenes.
        var isScreenNamed = true
        /// The panels that report touches which nobody makes.
        var ghosting: [String] = []
        /// What it knows of the display, as in the interface; nil: it need not know.
        var display: String?
        /// By how much the clock was set since it started, if much.
        var clockSet: Interval?
        /// How far the clock is behind the newest result, if much.
        var clockBehind: Interval?
        var seat = "seat0"
        /// Provenances other than physical that are allowed.
        var trustsToo: [String] = []
    }

    enum Reach: Hashable {
        case noSocket
        case denied
        case silent(String)
        case answered
    }

    struct Units: Hashable {
        var service = Unit()
        var socket = Unit()
        /// The bridge for pages and its socket, and the sender of results: packages of their own.
        var web = Unit.absent
        var webSocket = Unit.absent
        var fleet = Unit.absent
        /// The guide's service that owns the screen.
        var kiosk = Unit.absent
        /// The sockets of touchd and their folder.
        var files: [File] = []
        /// The time service that has run for ten minutes, enough to set the clock; nil: none has.
        var timeService: String?
        var hasWatchdog = true
    }

    /// A socket or its folder; access is mode and, of a socket, group.
    struct File: Hashable {
        var path: String
        var wanted: String
        /// Empty: it is missing; nil: this user may not know.
        var found: String?

        var remedy: String {
            let words = wanted.split(separator: " ")
            return (words.count > 1 ? "chgrp \(words[1]) \(path) && " : "") + "chmod \(words.first ?? "") \(path)"
        }
    }

    /// One unit: `LoadState`, `UnitFileState` and `ActiveState` of systemd.
    struct Unit: Hashable {
        var load = "loaded"
        var file = "enabled"
        var state = "active"
        /// How often systemd restarted it since an administrator started it.
        var restarts = 0
        /// The time since its last start; nil if it was never started.
        var sinceStart: Interval?
        /// Its own text for `systemctl status`.
        var status = ""

        static let absent = Unit(load: "not-found", file: "", state: "inactive")

        var isEnabled: Bool { ["enabled", "enabled-runtime"].contains(file) }
    }
}
