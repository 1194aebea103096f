extension Journal {
    /// How important a message is, in the numbers of syslog; smaller is more important.
    public enum Level: UInt8, Hashable, Comparable, Sendable, CaseIterable {
        /// Something went wrong.
        case error = 3
        /// Something may go wrong.
        case warning = 4
        /// Unusual, and not a fault.
        case notice = 5
        /// What happened.
        case info = 6
        /// What helps to find a fault.
        case debug = 7

        /// The level with that name, as the configuration writes it.
        ///
        /// - Returns: nil if there is none.
        public init?(name: some StringProtocol) {
            guard let level = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
            self = level
        }

        /// Orders levels by their number: `.error < .debug`.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// Whose fault an oddity is; the words stand in front of the message so that people can search for them.
    public enum Blame: String, Hashable, Sendable, CaseIterable {
        /// The kernel or one of its drivers broke its own rules.
        case kernel = "kernel bug"
        /// A panel sent what makes no sense.
        case device = "device bug"
        /// A peer on the socket broke the rules of the interface.
        case client = "client bug"
    }
}
