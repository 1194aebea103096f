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
    /// What a short one lacks.
    let least: String
    /// Behind the kind of a result; nothing for what is usual.
    let note: String

    init(_ kind: SecretKind) {
        switch kind {
        case .pattern:
            (name, entering, again, note) = ("pattern", "Draw the pattern", "draw it again", "")
            least = "connect at least \(SecretSize.minDots.lowerBound) dots"
        case .pin:
            (name, entering, again, note) = ("PIN", "Enter the PIN", "enter it again", " (pin)")
            least = "at least \(SecretSize.digits.lowerBound) digits"
        }
    }

    /// The words for what the daemon names; those of a pattern if it names nothing known.
    init(_ kind: JSON?) {
        self.init(kind?.stringValue.flatMap(SecretKind.init(rawValue:)) ?? .pattern)
    }
}
