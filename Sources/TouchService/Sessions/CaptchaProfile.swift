internal import TouchModels
internal import TouchPicture

/// How a challenge is made: the words of the interface.
enum CaptchaProfile: String {
    /// The caller says the target.
    case given
    /// One gap, a bar.
    case simple
    /// Decoys, a narrow rim of noise, both axes.
    case standard = "default"
    /// More decoys, a wider rim.
    case hard

    /// How the puzzle is drawn for a finger that moves the piece like that.
    func rules(for drive: SlideCaptcha.Drive) -> PuzzleRules {
        var rules: PuzzleRules =
            switch self {
            case .given, .simple: .simple
            case .standard: .standard
            case .hard: .hard
            }
        rules.isLevel = drive == .bar
        return rules
    }

    /// How the finger may move the piece; the first one unless the caller says otherwise.
    ///
    /// A bar gives the height of the gap away.
    var drives: [SlideCaptcha.Drive] {
        switch self {
        case .given, .simple: [.bar, .piece]
        case .standard, .hard: [.piece]
        }
    }

    /// Size of the picture unless the caller says otherwise, in pixels; the first is the seed's.
    var size: PictureSize {
        switch self {
        case .given, .simple: PictureSize(width: 400, height: 268)
        case .standard, .hard: PictureSize(width: 480, height: 300)
        }
    }

    /// Whether a miss needs a new picture; the one of a target that the caller gave stays.
    var renews: Bool { self != .given }

    /// How far off the piece may be let go, in pixels of a picture of that height; nil: as configured.
    func tolerance(inPictureOf height: Int) -> Double? {
        switch self {
        case .given, .simple: nil
        case .standard, .hard: 8 * Double(height) / 300
        }
    }

    /// The same in millimetres, for a panel whose size is known; nil: pixels count.
    var touchTolerance: Double? {
        switch self {
        case .given, .simple: nil
        case .standard, .hard: 1.5
        }
    }
}

extension Challenge.Wishes {
    /// How its puzzles are drawn.
    var rules: PuzzleRules { profile.rules(for: drive) }
}
