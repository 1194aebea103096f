internal import TouchCore

/// Text from outside in lines that people paste into a shell as root, or into a file.
///
/// A panel's name is whatever its hardware says, and a USB device can say anything.
enum Pasted {
    /// One word of a shell command; quoted only if necessary.
    static func word(_ text: String) -> String {
        let isWord = text.utf8.allSatisfy { isPlain($0) || "/:+@".utf8.contains($0) }
        return isWord && !text.isEmpty ? text : quoted(text)
    }

    /// One word of a shell command, in quotes.
    ///
    /// A control character, which a terminal would not show, becomes a question mark.
    static func quoted(_ text: String) -> String {
        // Not character by character: a quote and the accent after it are one character.
        var word = ""
        for scalar in text.unicodeScalars {
            if scalar == "'" {
                word += "'\\''"
            } else {
                word.unicodeScalars.append(scalar.isControl ? "?" : scalar)
            }
        }
        return "'\(word)'"
    }

    /// The command that adds lines to a file, whose last line may not be complete.
    static func append(_ lines: [String], to file: String) -> String {
        "printf '%s\\n' \(([""] + lines).map(quoted).joined(separator: " ")) >>\(file)"
    }

    /// A glob that matches a text in udev's rules, in its hardware database and in libinput's quirks: a question mark for each
    /// byte that one of them, or a shell, could take for something else.
    ///
    /// udev and touchd have no locale, so a question mark matches a byte, not a letter.
    static func pattern(_ text: String, keeping others: String = "") -> String {
        let bytes = text.utf8.map { isPlain($0) || $0 == 0x20 || others.utf8.contains($0) ? $0 : UInt8(ascii: "?") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether it is a letter, a digit or one of `.-_`, to which nothing gives another meaning.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: ".-_".utf8.contains(byte)
        }
    }
}
