internal import TouchDump

/// What `touchctl doctor` knows of a machine: everything that a diagnosis follows from.
struct Machine: Hashable {
    /// The event nodes.
    var nodes: [Node] = []
    /// The socket and who answers at it.
    var daemon = Daemon()
    /// The units; nil where systemd does not run.
    var units: Units? = Units()
    /// Whether udev's rule for panels is installed.
    var hasRule = true
    /// The version of this program.
    var version = ""
    /// The name of the user who looks.
    var user = "root"
    /// Displays that are connected, as the kernel names them, `HDMI-A-1`; nil where the kernel has none at all.
    var outputs: [String]?
    /// Whether a service of PAM asks for patterns.
    var asksByPAM = false

    /// An event node and what else is known of it.
    struct Node: Hashable {
        /// What the machine says of it.
        var event: EventNode
        /// The name of its group.
        var group = ""
        /// Who may inject touches into it, in words; nil: nobody but root.
        var exposure: String?
        /// Whether the daemon reads it; nil: it was not asked.
        var isRead: Bool?
        /// Why it does, or does not.
        var why = ""
        /// Whether the daemon knows its size in millimeters, from the panel or from the configuration.
        var hasSize = false
        /// Who can reach its port.
        var port = Port.inside
        /// Other programs that have it open.
        var holders: [Holder] = []
    }

    /// Where a panel is plugged in, as the machine's firmware has it.
    enum Port: Hashable {
        /// Within the machine, or on no bus that things are plugged into.
        case inside
        /// Where anybody can reach it.
        case outside
        /// On USB; the firmware does not say where.
        case unknown
    }

    /// A program that has a node open.
    struct Holder: Hashable {
        var process: Int32
        var program: String
    }

    /// The daemon, from outside.
    struct Daemon: Hashable {
        /// Where it should be reached.
        var socket = "/run/touchd/touchd.sock"
        /// How it could be reached.
        var reach = Reach.answered
        /// What it calls its version.
        var version = ""
        /// Why it hears no finger, as the interface has it.
        var pauses: [String] = []
        /// What it says is wrong with the vault.
        var vaultProblem: String?
        /// Whether that is an alarm; else the disk does not take what it writes.
        var hasVaultAlarm = false
        /// Where its configuration files are invalid, if they are not in use.
        var configurationProblem: String?
        /// How many panels it reads.
        var panels = 1
        /// Of them, those whose touches count.
        var trustedPanels = 1
        /// Whether only pinned panels count.
        var isPinned = false
        /// Whether the configuration names those who may put something on screen.
        var isScreenNamed = true
        /// The seat whose panels it reads.
        var seat = "seat0"
        /// Kinds of panels, beside physical ones, whose fingers count.
        var trustsToo: [String] = []
    }

    /// How the daemon could be reached.
    enum Reach: Hashable {
        /// There is no socket.
        case noSocket
        /// The socket may not be opened by who looks.
        case denied
        /// Nobody answers at it.
        case silent(String)
        /// It answers.
        case answered
    }

    /// What systemd says.
    struct Units: Hashable {
        var service = Unit()
        var socket = Unit()
        /// The watchdog of the service in microseconds; 0: none.
        var watchdogMicroseconds: Int64 = 30_000_000
    }

    /// One unit: `LoadState`, `UnitFileState` and `ActiveState` of systemd.
    struct Unit: Hashable {
        var load = "loaded"
        var file = "enabled"
        var state = "active"
    }
}
