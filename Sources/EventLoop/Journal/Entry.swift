internal import TouchCore

extension Journal {
    /// A log entry.
    package struct Entry: Hashable, Sendable {
        /// Its severity.
        package let level: Level
        /// The sentence, on one line: control characters are escaped.
        package let message: String
        /// Fields by which programs can filter.
        package let fields: [Field]
        /// The kind of entry, the same in every version: 32 hexadecimal digits for `journalctl MESSAGE_ID=`.
        package let messageID: String?

        init(level: Level, message: String, fields: [Field], messageID: StaticString?) {
            self.level = level
            self.message = message.onOneLine
            self.fields = fields
            self.messageID = messageID.map { "\($0)" }
        }
    }

    /// A name and a value besides the message, for filters such as `journalctl TOUCHD_DEVICE=3`.
    package struct Field: Hashable, Sendable {
        /// The name, with the prefix `TOUCHD_`.
        package let name: String
        /// The value; any text.
        package let value: String

        /// Makes a field, of 1 to 57 upper-case letters, digits and underscores, to which the prefix `TOUCHD_` is added.
        package static func field(_ name: StaticString, _ value: some CustomStringConvertible) -> Field {
            let field = Field(name: "TOUCHD_\(name)", value: value.description)
            precondition(isName(field.name), "a field of the journal has a name of A-Z, 0-9 and _, at most 64 bytes")
            return field
        }

        private static func isName(_ name: String) -> Bool {
            let isPlain = name.utf8.allSatisfy { byte in
                byte >= 0x41 && byte <= 0x5a || byte >= 0x30 && byte <= 0x39 || byte == 0x5f
            }
            // "TOUCHD_" alone is not a valid name; journald accepts at most 64 bytes.
            return isPlain && (8...64).contains(name.utf8.count)
        }
    }
}
