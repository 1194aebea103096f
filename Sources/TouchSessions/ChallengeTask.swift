internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchPicture
internal import TouchVault
internal import Varlink

/// The task of a challenge: its kind, and everything that depends on it.
///
///     shown ──missed()──▶ spent ──order──▶ coming ──apply──▶ shown
///       └──────────────order──────────────▲  └──abandon()──▶ as before
protocol ChallengeTask {
    /// Its kind.
    static var kind: Word { get }
    /// The kind of the widget that shows it.
    static var widgetKind: String { get }
    /// The kind of request sent to the front end that serves the screen.
    static var requestKind: Word { get }
    /// Answers a call for a new one.
    static func create(_ call: Call, _ desk: ChallengeDesk)

    /// The facts about it in results and tokens.
    var facts: ChallengeFacts { get }
    /// The misses that are cleared when it is solved.
    var topic: MissTopic { get }
    /// Whether the caller set the right answer; then it proves nothing.
    var isDemo: Bool { get }
    /// Whether the next content is the first, or follows a miss.
    var isOwed: Bool { get }

    /// Makes the model for a widget of that size; the right answer never leaves the model.
    ///
    /// - Parameters:
    ///   - asked: the front end's settings.
    ///   - tolerance: how far off an answer may be if the task does not set it, in pixels of its picture.
    ///   - density: view pixels per millimeter, if a panel reports its size.
    func makeModel(
        size: Size, asked: Settings, tolerance: Double, pixelsPerMillimeter density: Double?
    ) throws(SettingError) -> any ChallengeModel

    /// The settings of the model that say what the right answer to the present content is; nil: those it was made with.
    var answer: Settings? { get }

    /// Records a miss.
    mutating func missed()

    /// Orders other content; nil if some is on its way.
    ///
    /// - Parameter folder: the folder of the operator's pictures.
    mutating func order(from folder: PictureFolder?) -> ChallengeOrder?

    /// Applies the content that was ordered.
    mutating func apply(_ content: any ChallengeContent)

    /// The content that was ordered does not arrive, or is no longer wanted.
    mutating func abandon()
}

/// All kinds of challenges, the usual one first.
///
/// A new kind adds its line here.
enum ChallengeCatalog {
    static var all: [any ChallengeTask.Type] { [ChallengePicture.self, ChallengeGesture.self] }
}

/// The content on screen.
protocol ChallengeContent {
    /// Writes what a front end needs to draw it, and nothing else.
    func write(into writer: inout JSONWriter)
}

/// How other content is obtained.
enum ChallengeOrder {
    /// It has to be drawn.
    case puzzle(PuzzleOrder)
    /// It is ready.
    case ready(any ChallengeContent)
}
