extension Journal {
    /// One thing to be logged.
    public struct Entry: Hashable, Sendable {
        /// How important it is.
        public let level: Level
        /// Whose fault it is, if it is a fault of somebody else.
        public let blame: Blame?
        /// The sentence, on one line: control characters are written out.
        public let message: String
        /// What programs can filter by.
        public let fields: [Field]
        /// Which kind of entry it is, the same in every version: 32 hexadecimal digits for `journalctl MESSAGE_ID=`.
        public let messageID: String?

        /// The message as people read it, with the blame in front.
        public var text: String {
            blame.map { "\($0.rawValue): \(message)" } ?? message
        }

        init(level: Level, blame: Blame?, message: String, fields: [Field], messageID: StaticString?) {
            self.level = level
            self.blame = blame
            self.message = message.onOneLine
            self.fields = fields
            self.messageID = messageID.map { "\($0)" }
        }
    }

    /// A name and a value beside the message, for filters such as `journalctl TOUCHD_DEVICE=3`.
    public struct Field: Hashable, Sendable {
        /// The name with `TOUCHD_` in front.
        public let name: String
        /// The value; any text.
        public let value: String

        /// Makes a field.
        ///
        /// - Parameters:
        ///   - name: 1 to 57 upper-case letters, digits and underscores; `TOUCHD_` is put in front of it.
        ///   - value: shown as its description.
        public static func field(_ name: StaticString, _ value: some CustomStringConvertible) -> Field {
            let field = Field(name: "TOUCHD_\(name)", value: value.description)
            precondition(isName(field.name), "a field of the journal has a name of A-Z, 0-9 and _, at most 64 bytes")
            return field
        }

        private static func isName(_ name: String) -> Bool {
            let isPlain = name.utf8.allSatisfy { byte in
                byte >= 0x41 && byte <= 0x5a || byte >= 0x30 && byte <= 0x39 || byte == 0x5f
            }
            // "TOUCHD_" alone is no name; journald takes at most 64 bytes.
            return isPlain && (8...64).contains(name.utf8.count)
        }
    }
}
