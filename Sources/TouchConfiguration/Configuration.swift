public import TouchCore

/// Everything an administrator can set, with the values that hold where nothing is set.
///
/// `systemd/touchd.conf` documents each key for people; ``ConfigurationKey/all`` is the list that the program reads by.
public struct Configuration: Hashable, Sendable {
    /// `[touchd]`: the daemon itself.
    public var daemon = Daemon()
    /// `[log]`: what the log may say.
    public var log = Log()
    /// `[view]`: the screen that the front end draws on.
    public var view = View()
    /// `[input]`: which panels count.
    public var input = Input()
    /// `[access]`: who may do what on the socket.
    public var access = Access()
    /// `[unlock]`: drawing a pattern, entering a PIN.
    public var unlock = Unlock()
    /// `[captcha]`: solving a captcha.
    public var captcha = Captcha()
    /// `[token]`: signed tokens.
    public var token = Token()
    /// `[store]`: what is kept, and how hard it is to guess.
    public var store = Store()
    /// `[metrics]`: figures for a monitoring system.
    public var metrics = Metrics()
    /// `[web]`: the bridge of pages, a program of its own.
    public var web = Web()
    /// `[fleet]`: what goes to the operator's servers, a program of its own.
    public var fleet = Fleet()

    /// `[panel NAME]`: what holds for single panels, in the order of the files.
    public var panels: [PanelSection] = []

    /// The values that hold where nothing is set.
    public init() {}
}

extension Configuration {
    /// `[touchd]`: the daemon itself.
    public struct Daemon: Hashable, Sendable {
        /// Where front ends connect, unless systemd hands over a socket.
        public var socket = "/run/touchd/touchd.sock"
        /// The folder of the vault.
        public var stateDirectory = "/var/lib/touchd"
        /// The seat whose panels are read.
        public var seat = "seat0"
        /// Whose session has to be in front for fingers to be heard.
        public var sessionUsers = SessionUsers<String>.automatic
        /// The least important message that is logged.
        public var logLevel = LogLevel.info
    }

    /// The least important message that is logged.
    public enum LogLevel: String, Hashable, Sendable, CaseIterable {
        /// What went wrong.
        case error
        /// What may go wrong.
        case warning
        /// What is unusual.
        case notice
        /// What happened.
        case info
        /// What helps to find a fault.
        case debug
    }

    /// `[log]`: what the log may say.
    public struct Log: Hashable, Sendable {
        /// Whether it names users; else each has a pseudonym.
        public var namesUsers = false
    }

    /// `[view]`: the screen that the front end draws on.
    public struct View: Hashable, Sendable {
        /// Its size in pixels, as a person sees it after the rotation.
        public var size = Size(width: 1_920, height: 1_080)
        /// How far the panel is turned clockwise behind the picture: 0, 90, 180 or 270 degrees.
        public var rotationDegrees = 0
    }

    /// `[input]`: which panels count.
    public struct Input: Hashable, Sendable {
        /// The kinds of panels whose fingers may unlock, enroll and solve captchas.
        public var allowedProvenance: Set<Provenance> = [.physical]
        /// Programs that send on what they read from a panel: what their virtual panels say of themselves.
        public var allowedEmitters: [PanelNumbers] = []
        /// The only panels that count, by the name that `touchctl devices` shows; empty: every one.
        public var pinnedPanels: [String] = []
        /// How long after the machine woke no landing is heard.
        public var wakeGuard = Interval.seconds(1)
        /// How much of what fingers did is kept in memory for a bug bundle; zero: nothing.
        public var keptFrames = Interval.seconds(10)
    }

    /// Vendor and product of a panel.
    public struct PanelNumbers: Hashable, Sendable {
        /// The maker.
        public var vendor: UInt16
        /// The model.
        public var product: UInt16

        /// Takes the numbers.
        public init(vendor: UInt16, product: UInt16) {
            self.vendor = vendor
            self.product = product
        }
    }

    /// `[access]`: the groups whose members have a role; uid 0 is always administrator.
    public struct Access: Hashable, Sendable {
        /// Groups that may show scenes and start interactions.
        public var frontend = ["touchd"]
        /// Groups that may do everything.
        public var administrator: [String] = []
        /// Groups that may see everybody's results.
        public var backend: [String] = []
        /// Groups whose members may carry out commands of the fleet.
        public var operators: [String] = []
        /// Users, and groups with an `@` before their names, that may present and answer requests; empty: all front ends.
        public var screen: [String] = []
    }

    /// `[unlock]`: drawing a pattern, entering a PIN.
    public struct Unlock: Hashable, Sendable {
        /// The fewest dots of a new pattern.
        public var minDots = 4
        /// The fewest digits of a new PIN.
        public var minDigits = 4
        /// Whether the digits of a PIN pad are in a new place each time, whatever front ends ask for.
        public var scramblesDigits = false
        /// How long an unlock or enrollment may take.
        public var timeout = Interval.seconds(60)
        /// How long to wait after how many wrong guesses.
        public var schedule = Schedule.present
        /// Whether other programs are kept from the panels meanwhile.
        public var exclusive = Exclusive.no
        /// What about the grid differs from one drawing to the next, whatever front ends ask for.
        public var variedGrid: Set<GridVariation> = []
        /// The most that a front end hears of a line that is being drawn.
        public var trail = Trail.live
    }

    /// The most that a front end hears of a line that is being drawn.
    public enum Trail: String, Hashable, Sendable, CaseIterable {
        /// Its dots and its free end, if the front end asks for them.
        case live
        /// How many dots it has.
        case count
    }

    /// What about a pattern's grid differs from one drawing to the next.
    public enum GridVariation: String, Hashable, Sendable, CaseIterable {
        /// Where it lies.
        case moved
        /// How large it is.
        case scaled
        /// Whether it is mirrored.
        case mirrored
    }

    /// Whether other programs are kept from the panels while a pattern is drawn.
    public enum Exclusive: String, Hashable, Sendable, CaseIterable {
        /// They see the stroke like any other.
        case no
        /// They are, if it can be done.
        case yes
        /// They are, and a drawing that they could have seen does not count.
        case require
    }

    /// `[captcha]`: solving a captcha.
    public struct Captcha: Hashable, Sendable {
        /// How far off the piece may be let go, in view pixels, on either axis.
        public var tolerance = 3.0
        /// How long a panel waits after too many misses; nil: it never does.
        public var lockout: MissRule? = .standard
        /// How long a captcha may take.
        public var timeout = Interval.seconds(60)
        /// The folder with pictures for captchas; empty: pictures are drawn.
        public var pictures = ""
    }

    /// `[token]`: signed tokens.
    public struct Token: Hashable, Sendable {
        /// The name of the kiosk in tokens; empty: one drawn at the first start.
        public var issuer = ""
        /// How long the token of an unlock can be redeemed.
        public var unlockLifetime = Interval.seconds(120)
        /// How long the token of a captcha can be redeemed.
        public var captchaLifetime = Interval.seconds(60)
    }

    /// `[store]`: what is kept, and how hard it is to guess.
    public struct Store: Hashable, Sendable {
        /// How many results are kept.
        public var results = 10_000
        /// Memory that stretching a new pattern takes, in bytes.
        public var hashMemoryBytes = StretchParameters.standard.memoryBytes
        /// How many times stretching a new pattern goes through that memory; nil: as often as the machine can in a
        /// quarter of a second, and with less memory if need be.
        public var hashPasses: Int?
        /// How the TPM is reached whose counter tells an older copy of the state directory; empty: none does.
        public var tpm = ""
    }

    /// `[metrics]`: figures for a monitoring system.
    public struct Metrics: Hashable, Sendable {
        /// The file that node_exporter's textfile collector reads; empty: none is written.
        public var prometheusFile = ""
        /// How often it is written.
        public var prometheusInterval = Interval.seconds(30)
    }

    /// `[web]`: the bridge of pages, a program of its own.
    public struct Web: Hashable, Sendable {
        /// The users, by name or number, whose pages may speak to the daemon.
        public var users = ["kiosk"]
        /// The folders that pages are served from, the first that has a file before others.
        public var folders = ["/usr/share/touchd/web"]
        /// The port on the loopback addresses, unless systemd hands over a socket.
        public var port = 6_080
        /// The `Content-Security-Policy` of files; empty: none.
        public var policy = Self.standardPolicy

        /// Scripts, styles and messages of the page's own address alone.
        static let standardPolicy =
            "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
    }
}
