internal import TouchModels
internal import TouchPicture

/// How a challenge is made, in the words of the interface.
enum CaptchaProfile: String {
    /// The caller sets the target.
    case given
    /// A bar moves the piece along x.
    case simple
    /// The finger moves the piece itself, in both axes.
    case standard = "default"

    /// Size of the picture unless the caller says otherwise, in pixels: the seed's.
    static let size = PictureSize(width: 400, height: 268)

    /// How the puzzle is drawn for a finger that moves the piece like that.
    func rules(for drive: ChallengeDrive) -> PuzzleRules {
        var rules: PuzzleRules = self == .standard ? .standard : .simple
        rules.isLevel = drive == .bar
        return rules
    }

    /// How the finger may move the piece; the first one unless the caller says otherwise.
    ///
    /// A bar reveals the height of the gap.
    var drives: [ChallengeDrive] {
        switch self {
        case .given, .simple: [.bar, .piece]
        case .standard: [.piece]
        }
    }

    /// Whether it needs generated pictures; otherwise a front end may draw its own.
    var needsPictures: Bool { self == .standard }

    /// Whether a miss needs a new picture; the one of a target that the caller gave stays.
    var renews: Bool { self != .given }

    /// How far off the piece may be released, in pixels of a picture of that height; nil: as configured.
    func tolerance(inPictureOf height: Int) -> Double? {
        switch self {
        case .given, .simple: nil
        case .standard: 8 * Double(height) / 300
        }
    }

    /// The same in millimeters, for a panel whose size is known; nil: pixels count.
    var touchTolerance: Double? {
        switch self {
        case .given, .simple: nil
        case .standard: 1.5
        }
    }
}
