internal import TouchCore
internal import TouchModels

/// One key of the configuration file: its place, its allowed values, its default.
///
/// A new setting is a property of ``Configuration``, a line here and a paragraph in `systemd/touchd.conf`.
package struct ConfigurationKey: Sendable {
    /// The section, without brackets.
    package let section: String
    /// The name before the equals sign.
    package let name: String
    /// The default, as it would be written.
    package let standard: String
    /// The allowed values, for error messages.
    package let allowed: String
    /// Reads a value; returns nil if it is not allowed.
    let read: @Sendable (String, inout Configuration) -> Void?

    /// All keys, in the order of the documented file.
    package static let all: [ConfigurationKey] =
        daemon + log + view + input + access + unlock + captcha + token + store + metrics + web + fleet

    private static let daemon = [
        key(
            "touchd", "socket", standard: "/run/touchd/touchd.sock", allowed: "an absolute path of at most 107 bytes",
            \.daemon.socket, Grammar.socket),
        path("touchd", "state-directory", standard: "/var/lib/touchd", \.daemon.stateDirectory),
        key(
            "touchd", "seat", standard: "seat0", allowed: "seat followed by letters, digits, - and _, such as seat0",
            \.daemon.seat, Grammar.seat),
        key(
            "touchd", "session-users", standard: "auto",
            allowed: "auto, any, or a list of names of users of this machine", \.daemon.sessionUsers,
            Grammar.sessionUsers),
        key(
            "touchd", "log-level", standard: "info", allowed: "error, warning, notice, info or debug",
            \.daemon.logLevel, Configuration.LogLevel.init(rawValue:)),
    ]

    private static let log = [
        key("log", "user-names", standard: "no", allowed: "yes or no", \.log.namesUsers, Grammar.flag)
    ]

    private static let view = [
        key(
            "view", "size", standard: "1920x1080",
            allowed: "WIDTHxHEIGHT in pixels, each from \(Grammar.words(Size.viewSides))", \.view.size
        ) { Grammar.extent($0, in: Size.viewSides) },
        key("view", "rotate", standard: "0", allowed: "0, 90, 180 or 270", \.view.rotationDegrees) {
            ["0": 0, "90": 90, "180": 180, "270": 270][$0]
        },
    ]

    private static let input = [
        key(
            "input", "allow-provenance", standard: "physical",
            allowed: "a list of at least one of physical, uhid, virtual, remote and unknown", \.input.allowedProvenance
        ) { text in
            Grammar.list(text, Provenance.init(rawValue:)).flatMap { $0.isEmpty ? nil : Set($0) }
        },
        key(
            "input", "allow-emitters", standard: "", allowed: "a list of VENDOR:PRODUCT, four hexadecimal digits each",
            \.input.allowedEmitters
        ) { Grammar.list($0, Grammar.numbers) },
        key(
            "input", "pinned-panels", standard: "",
            allowed:
                "a list of pins as touchctl devices shows them (32 hexadecimal digits), path:ID_PATH or serial:NUMBER",
            \.input.pinnedPanels
        ) { Grammar.list($0) { Grammar.isPin($0) ? $0 : nil } },
        duration("input", "wake-guard", standard: "1s", in: .seconds(0)...(.seconds(10)), \.input.wakeGuard),
        key(
            "input", "dark-screen", standard: "use", allowed: "use, wake or ignore", \.input.darkScreen,
            Configuration.DarkScreen.init(rawValue:)),
        duration("input", "keep-frames", standard: "10s", in: .seconds(0)...(.seconds(60)), \.input.keptFrames),
    ]

    private static let access = [
        group("group-frontend", standard: "touchd", \.access.frontend),
        group("group-administrator", standard: "", \.access.administrator),
        group("group-backend", standard: "", \.access.backend),
        group("group-operator", standard: "", \.access.operators),
        key(
            "access", "screen", standard: "",
            allowed: "a list of names or numbers of users of this machine, and of names of groups with @ before them",
            \.access.screen
        ) { text in
            Grammar.list(text) { Grammar.name($0.hasPrefix("@") ? String($0.dropFirst()) : $0) == nil ? nil : $0 }
        },
    ]

    static let minParts = "min-parts"

    private static let unlock = [
        ConfigurationKey(
            section: "unlock", name: minParts, standard: Grammar.text(of: Configuration.Unlock.standardMinParts),
            allowed: "a list of KIND:NUMBER, of "
                + ModelCatalog.secrets.map { "\($0.kind):\(Grammar.words($0.minimums))" }.joined(separator: ", ")
        ) { text, it in
            // Kinds that it does not name stay as an earlier file set them.
            Grammar.minParts(text).map { it.unlock.minParts.merge($0) { $1 } }
        },
        key("unlock", "scramble", standard: "no", allowed: "yes or no", \.unlock.scrambles, Grammar.flag),
        duration("unlock", "timeout", standard: "60s", in: TimeLimit.configuredAnswer, \.unlock.timeout),
        key(
            "unlock", "schedule", standard: Schedule.named[0].name,
            allowed:
                "\(Schedule.named.map(\.name).joined(separator: ", ")), or FREE:WAIT,WAIT,... with FREE from \(Grammar.words(Schedule.freeRange)) "
                + "and waits from \(Grammar.words(Schedule.waitRange)), the last of which may be never",
            \.unlock.schedule, Grammar.schedule),
        key(
            "unlock", "forget-failures", standard: "never",
            allowed: "never or a duration from \(Grammar.words(Schedule.forgettingRange))", \.unlock.forgetFailures,
            none("never") { Grammar.duration($0, in: Schedule.forgettingRange) }),
        key(
            "unlock", "strong-after", standard: "off",
            allowed: "off, start or a duration from \(Grammar.words(Configuration.Unlock.strongRange))",
            \.unlock.strongAfter,
            none("off") { text in
                text == "start"
                    ? Configuration.Unlock.untilStart : Grammar.duration(text, in: Configuration.Unlock.strongRange)
            }),
        key(
            "unlock", "exclusive", standard: "no", allowed: "no, yes or require", \.unlock.exclusive,
            Configuration.Exclusive.init(rawValue:)),
        key(
            "unlock", "vary-grid", standard: "", allowed: "a list of moved, scaled and mirrored", \.unlock.variedGrid
        ) { text in
            Grammar.list(text) { GridVariation.keys.contains($0) ? $0 : nil }.map { Set($0) }
        },
        key(
            "unlock", "trail", standard: "live", allowed: "live or count", \.unlock.trail,
            PatternLock.Trail.init(rawValue:)),
    ]

    private static let captcha = [
        key(
            "captcha", "tolerance", standard: "3", allowed: "a number of pixels from 1 to 100", \.captcha.tolerance
        ) { Grammar.decimal($0, in: 1...100) },
        key(
            "captcha", "lockout", standard: "5/60s:10s,15min",
            allowed: "off, or MISSES/WINDOW:FIRST,LONGEST with \(Grammar.words(MissRule.missRange)) misses, "
                + "a window from \(Grammar.words(MissRule.windowRange)) and waits from \(Grammar.words(MissRule.waitRange))",
            \.captcha.lockout, none("off", Grammar.lockout)),
        duration("captcha", "timeout", standard: "60s", in: TimeLimit.configuredAnswer, \.captcha.timeout),
        path("captcha", "pictures", standard: "", \.captcha.pictures),
    ]

    private static let token = [
        key(
            "token", "issuer", standard: "", allowed: "at most 100 letters, digits and . _ -, or nothing",
            \.token.issuer
        ) { text in
            text.isEmpty || text.utf8.count <= 100 && Grammar.name(text) != nil ? text : nil
        },
        duration("token", "unlock-lifetime", standard: "120s", in: tokenLifetime, \.token.unlockLifetime),
        duration("token", "captcha-lifetime", standard: "60s", in: tokenLifetime, \.token.captchaLifetime),
    ]

    private static let tokenLifetime = Interval.seconds(1)...Interval.seconds(600)

    private static let store = [
        number("store", "results", standard: "10000", in: 1...1_000_000, \.store.results),
        key(
            "store", "hash-memory", standard: "64MiB",
            allowed: "a size from \(Grammar.words(bytes: StretchParameters.memory))", \.store.hashMemoryBytes
        ) { Grammar.bytes($0, in: StretchParameters.memory) },
        key(
            "store", "hash-passes", standard: "auto",
            allowed: "auto or a number from \(Grammar.words(StretchParameters.passes))", \.store.hashPasses,
            none("auto") { Grammar.number($0, in: StretchParameters.passes) }),
        key(
            "store", "tpm", standard: "", allowed: "device:/dev/tpmrm0 or another TCTI of tpm2-tss, or nothing",
            \.store.tpm
        ) { $0.isEmpty || Grammar.transport($0) ? $0 : nil },
    ]

    private static let metrics = [
        path("metrics", "prometheus-file", standard: "", \.metrics.prometheusFile),
        duration(
            "metrics", "prometheus-interval", standard: "30s", in: .seconds(5)...(.seconds(3_600)),
            \.metrics.prometheusInterval),
    ]

    private static let web = [
        key(
            "web", "user", standard: "kiosk", allowed: "a list of names or numbers of users of this machine",
            \.web.users
        ) { Grammar.list($0, Grammar.name) },
        key(
            "web", "folders", standard: "/usr/share/touchd/web", allowed: "a list of at least one absolute path",
            \.web.folders
        ) { text in
            Grammar.list(text) { Grammar.path($0) }.flatMap { $0.isEmpty ? nil : $0 }
        },
        number("web", "port", standard: "6080", in: Grammar.ports, \.web.port),
        key(
            "web", "policy", standard: Configuration.Web.standardPolicy,
            allowed: "a Content-Security-Policy in ASCII, or nothing", \.web.policy
        ) { $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f } ? $0 : nil },
    ]

    private static let fleet = [
        key(
            "fleet", "servers", standard: "", allowed: "a list of tls://HOST or tls://HOST:PORT, with names of hosts",
            \.fleet.servers
        ) { Grammar.list($0, Grammar.fleetServer) },
        key(
            "fleet", "kiosk", standard: "", allowed: "at most 64 letters, digits, _ and -, or nothing", \.fleet.kiosk
        ) { $0.isEmpty ? $0 : Grammar.kiosk($0) },
        path("fleet", "ca", standard: "/etc/touchd/fleet/ca.pem", \.fleet.authority),
        path("fleet", "certificate", standard: "/etc/touchd/fleet/certificate.pem", \.fleet.certificate),
        path("fleet", "key", standard: "/etc/touchd/fleet/key.pem", \.fleet.key),
        path("fleet", "pseudonym-key", standard: "", \.fleet.pseudonymKey),
        path("fleet", "state-directory", standard: "/var/lib/touchd-fleet", \.fleet.stateDirectory),
        duration("fleet", "interval", standard: "60s", in: .seconds(5)...(.seconds(3_600)), \.fleet.interval),
        path("fleet", "command-key", standard: "", \.fleet.commandKey),
        key(
            "fleet", "command-socket", standard: "/run/touchd-operator.sock",
            allowed: "an absolute path of at most 107 bytes", \.fleet.commandSocket, Grammar.socket),
        path("fleet", "command-directory", standard: "/var/lib/touchd-operator", \.fleet.commandDirectory),
    ]

    /// A key whose value is that of a property.
    private static func key<Value>(
        _ section: String, _ name: String, standard: String, allowed: String,
        _ property: any WritableKeyPath<Configuration, Value> & Sendable, _ read: @escaping @Sendable (String) -> Value?
    ) -> ConfigurationKey {
        ConfigurationKey(section: section, name: name, standard: standard, allowed: allowed) { text, it in
            read(text).map { it[keyPath: property] = $0 }
        }
    }

    /// A key that names a file or a folder; it may be empty if its default is.
    private static func path(
        _ section: String, _ name: String, standard: String,
        _ property: any WritableKeyPath<Configuration, String> & Sendable
    ) -> ConfigurationKey {
        let mayBeEmpty = standard.isEmpty
        let allowed = mayBeEmpty ? "an absolute path, or nothing" : "an absolute path"
        return key(section, name, standard: standard, allowed: allowed, property) { text in
            mayBeEmpty && text.isEmpty ? text : Grammar.path(text)
        }
    }

    private static func group(
        _ name: String, standard: String, _ property: any WritableKeyPath<Configuration, [String]> & Sendable
    ) -> ConfigurationKey {
        key("access", name, standard: standard, allowed: "a list of names of groups of this machine", property) {
            Grammar.list($0, Grammar.name)
        }
    }

    /// Reads a value for which one word means that there is none.
    private static func none<Value>(
        _ word: String, _ read: @escaping @Sendable (String) -> Value?
    ) -> @Sendable (String) -> Value?? {
        { $0 == word ? .some(nil) : read($0).map(Optional.some) }
    }

    private static func number(
        _ section: String, _ name: String, standard: String, in range: ClosedRange<Int>,
        _ property: any WritableKeyPath<Configuration, Int> & Sendable
    ) -> ConfigurationKey {
        key(section, name, standard: standard, allowed: "a number from \(Grammar.words(range))", property) {
            Grammar.number($0, in: range)
        }
    }

    private static func duration(
        _ section: String, _ name: String, standard: String, in range: ClosedRange<Interval>,
        _ property: any WritableKeyPath<Configuration, Interval> & Sendable
    ) -> ConfigurationKey {
        key(section, name, standard: standard, allowed: "a duration from \(Grammar.words(range))", property) {
            Grammar.duration($0, in: range)
        }
    }
}
