internal import TouchCore
internal import EventNodes

/// The facts about a machine on which `touchctl doctor` bases its findings.
struct Machine: Hashable {
    /// The event nodes.
    var nodes: [Node] = []
    /// The socket and the daemon behind it.
    var daemon = Daemon()
    /// The units; nil without systemd.
    var units: Units? = Units()
    /// Whether systemd did not answer in time.
    var isSystemdSilent = false
    /// Whether the kernel's clock follows another one; nil: this user may not know.
    var isSynchronized: Bool?
    /// Whether udev's rule for panels is installed.
    var hasRule = true
    /// The version of this program.
    var version = ""
    /// The name of the user who runs the doctor.
    var user = "root"
    /// Connected displays by the kernel's names, `HDMI-A-1`; nil without a display driver.
    var outputs: [String]?
    /// Whether a PAM service asks for patterns.
    var asksByPAM = false

    /// An event node with further facts.
    struct Node: Hashable {
        /// Its description.
        var event: EventNode
        /// The name of its group.
        var group = ""
        /// Who may inject touches into it, as text; nil: only root.
        var exposure: String?
        /// Whether the daemon reads it; nil: unknown.
        var isRead: Bool?
        /// The reason.
        var why = ""
        /// Whether the daemon knows its size in millimeters, from the panel or from the configuration.
        var hasSize = false
        /// Who can physically reach its port.
        var port = Port.inside
        /// Other programs that have it open.
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

    /// A program that has a node open.
    struct Holder: Hashable {
        var process: Int32
        var program: String
    }

    /// The daemon, as seen from outside.
    struct Daemon: Hashable {
        /// The path of its socket.
        var socket = "/run/touchd/touchd.sock"
        /// Whether it could be reached.
        var reach = Reach.answered
        /// Its version.
        var version = ""
        /// Why it ignores touches, as in the interface.
        var pauses: [String] = []
        /// The vault problem it reports.
        var vaultProblem: String?
        /// Whether only a newer touchd can open the vault.
        var hasNewerVault = false
        /// Whether that is an alarm; otherwise the disk cannot be written.
        var hasVaultAlarm = false
        /// The place of errors in its configuration files, if they are not in use.
        var configurationProblem: String?
        /// Its configuration file that others than root may write, as a sentence.
        var configurationExposure: String?
        /// Number of panels it reads.
        var panels = 1
        /// Number of those whose touches count.
        var trustedPanels = 1
        /// Whether only pinned panels count.
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
        /// The seat whose panels it reads.
        var seat = "seat0"
        /// Provenances other than physical that are allowed.
        var trustsToo: [String] = []
    }

    /// Whether the daemon could be reached.
    enum Reach: Hashable {
        /// There is no socket.
        case noSocket
        /// The user may not open the socket.
        case denied
        /// There is no reply.
        case silent(String)
        /// It replied.
        case answered
    }

    /// The state of the systemd units.
    struct Units: Hashable {
        var service = Unit()
        var socket = Unit()
        /// The bridge for pages and its socket, and the sender of results: packages of their own.
        var web = Unit.absent
        var webSocket = Unit.absent
        var fleet = Unit.absent
        /// The time service that has run for ten minutes, enough to set the clock; nil: none has.
        var timeService: String?
        /// Whether systemd watches the service.
        var hasWatchdog = true
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

        /// A unit that is not installed.
        static let absent = Unit(load: "not-found", file: "", state: "inactive")

        /// Whether it is started at a boot.
        var isEnabled: Bool { ["enabled", "enabled-runtime"].contains(file) }
    }
}
