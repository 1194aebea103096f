package import TouchCore
package import TouchModels

/// Everything an administrator can set, with the defaults.
///
/// `systemd/touchd.conf` documents each key for people; ``ConfigurationKey/all`` lists the keys for the program.
package struct Configuration: Hashable, Sendable {
    /// `[touchd]`: the daemon itself.
    package var daemon = Daemon()
    /// `[log]`: privacy of the log.
    package var log = Log()
    /// `[view]`: the screen that the front end draws on.
    package var view = View()
    /// `[input]`: which panels are used.
    package var input = Input()
    /// `[access]`: the roles on the socket.
    package var access = Access()
    /// `[unlock]`: patterns and PINs.
    package var unlock = Unlock()
    /// `[captcha]`: captchas.
    package var captcha = Captcha()
    /// `[token]`: signed tokens.
    package var token = Token()
    /// `[store]`: stored data, and the cost of guessing.
    package var store = Store()
    /// `[metrics]`: metrics for a monitoring system.
    package var metrics = Metrics()
    /// `[web]`: the bridge for pages, a separate program.
    package var web = Web()
    /// `[fleet]`: data sent to the operator's servers, by a separate program.
    package var fleet = Fleet()

    /// `[panel NAME]`: settings of single panels, in the order of the files.
    package var panels: [PanelSection] = []

    /// The defaults.
    package init() {}
}

extension Configuration {
    /// `[touchd]`: the daemon itself.
    package struct Daemon: Hashable, Sendable {
        /// Where front ends connect, unless systemd hands over a socket.
        package var socket = "/run/touchd/touchd.sock"
        /// The folder of the vault.
        package var stateDirectory = "/var/lib/touchd"
        /// The seat whose panels are read.
        package var seat = "seat0"
        /// The users whose session must be active for touches to count.
        package var sessionUsers = SessionUsers<String>.automatic
        /// The least severe message that is logged.
        package var logLevel = LogLevel.info
    }

    /// The least severe message that is logged.
    package enum LogLevel: String, Hashable, Sendable, CaseIterable {
        case error
        /// Problems that may become errors.
        case warning
        /// Unusual events.
        case notice
        /// Normal events.
        case info
        /// Details for debugging.
        case debug
    }

    /// `[log]`: privacy of the log.
    package struct Log: Hashable, Sendable {
        /// Whether it contains user names; otherwise pseudonyms.
        package var namesUsers = false
    }

    /// `[view]`: the screen that the front end draws on.
    package struct View: Hashable, Sendable {
        /// Its size in pixels, as a person sees it after the rotation.
        package var size = Size(width: 1_920, height: 1_080)
        /// How far the panel is turned clockwise behind the picture: 0, 90, 180 or 270 degrees.
        package var rotationDegrees = 0
    }

    /// `[input]`: which panels are used.
    package struct Input: Hashable, Sendable {
        /// The provenance of panels that may unlock, enroll and solve captchas.
        package var allowedProvenance: Set<Provenance> = [.physical]
        /// Programs that forward touches from a panel: the vendor and product of their virtual panels.
        package var allowedEmitters: [PanelNumbers] = []
        /// The only panels that are used, by the name in `touchctl devices`; empty: all.
        package var pinnedPanels: [String] = []
        /// How long landings are ignored after the machine resumed.
        package var wakeGuard = Interval.seconds(1)
        /// Which landings are ignored while the display is off.
        package var darkScreen = DarkScreen.use
        /// How many of the last touches are kept in memory for a bug bundle; zero: none.
        package var keptFrames = Interval.seconds(10)
    }

    /// What a touch does while the display is off.
    package enum DarkScreen: String, Hashable, Sendable {
        /// It counts as ever.
        case use
        /// It lights the display, by whatever does that, and has no other effect.
        case wake
        /// It has no effect until the display is lit.
        case ignore
    }

    /// Vendor and product of a panel, as `lsusb` writes them.
    package struct PanelNumbers: Hashable, Sendable {
        var vendor: UInt16
        var product: UInt16

        /// Makes the numbers.
        package init(vendor: UInt16, product: UInt16) {
            self.vendor = vendor
            self.product = product
        }
    }

    /// `[access]`: the groups whose members have a role; uid 0 is always administrator.
    package struct Access: Hashable, Sendable {
        /// Groups that may show scenes and start interactions.
        package var frontend = ["touchd"]
        /// Groups that may do everything.
        package var administrator: [String] = []
        /// Groups that may see the results of all users.
        package var backend: [String] = []
        /// Groups whose members may carry out commands of the fleet.
        package var operators: [String] = []
        /// Users, and groups with a leading `@`, that may present and answer requests; empty: all front ends.
        package var screen: [String] = []
    }

    /// `[unlock]`: patterns and PINs.
    package struct Unlock: Hashable, Sendable {
        /// Minimum number of parts of a new secret, by kind.
        package var minParts = standardMinParts
        /// The defaults of ``minParts``.
        package static let standardMinParts = Dictionary(
            uniqueKeysWithValues: ModelCatalog.secrets.map { ($0.kind, $0.minimums.lowerBound) })
        /// Whether keys move each time, regardless of the front end.
        package var scrambles = false
        /// How long an unlock or enrollment may take.
        package var timeout = Interval.seconds(60)
        /// The waits after wrong guesses.
        package var schedule = Schedule.present
        /// After how long wrong guesses are forgotten; nil: never.
        package var forgetFailures: Interval?
        /// How long other secrets count after the strongest of a user's kinds, which is needed after each start; nil: always.
        package var strongAfter: Interval?
        /// For ``strongAfter``: until the next start.
        static let untilStart = Interval.microseconds(.max)
        /// The range of other times for ``strongAfter``.
        static let strongRange = Interval.seconds(60)...Interval.seconds(365 * 86_400)
        /// Whether panels are grabbed during an entry.
        package var exclusive = Exclusive.no
        /// What varies in the grid between drawings, by ``GridVariation/keys``, regardless of the front end.
        package var variedGrid: Set<String> = []
        /// The maximum a front end is shown of a line that is being drawn.
        package var trail = PatternLock.Trail.live
    }

    /// Whether panels are grabbed while a pattern is drawn.
    package enum Exclusive: String, Hashable, Sendable, CaseIterable {
        /// Never: other programs see the stroke.
        case no
        /// If possible.
        case yes
        /// Always: a drawing that other programs could have seen is rejected.
        case require
    }

    /// `[captcha]`: captchas.
    package struct Captcha: Hashable, Sendable {
        /// Maximum distance of the piece from the gap, in view pixels, on either axis.
        package var tolerance = 3.0
        /// How long a panel waits after too many misses; nil: never.
        package var lockout: MissRule? = .standard
        /// How long a captcha may take.
        package var timeout = Interval.seconds(60)
        /// The folder with pictures for captchas; empty: pictures are drawn.
        package var pictures = ""
    }

    /// `[token]`: signed tokens.
    package struct Token: Hashable, Sendable {
        /// The name of the kiosk in tokens; empty: one generated at the first start.
        package var issuer = ""
        /// How long the token of an unlock can be redeemed.
        package var unlockLifetime = Interval.seconds(120)
        /// How long the token of a captcha can be redeemed.
        package var captchaLifetime = Interval.seconds(60)
    }

    /// `[store]`: stored data, and the cost of guessing.
    package struct Store: Hashable, Sendable {
        /// Number of results kept.
        package var results = 10_000
        /// Memory used to stretch a new pattern, in bytes.
        package var hashMemoryBytes = StretchParameters.standard.memoryBytes
        /// Passes over that memory to stretch a new pattern; nil: as many as the machine does in a quarter of a second,
        /// with less memory if necessary.
        package var hashPasses: Int?
        /// The TPM whose counter detects an older copy of the state directory; empty: none.
        package var tpm = ""
    }

    /// `[metrics]`: metrics for a monitoring system.
    package struct Metrics: Hashable, Sendable {
        /// The file that node_exporter's textfile collector reads; empty: none is written.
        package var prometheusFile = ""
        /// The interval at which it is written.
        package var prometheusInterval = Interval.seconds(30)
    }

    /// `[web]`: the bridge for pages, a separate program.
    package struct Web: Hashable, Sendable {
        /// The users, by name or number, whose pages may connect to the daemon.
        package var users = ["kiosk"]
        /// The folders that pages are served from; the first one that has a file wins.
        package var folders = ["/usr/share/touchd/web"]
        /// The port on the loopback addresses, unless systemd hands over a socket.
        package var port = 6_080
        /// The `Content-Security-Policy` of files; empty: none.
        package var policy = Self.standardPolicy

        /// Allows only scripts, styles and connections of the page's own address.
        static let standardPolicy =
            "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
    }

    /// `[fleet]`: where `touchd-fleet` sends results and health, and where `touchctl fleet` reads them.
    package struct Fleet: Hashable, Sendable {
        /// The servers of one cluster, tried in turn; empty: none.
        package var servers: [FleetServer] = []
        /// The name of the kiosk in subjects; empty: the machine's host name.
        package var kiosk = ""
        /// The certificate authority of the servers, a file in PEM.
        package var authority = "/etc/touchd/fleet/ca.pem"
        /// This kiosk's certificate with its chain, a file in PEM.
        package var certificate = "/etc/touchd/fleet/certificate.pem"
        /// The key of ``certificate``, a file in PEM.
        package var key = "/etc/touchd/fleet/key.pem"
        /// The key of users' pseudonyms, 64 hexadecimal digits in a file; empty: a key of this kiosk only.
        package var pseudonymKey = ""
        /// The folder of the cursor.
        package var stateDirectory = "/var/lib/touchd-fleet"
        /// The interval at which health is sent.
        package var interval = Interval.seconds(60)
        /// The public key of those who may send commands, a JSON Web Key in a file of root's; empty: nobody may.
        package var commandKey = ""
        /// The socket at which systemd starts touchd-operator.
        package var commandSocket = "/run/touchd-operator.sock"
        /// The folder of touchd-operator: used tokens, the drop-in file of the fleet.
        package var commandDirectory = "/var/lib/touchd-operator"
    }

    /// A server that speaks NATS over TLS.
    package struct FleetServer: Hashable, Sendable {
        /// Its host name, which its certificate must contain.
        package let host: String
        /// Its port.
        package let port: Int
    }
}
