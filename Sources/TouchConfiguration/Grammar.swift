internal import TouchCore
internal import TouchModels

/// The syntax of values; each function returns nil for invalid text.
///
/// | form      | written                                | meaning                                  |
/// |-----------|----------------------------------------|------------------------------------------|
/// | number    | `7`                                    | decimal digits only                      |
/// | decimal   | `7` or `7.5`                           | digits, at most one point between digits |
/// | duration  | `500ms` `60s` `60` `2min` `1h`         | a number and a unit; seconds without one |
/// | byte size | `64MiB` `64M` `512KiB` `1GiB` `65536`  | powers of 1024; bytes without a unit     |
/// | extent    | `1920x1080`                            | two numbers of pixels                    |
/// | list      | `a,b` or `a b` or `a, b`               | each member once; may be empty           |
/// | minimums  | `pattern:5, pin:6`                     | each kind of secret once                 |
/// | schedule  | `present`, `5:1min,5min,never`         | free guesses, then waits; `never` is final |
/// | lockout   | `off`, `5/60s:10s,15min`               | misses in a window, first and last wait  |
/// | path      | `/run/touchd/touchd.sock`              | absolute, without control characters     |
enum Grammar {
    /// The ports of TCP.
    static let ports = 1...65_535

    static func number(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
        // Int() alone would accept a sign too.
        guard !text.isEmpty, text.utf8.allSatisfy(isDigit), let number = Int(text) else { return nil }
        return range.contains(number) ? number : nil
    }

    static func decimal(_ text: String, in range: ClosedRange<Double>) -> Double? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        // Double() alone would accept signs, exponents, "nan" and "infinity".
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }), let number = Double(text) else {
            return nil
        }
        return range.contains(number) ? number : nil
    }

    /// Whether a word identifies one panel: by identity and port, by port, or by serial number.
    static func isPin(_ text: String) -> Bool {
        for kind in ["path:", "serial:"] where text.hasPrefix(kind) { return text.utf8.count > kind.utf8.count }
        return isHexadecimal(text, digits: 32)
    }

    static func flag(_ text: String) -> Bool? { ["yes": true, "no": false][text] }

    static func minParts(_ text: String) -> [SecretKind: Int]? {
        var minimums: [SecretKind: Int] = [:]
        for member in list(text) ?? [""] {
            let parts = member.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let secret = ModelCatalog.secrets.first(where: { $0.kind.description == parts[0] }),
                minimums[secret.kind] == nil, let minimum = number(parts[1], in: secret.minimums)
            else { return nil }
            minimums[secret.kind] = minimum
        }
        return minimums
    }

    /// As it would be written.
    static func text(of minimums: [SecretKind: Int]) -> String {
        ModelCatalog.secrets.compactMap { secret in minimums[secret.kind].map { "\(secret.kind):\($0)" } }
            .joined(separator: ", ")
    }

    static func sessionUsers(_ text: String) -> SessionUsers<String>? {
        if text == "auto" { return .automatic }
        if text == "any" { return .any }
        guard let names = list(text, name), !names.isEmpty else { return nil }
        return names.contains("auto") || names.contains("any") ? nil : .named(Set(names))
    }

    static func duration(_ text: String, in range: ClosedRange<Interval>) -> Interval? {
        let units: [(String, Int)] = [("ms", 1), ("min", 60_000), ("s", 1_000), ("h", 3_600_000), ("", 1_000)]
        guard let milliseconds = scaled(text, by: units) else { return nil }
        guard let microseconds = product(milliseconds, 1_000) else { return nil }
        let interval = Interval.microseconds(Int64(microseconds))
        return range.contains(interval) ? interval : nil
    }

    static func bytes(_ text: String, in range: ClosedRange<Int>) -> Int? {
        let units: [(String, Int)] = [
            ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30),
            ("", 1),
        ]
        guard let bytes = scaled(text, by: units) else { return nil }
        return range.contains(bytes) ? bytes : nil
    }

    static func extent(_ text: String, in range: ClosedRange<Int>) -> Size? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = number(parts[0], in: range), let height = number(parts[1], in: range) else {
            return nil
        }
        return Size(width: Double(width), height: Double(height))
    }

    static func list(_ text: String) -> [String]? {
        let members = text.split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
        return Set(members).count == members.count ? members : nil
    }

    /// A list whose members mean something.
    static func list<Member>(_ text: String, _ read: (String) -> Member?) -> [Member]? {
        guard let words = list(text) else { return nil }
        let members = words.compactMap(read)
        return members.count == words.count ? members : nil
    }

    static func schedule(_ text: String) -> Schedule? {
        if let named = Schedule.named.first(where: { $0.name == text }) { return named.schedule }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let free = number(parts[0], in: Schedule.freeRange) else { return nil }
        var words = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { word in
            String(word.drop { $0 == " " })
        }
        let isFinal = words.last == "never"
        if isFinal { words.removeLast() }
        let waits = words.compactMap { duration($0, in: Schedule.waitRange) }
        return waits.count == words.count ? Schedule(free: free, waits: waits, isFinal: isFinal) : nil
    }

    static func lockout(_ text: String) -> MissRule? {
        let parts = text.split(whereSeparator: { "/:,".contains($0) })
        let order = text.filter { "/:,".contains($0) }
        guard parts.count == 4, order == "/:,", let misses = number(parts[0], in: MissRule.missRange),
            let window = duration(String(parts[1]), in: MissRule.windowRange),
            let first = duration(String(parts[2]), in: MissRule.waitRange),
            let maxWait = duration(String(parts[3]), in: MissRule.waitRange)
        else { return nil }
        return MissRule(misses: misses, window: window, first: first, maxWait: maxWait)
    }

    static func numbers(_ text: String) -> Configuration.PanelNumbers? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ isHexadecimal($0, digits: 4) }),
            let vendor = UInt16(parts[0], radix: 16), let product = UInt16(parts[1], radix: 16)
        else { return nil }
        return Configuration.PanelNumbers(vendor: vendor, product: product)
    }

    static func isHexadecimal(_ text: some StringProtocol, digits: Int) -> Bool {
        text.utf8.count == digits && text.utf8.allSatisfy { isDigit($0) || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66 }
    }

    static func path(_ text: String, max: Int = 4_000) -> String? {
        guard text.hasPrefix("/"), text.utf8.count <= max else { return nil }
        return text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } ? text : nil
    }

    // sun_path holds 108 bytes, including the terminating zero.
    static func socket(_ text: String) -> String? { path(text, max: 107) }

    /// The transport of a TPM (a TCTI): the name of a library of tpm2-tss, optionally a colon and its configuration.
    static func transport(_ text: String) -> Bool {
        let name = text.split(separator: ":", omittingEmptySubsequences: false).first ?? ""
        // Any other name is a typing error, which would lock every pattern.
        return ["device", "tabrmd", "swtpm", "mssim", "libtpms", "cmd"].contains(name) && text.utf8.count <= 200
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
    }

    /// A valid name of a seat for logind: `seat`, then letters, digits, `-` and `_`, at most 255 bytes in all.
    static func seat(_ text: String) -> String? {
        guard text.hasPrefix("seat"), (5...255).contains(text.utf8.count), !text.contains(".") else { return nil }
        return name(text)
    }

    /// A name of a group or panel: letters, digits and `. _ -`, not beginning with a dash.
    static func name(_ text: String) -> String? {
        let isName = text.utf8.allSatisfy { byte in
            isDigit(byte) || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a || byte == 0x2e || byte == 0x5f || byte == 0x2d
        }
        return isName && !text.isEmpty && !text.hasPrefix("-") ? text : nil
    }

    /// The name of a kiosk: one token of a subject, so without dots.
    static func kiosk(_ text: String) -> String? {
        text.utf8.count <= 64 && !text.contains(".") ? name(text) : nil
    }

    /// `tls://HOST` or `tls://HOST:PORT`; the port of NATS is 4222.
    static func fleetServer(_ text: String) -> Configuration.FleetServer? {
        guard text.hasPrefix("tls://") else { return nil }
        let parts = text.dropFirst(6).split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let host = name(String(parts[0])), host.utf8.count <= 253 else {
            return nil
        }
        guard let port = parts.count == 1 ? 4_222 : number(parts[1], in: Grammar.ports) else { return nil }
        return Configuration.FleetServer(host: host, port: port)
    }

    private static func scaled(_ text: String, by units: [(String, Int)]) -> Int? {
        let digits = text.prefix { $0.utf8.count == 1 && $0.utf8.allSatisfy(isDigit) }
        let unit = text.dropFirst(digits.count)
        guard let number = number(digits, in: 0...Int.max), let scale = units.first(where: { $0.0 == unit }) else {
            return nil
        }
        return product(number, scale.1)
    }

    private static func product(_ left: Int, _ right: Int) -> Int? {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? nil : product
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
