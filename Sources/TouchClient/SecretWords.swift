internal import StrictJSON
internal import TouchCore

/// What touchctl says of each kind of secret.
struct SecretWords {
    /// What it is called.
    let name: String
    /// What is done with it, to be followed by whose it is.
    let entering: String
    /// How it is given once more.
    let again: String
    /// What to do if it is too short.
    let more: String
    /// Follows the kind of a result; empty for a pattern.
    let note: String

    init(_ kind: SecretKind) {
        switch kind {
        case .pattern:
            (name, entering, again, note) = ("pattern", "Draw the pattern", "draw it again", "")
            more = "connect more dots"
        case .pin:
            (name, entering, again, note) = ("PIN", "Enter the PIN", "enter it again", " (pin)")
            more = "enter more digits"
        }
    }

    /// The words for what the daemon names; those of a pattern if it names nothing known.
    init(_ kind: JSON?) {
        self.init(kind?.stringValue.flatMap(SecretKind.init(rawValue:)) ?? .pattern)
    }
}
