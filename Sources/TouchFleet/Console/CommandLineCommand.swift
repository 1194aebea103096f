internal import Arguments
internal import Glibc
internal import StrictJSON
internal import System
internal import TouchCore
internal import TouchOperator

/// Commands to kiosks on the command line: keys, tokens, and the words behind `--`.
enum CommandLineCommand {
    /// `touchctl fleet key FILE`: creates a key, and its public half beside it.
    static func makeKey(_ path: String) throws(CommandError) -> ExitStatus {
        let key = SigningKey.drawn()
        let files: [(String, JSONObject, mode_t)] = [
            (path, key.json, 0o600), (path + ".pub", key.publicKey.webKey, 0o644),
        ]
        for (path, json, mode) in files {
            try create(path, Array((json.description + "\n").utf8), mode: mode)
        }
        try Console.print("\(path): store it offline; \(path).pub: for command-key= of each kiosk")
        return .passed
    }

    /// The token for the options and the words, and the kiosks that it is for: operands behind `--` and before it.
    static func token(
        _ arguments: Arguments, for kiosks: [String], _ words: [String]
    ) throws(CommandError) -> (text: String, kiosks: [String]) {
        for kiosk in kiosks where KioskName.of(named: kiosk) == nil {
            throw .usage("\(kiosk): not the name of a kiosk")
        }
        if let path = arguments["token"] {
            guard words.isEmpty, arguments["key"] == nil else { throw .usage("--token already contains the command") }
            let text = String(decoding: try read(path, maxBytes: CommandToken.maxBytes + 1), as: UTF8.self)
            let line = String(text.prefix { $0 != "\n" })
            guard let token = CommandToken(reading: line) else { throw .usage("\(path): not a command token") }
            return (line, kiosks.isEmpty ? token.audience : kiosks)
        }
        guard !kiosks.isEmpty, !words.isEmpty else {
            throw .usage("expected KIOSK… -- COMMAND, such as: do lobby gate -- disable anna")
        }
        guard let path = arguments["key"] else { throw .usage("--key FILE or --token FILE is missing") }
        guard let key = (try? JSONObject(parsing: try read(path, maxBytes: 4_096))).flatMap({ SigningKey($0) }) else {
            throw .usage("\(path): not a key of touchctl fleet key")
        }
        let lifetime = try ConsoleProgram.duration("valid", arguments)?.wholeSeconds
        let now = WallTime.now.seconds
        guard (1...CommandToken.maxLifetime).contains(lifetime ?? 600) else {
            throw .usage("--valid: at most \(CommandToken.maxLifetime / 3_600)h")
        }
        let token = CommandToken(try command(words, at: now), for: kiosks, at: now, lifetime: lifetime ?? 600)
        let text = token.signed(with: key)
        guard text.utf8.count <= CommandToken.maxBytes else {
            throw .usage("the command is too long: \(text.utf8.count) bytes, maximum \(CommandToken.maxBytes)")
        }
        return (text, kiosks)
    }

    static func command(_ words: [String], at now: Int64) throws(CommandError) -> Command {
        switch (words[0], words.dropFirst().first, words.count) {
        case ("disable", let user?, 2): return .disable(user: user)
        case ("enable", let user?, 2): return .enable(user: user)
        case ("clear-wait", let user?, 2): return .clearWait(user: user)
        case ("expire", let user?, 3):
            return .expire(user: user, at: try moment(words[2], at: WallTime(seconds: now) ?? .never))
        case ("reload", nil, 1): return .reload
        case ("bundle", nil, 1): return .bundle
        case ("ask-enroll", let user?, 2): return .askEnroll(user: user, at: nil)
        case ("ask-enroll", let user?, 3) where words[2] != "never":
            return .askEnroll(user: user, at: try moment(words[2], at: WallTime(seconds: now) ?? .never))
        case ("drop-in", let path?, 2):
            let bytes = try read(path, maxBytes: CommandToken.maxBytes)
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .usage("\(path): not UTF-8") }
            return .dropIn(text: text)
        default:
            throw .usage(
                "expected disable USER, enable USER, expire USER WHEN, clear-wait USER, ask-enroll USER [WHEN], reload, "
                    + "drop-in FILE or bundle, not "
                    + words.joined(separator: " "))
        }
    }

    /// `never`, `now`, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, the same moment on all kiosks.
    static func moment(_ text: String, at now: WallTime) throws(CommandError) -> WallTime {
        if text == "never" { return .never }
        if text == "now" { return now }
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        let digits = zip(halves, ["-", ":"] as [Character]).flatMap { half, separator in
            half.split(separator: separator, omittingEmptySubsequences: false)
        }
        let numbers = digits.compactMap { Int32($0) }
        if halves.count <= 2, digits.map(\.utf8.count) == [4, 2, 2] || digits.map(\.utf8.count) == [4, 2, 2, 2, 2],
            numbers.count == digits.count, let moment = WallTime(calendar: numbers, isUTC: true)
        {
            return moment
        }
        throw .usage("expire \(text): expected never, now, YYYY-MM-DD or YYYY-MM-DDTHH:MM (UTC)")
    }

    static func create(_ path: String, _ bytes: [UInt8], mode: mode_t) throws(CommandError) {
        // An existing key may be in use.
        do throws(SystemError) { try WholeFile.create(path, bytes, mode: mode) } catch { throw .file("\(error)") }
    }

    static func read(_ path: String, maxBytes: Int) throws(CommandError) -> [UInt8] {
        do throws(SystemError) { return try WholeFile(path, .given, maxBytes: maxBytes).bytes } catch {
            throw .file(error.code == EFBIG ? "\(path): too long, maximum \(maxBytes) bytes" : "\(error)")
        }
    }
}
