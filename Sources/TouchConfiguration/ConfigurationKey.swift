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
        ConfigurationKey(
            section: "touchd", name: "socket", standard: "/run/touchd/touchd.sock",
            // sun_path holds 108 bytes, including the terminating zero.
            allowed: "an absolute path of at most 107 bytes"
        ) { text, it in Grammar.path(text, max: 107).map { it.daemon.socket = $0 } },
        ConfigurationKey(
            section: "touchd", name: "state-directory", standard: "/var/lib/touchd", allowed: "an absolute path"
        ) { text, it in Grammar.path(text, max: 4_000).map { it.daemon.stateDirectory = $0 } },
        ConfigurationKey(
            section: "touchd", name: "seat", standard: "seat0",
            allowed: "seat followed by letters, digits, - and _, such as seat0"
        ) { text, it in Grammar.seat(text).map { it.daemon.seat = $0 } },
        ConfigurationKey(
            section: "touchd", name: "session-users", standard: "auto",
            allowed: "auto, any, or a list of names of users of this machine"
        ) { text, it in Grammar.sessionUsers(text).map { it.daemon.sessionUsers = $0 } },
        ConfigurationKey(
            section: "touchd", name: "log-level", standard: "info", allowed: "error, warning, notice, info or debug"
        ) { text, it in Configuration.LogLevel(rawValue: text).map { it.daemon.logLevel = $0 } },
    ]

    private static let log = [
        ConfigurationKey(
            section: "log", name: "user-names", standard: "no", allowed: "yes or no"
        ) { text, it in ["yes": true, "no": false][text].map { it.log.namesUsers = $0 } }
    ]

    private static let view = [
        ConfigurationKey(
            section: "view", name: "size", standard: "1920x1080",
            allowed: "WIDTHxHEIGHT in pixels, each from \(Grammar.words(Size.viewSides))"
        ) { text, it in Grammar.extent(text, in: Size.viewSides).map { it.view.size = $0 } },
        ConfigurationKey(
            section: "view", name: "rotate", standard: "0", allowed: "0, 90, 180 or 270"
        ) { text, it in ["0": 0, "90": 90, "180": 180, "270": 270][text].map { it.view.rotationDegrees = $0 } },
    ]

    private static let input = [
        ConfigurationKey(
            section: "input", name: "allow-provenance", standard: "physical",
            allowed: "a list of at least one of physical, uhid, virtual, remote and unknown"
        ) { text, it in
            guard let words = Grammar.list(text), !words.isEmpty else { return nil }
            let kinds = words.compactMap(Provenance.init(rawValue:))
            guard kinds.count == words.count else { return nil }
            it.input.allowedProvenance = Set(kinds)
        },
        ConfigurationKey(
            section: "input", name: "allow-emitters", standard: "",
            allowed: "a list of VENDOR:PRODUCT, four hexadecimal digits each"
        ) { text, it in
            guard let words = Grammar.list(text) else { return nil }
            let numbers = words.compactMap(Grammar.panelNumbers)
            guard numbers.count == words.count else { return nil }
            it.input.allowedEmitters = numbers
        },
        ConfigurationKey(
            section: "input", name: "pinned-panels", standard: "",
            allowed:
                "a list of pins as touchctl devices shows them (32 hexadecimal digits), path:ID_PATH or serial:NUMBER"
        ) { text, it in
            guard let pins = Grammar.list(text), pins.allSatisfy(Grammar.isPin) else { return nil }
            it.input.pinnedPanels = pins
        },
        duration("input", "wake-guard", standard: "1s", in: .seconds(0)...(.seconds(10)), \.input.wakeGuard),
        ConfigurationKey(
            section: "input", name: "dark-screen", standard: "use", allowed: "use, wake or ignore"
        ) { text, it in Configuration.DarkScreen(rawValue: text).map { it.input.darkScreen = $0 } },
        duration("input", "keep-frames", standard: "10s", in: .seconds(0)...(.seconds(60)), \.input.keptFrames),
    ]

    private static let access = [
        group("group-frontend", standard: "touchd", \.access.frontend),
        group("group-administrator", standard: "", \.access.administrator),
        group("group-backend", standard: "", \.access.backend),
        group("group-operator", standard: "", \.access.operators),
        ConfigurationKey(
            section: "access", name: "screen", standard: "",
            allowed: "a list of names or numbers of users of this machine, and of names of groups with @ before them"
        ) { text, it in
            guard let names = Grammar.list(text) else { return nil }
            guard names.allSatisfy({ Grammar.name($0.hasPrefix("@") ? String($0.dropFirst()) : $0) != nil }) else {
                return nil
            }
            it.access.screen = names
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
        ConfigurationKey(
            section: "unlock", name: "scramble", standard: "no", allowed: "yes or no"
        ) { text, it in ["yes": true, "no": false][text].map { it.unlock.scrambles = $0 } },
        duration("unlock", "timeout", standard: "60s", in: TimeLimit.configuredAnswer, \.unlock.timeout),
        ConfigurationKey(
            section: "unlock", name: "schedule", standard: Schedule.named[0].name,
            allowed:
                "\(Schedule.named.map(\.name).joined(separator: ", ")), or FREE:WAIT,WAIT,... with FREE from \(Grammar.words(Schedule.freeRange)) "
                + "and waits from \(Grammar.words(Schedule.waitRange)), the last of which may be never"
        ) { text, it in Grammar.schedule(text).map { it.unlock.schedule = $0 } },
        ConfigurationKey(
            section: "unlock", name: "forget-failures", standard: "never",
            allowed: "never or a duration from \(Grammar.words(Schedule.forgettingRange))"
        ) { text, it in
            let time = Grammar.duration(text, in: Schedule.forgettingRange)
            return text == "never" || time != nil ? it.unlock.forgetFailures = time : nil
        },
        ConfigurationKey(
            section: "unlock", name: "strong-after", standard: "off",
            allowed: "off, start or a duration from \(Grammar.words(Configuration.Unlock.strongRange))"
        ) { text, it in
            if text == "off" { return it.unlock.strongAfter = nil }
            let time = Grammar.duration(text, in: Configuration.Unlock.strongRange)
            return (text == "start" ? Configuration.Unlock.untilStart : time).map { it.unlock.strongAfter = $0 }
        },
        ConfigurationKey(
            section: "unlock", name: "exclusive", standard: "no", allowed: "no, yes or require"
        ) { text, it in Configuration.Exclusive(rawValue: text).map { it.unlock.exclusive = $0 } },
        ConfigurationKey(
            section: "unlock", name: "vary-grid", standard: "", allowed: "a list of moved, scaled and mirrored"
        ) { text, it in
            guard let words = Grammar.list(text) else { return nil }
            let variations = words.compactMap(Configuration.GridChange.init)
            guard variations.count == words.count else { return nil }
            it.unlock.variedGrid = Set(variations)
        },
        ConfigurationKey(
            section: "unlock", name: "trail", standard: "live", allowed: "live or count"
        ) { text, it in Configuration.Trail(rawValue: text).map { it.unlock.trail = $0 } },
    ]

    private static let captcha = [
        ConfigurationKey(
            section: "captcha", name: "tolerance", standard: "3", allowed: "a number of pixels from 1 to 100"
        ) { text, it in Grammar.decimal(text, in: 1...100).map { it.captcha.tolerance = $0 } },
        ConfigurationKey(
            section: "captcha", name: "lockout", standard: "5/60s:10s,15min",
            allowed: "off, or MISSES/WINDOW:FIRST,LONGEST with \(Grammar.words(MissRule.missRange)) misses, "
                + "a window from \(Grammar.words(MissRule.windowRange)) and waits from \(Grammar.words(MissRule.waitRange))"
        ) { text, it in
            if text == "off" { return it.captcha.lockout = nil }
            return Grammar.lockout(text).map { it.captcha.lockout = $0 }
        },
        duration("captcha", "timeout", standard: "60s", in: TimeLimit.configuredAnswer, \.captcha.timeout),
        ConfigurationKey(
            section: "captcha", name: "pictures", standard: "", allowed: "an absolute path, or nothing"
        ) { text, it in
            guard text.isEmpty || Grammar.path(text, max: 4_000) != nil else { return nil }
            it.captcha.pictures = text
        },
    ]

    private static let token = [
        ConfigurationKey(
            section: "token", name: "issuer", standard: "",
            allowed: "at most 100 letters, digits and . _ -, or nothing"
        ) { text, it in
            guard text.isEmpty || text.utf8.count <= 100 && Grammar.name(text) != nil else { return nil }
            it.token.issuer = text
        },
        duration("token", "unlock-lifetime", standard: "120s", in: tokenLifetime, \.token.unlockLifetime),
        duration("token", "captcha-lifetime", standard: "60s", in: tokenLifetime, \.token.captchaLifetime),
    ]

    private static let tokenLifetime = Interval.seconds(1)...Interval.seconds(600)

    private static let store = [
        number("store", "results", standard: "10000", in: 1...1_000_000, \.store.results),
        ConfigurationKey(
            section: "store", name: "hash-memory", standard: "64MiB",
            allowed: "a size from \(Grammar.words(bytes: StretchParameters.memory))"
        ) { text, it in Grammar.bytes(text, in: StretchParameters.memory).map { it.store.hashMemoryBytes = $0 } },
        ConfigurationKey(
            section: "store", name: "hash-passes", standard: "auto",
            allowed: "auto or a number from \(Grammar.words(StretchParameters.passes))"
        ) { text, it in
            if text == "auto" { return it.store.hashPasses = nil }
            return Grammar.number(text, in: StretchParameters.passes).map { it.store.hashPasses = $0 }
        },
        ConfigurationKey(
            section: "store", name: "tpm", standard: "",
            allowed: "device:/dev/tpmrm0 or another TCTI of tpm2-tss, or nothing"
        ) { text, it in
            guard text.isEmpty || Grammar.transport(text) else { return nil }
            it.store.tpm = text
        },
    ]

    private static let metrics = [
        ConfigurationKey(
            section: "metrics", name: "prometheus-file", standard: "", allowed: "an absolute path, or nothing"
        ) { text, it in
            guard text.isEmpty || Grammar.path(text, max: 4_000) != nil else { return nil }
            it.metrics.prometheusFile = text
        },
        duration(
            "metrics", "prometheus-interval", standard: "30s", in: .seconds(5)...(.seconds(3_600)),
            \.metrics.prometheusInterval),
    ]

    private static let web = [
        ConfigurationKey(
            section: "web", name: "user", standard: "kiosk",
            allowed: "a list of names or numbers of users of this machine"
        ) { text, it in
            guard let names = Grammar.list(text), names.allSatisfy({ Grammar.name($0) != nil }) else { return nil }
            it.web.users = names
        },
        ConfigurationKey(
            section: "web", name: "folders", standard: "/usr/share/touchd/web",
            allowed: "a list of at least one absolute path"
        ) { text, it in
            guard let paths = Grammar.list(text), !paths.isEmpty else { return nil }
            guard paths.allSatisfy({ Grammar.path($0, max: 4_000) != nil }) else { return nil }
            it.web.folders = paths
        },
        number("web", "port", standard: "6080", in: Grammar.ports, \.web.port),
        ConfigurationKey(
            section: "web", name: "policy", standard: Configuration.Web.standardPolicy,
            allowed: "a Content-Security-Policy in ASCII, or nothing"
        ) { text, it in
            guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) else { return nil }
            it.web.policy = text
        },
    ]

    private static func group(
        _ name: String, standard: String, _ property: any WritableKeyPath<Configuration, [String]> & Sendable
    ) -> ConfigurationKey {
        ConfigurationKey(
            section: "access", name: name, standard: standard, allowed: "a list of names of groups of this machine"
        ) { text, it in
            guard let names = Grammar.list(text), names.allSatisfy({ Grammar.name($0) != nil }) else { return nil }
            it[keyPath: property] = names
        }
    }

    private static func number(
        _ section: String, _ name: String, standard: String, in range: ClosedRange<Int>,
        _ property: any WritableKeyPath<Configuration, Int> & Sendable
    ) -> ConfigurationKey {
        ConfigurationKey(
            section: section, name: name, standard: standard, allowed: "a number from \(Grammar.words(range))"
        ) { text, it in Grammar.number(text, in: range).map { it[keyPath: property] = $0 } }
    }

    private static func duration(
        _ section: String, _ name: String, standard: String, in range: ClosedRange<Interval>,
        _ property: any WritableKeyPath<Configuration, Interval> & Sendable
    ) -> ConfigurationKey {
        ConfigurationKey(
            section: section, name: name, standard: standard, allowed: "a duration from \(Grammar.words(range))"
        ) { text, it in Grammar.duration(text, in: range).map { it[keyPath: property] = $0 } }
    }
}
