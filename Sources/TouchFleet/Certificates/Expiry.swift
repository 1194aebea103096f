internal import TouchConfiguration
internal import TouchCore

struct Expiry: Equatable {
    /// The earliest end in the file of the kiosk's certificate; nil: unknown.
    let certificate: WallTime?
    /// The earliest end in the file of the authority; nil: unknown.
    let authority: WallTime?

    enum Severity: Comparable {
        case none
        /// In 30 days at most.
        case warning
        /// In 7 days at most.
        case error
        case ended
    }

    private static let day = Interval.seconds(86_400)

    /// Reads the present files: they may have been replaced.
    init(_ settings: Configuration.Fleet) {
        certificate = Self.end(of: settings.certificate)
        authority = Self.end(of: settings.authority)
    }

    static func severity(of end: WallTime, at now: WallTime) -> Severity {
        let left = end.since(now)
        if left <= .zero { return .ended }
        let days = daysLeft(until: end, at: now)
        return days < 7 ? .error : days < 30 ? .warning : .none
    }

    /// Whole days until then; negative afterward.
    static func daysLeft(until end: WallTime, at now: WallTime) -> Int64 {
        let (days, rest) = end.since(now).microseconds.quotientAndRemainder(dividingBy: day.microseconds)
        return rest < 0 ? days - 1 : days
    }

    /// What is to be said about a file, whatever its end.
    static func text(_ path: String, _ end: WallTime, at now: WallTime) -> String {
        if severity(of: end, at: now) == .ended { return "\(path): expired on \(Console.time(end))" }
        return "\(path): \(Console.number(Int(daysLeft(until: end, at: now)))) days left, until \(Console.time(end))"
    }

    /// The files that end within 30 days or have ended, in sentences.
    func warnings(_ settings: Configuration.Fleet, at now: WallTime) -> [String] {
        [(settings.certificate, certificate), (settings.authority, authority)].compactMap { path, end in
            guard let end, Self.severity(of: end, at: now) > .none else { return nil }
            return Self.text(path, end, at: now)
        }
    }

    /// The earliest end in a file; nil if it has no certificate that can be read.
    static func end(of path: String) -> WallTime? {
        guard let bytes = try? CommandLineCommand.read(path, maxBytes: maxBytes) else { return nil }
        return Certificate.all(in: bytes).compactMap(\.ends).min()
    }

    /// A chain of certificates is shorter.
    static let maxBytes = 256 << 10
}
