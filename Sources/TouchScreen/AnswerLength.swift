package import StrictJSON

/// Lengths of the replies to guesses, in bytes: the same for each, whatever its content.
///
/// Each length is above the longest reply of its kind.
package enum AnswerLength {
    /// The event `result`: a widget's id of 64 bytes, each of which may take six when escaped.
    static let event = 1_024
    /// A reply about one drawing.
    package static let attempt = 512
    /// The last reply of `Verify`: a token has at most 4 KiB.
    package static let last = 4_608
    /// A result for watchers: names of a user, a widget and a panel.
    package static let result = 2_048
}

extension JSONObject {
    /// The name of the member that contains only spaces.
    static let padding = "padding"

    /// The same with a member of spaces, so that its text has that many bytes.
    package func padded(to length: Int) -> JSONObject {
        var padded = self
        padded[Self.padding] = ""
        let missing = length - padded.description.utf8.count
        padded[Self.padding] = .string(.spaces(missing))
        return padded
    }
}

extension String {
    /// That many spaces, at least none.
    ///
    /// `String(repeating:count:)` appends them one by one, which takes a million instructions for one reply.
    fileprivate static func spaces(_ count: Int) -> String {
        String(decoding: [UInt8](repeating: UInt8(ascii: " "), count: Swift.max(count, 0)), as: UTF8.self)
    }
}

extension JSONWriter {
    /// Writes a member of spaces, so that the text written since the buffer had `start` bytes gets that length.
    package mutating func pad(from start: Int, to length: Int) {
        key("padding" as StaticString)
        let missing = length - (bytes.count - start) - 2
        value(.spaces(missing))
    }
}
