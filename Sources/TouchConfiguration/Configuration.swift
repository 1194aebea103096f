public import TouchCore

/// Everything an administrator can set, with the values that hold where nothing is set.
///
/// `systemd/touchd.conf` documents each key for people; ``ConfigurationKey/all`` is the list that the program reads by.
public struct Configuration: Hashable, Sendable {
    /// `[touchd]`: the daemon itself.
    public var daemon = Daemon()
    /// `[view]`: the screen that the front end draws on.
    public var view = View()
    /// `[input]`: which panels count.
    public var input = Input()
    /// `[access]`: who may do what on the socket.
    public var access = Access()
    /// `[unlock]`: drawing a pattern.
    public var unlock = Unlock()
    /// `[captcha]`: solving a captcha.
    public var captcha = Captcha()
    /// `[verdict]`: signed tokens.
    public var verdict = Verdict()
    /// `[store]`: what is kept, and how hard it is to guess.
    public var store = Store()
    /// `[metrics]`: figures for a monitoring system.
    public var metrics = Metrics()

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

    /// `[view]`: the screen that the front end draws on.
    public struct View: Hashable, Sendable {
        /// Its size in pixels, as a person sees it after the rotation.
        public var size = Size(width: 1_920, height: 1_080)
        /// How far the picture is turned clockwise on the panel: 0, 90, 180 or 270 degrees.
        public var rotationDegrees = 0
    }

    /// `[input]`: which panels count.
    public struct Input: Hashable, Sendable {
        /// The kinds of panels whose fingers may unlock, enrol and solve captchas.
        public var allowedProvenance: Set<Provenance> = [.physical]
    }

    /// `[access]`: the groups whose members have a role; uid 0 is always administrator.
    public struct Access: Hashable, Sendable {
        /// Groups that may show scenes and start interactions.
        public var frontend = ["touchd"]
        /// Groups that may do everything.
        public var administrator: [String] = []
        /// Groups that may see everybody's results.
        public var backend: [String] = []
    }

    /// `[unlock]`: drawing a pattern.
    public struct Unlock: Hashable, Sendable {
        /// The fewest dots of a new pattern.
        public var minimumDots = 4
        /// How long an unlock or enrolment may take.
        public var timeout = Interval.seconds(60)
        /// How long to wait after how many wrong guesses.
        public var schedule = GuessSchedule.present
        /// Whether other programs are kept from the panels meanwhile.
        public var exclusive = Exclusive.no
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

    /// How long to wait after how many wrong guesses.
    public enum GuessSchedule: Hashable, Sendable {
        /// Today's table of Android, which ends with the twentieth failure.
        case present
        /// The rule of Android 7 to 16, which has no end.
        case classic
        /// A table of the administrator's: free guesses, then these waits, then either no guess or the last wait again.
        case own(free: Int, waits: [Interval], isFinal: Bool)
    }

    /// `[captcha]`: solving a captcha.
    public struct Captcha: Hashable, Sendable {
        /// How far off the piece may be let go, in view pixels, on either axis.
        public var tolerance = 3.0
        /// How long a captcha may take.
        public var timeout = Interval.seconds(60)
    }

    /// `[verdict]`: signed tokens.
    public struct Verdict: Hashable, Sendable {
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
        public var hashMemoryBytes = 64 << 20
        /// How many times stretching a new pattern goes through that memory.
        public var hashPasses = 2
    }

    /// `[metrics]`: figures for a monitoring system.
    public struct Metrics: Hashable, Sendable {
        /// The file that node_exporter's textfile collector reads; empty: none is written.
        public var prometheusFile = ""
        /// How often it is written.
        public var prometheusInterval = Interval.seconds(30)
    }
}
