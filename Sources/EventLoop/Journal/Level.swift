extension Journal {
    /// The severity of a message, in the numbers of syslog; smaller is more severe.
    package enum Level: UInt8, Hashable, Comparable, Sendable, CaseIterable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
        case debug = 7

        /// The word in the configuration and in messages.
        package var name: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .notice: "notice"
            case .info: "info"
            case .debug: "debug"
            }
        }

        /// The level of a name in the configuration; nil if unknown.
        package init?(name: String) {
            guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }

        /// Orders levels by their number: `.error < .debug`.
        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }
}
