internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchPicture
internal import TouchVault

/// What a challenge asks a person to do: its kind, and everything that depends on it.
///
///     shown ──missed()──▶ spent ──order──▶ coming ──take──▶ shown
///       └──────────────order──────────────▲  └──abandon()──▶ as before
protocol ChallengeTask {
    /// The kind of the widget that shows it.
    var widgetKind: String { get }
    /// What a front end that serves the screen hears that it is.
    var requestKind: ScreenRequest.Kind { get }
    /// What results and tokens say of it.
    var facts: ChallengeFacts { get }
    /// What is forgiven when it is solved.
    var topic: MissTopic { get }
    /// Whether the caller said what is right; then it proves nothing.
    var isDemo: Bool { get }
    /// Whether the next content is the first, or follows a miss.
    var isOwed: Bool { get }

    /// Makes the model for a widget of that size; the right answer never leaves the model.
    ///
    /// - Parameter asked: the front end's settings.
    func makeModel(size: Size, asked: Settings, _ core: Core) throws(SettingError) -> any ChallengeModel

    /// The right answer to the content there is now; nil: the one that the model was made with.
    var target: ChallengeTarget? { get }

    /// Takes note of a miss.
    mutating func missed()

    /// Asks for other content; nil: it is on its way already.
    mutating func order(_ core: Core) -> ChallengeOrder?

    /// Applies the content that was ordered.
    mutating func apply(_ content: ChallengeContent)

    /// The content that was ordered does not come, or for nobody.
    mutating func abandon()
}

/// What a person is shown.
enum ChallengeContent {
    case puzzle(DrawnPuzzle)
    case sequence(GestureSequence)

    /// Writes what a front end needs to draw it, and nothing else.
    func write(into writer: inout JSONWriter) {
        switch self {
        case .puzzle(let puzzle): puzzle.write(into: &writer)
        case .sequence(let sequence): sequence.write(into: &writer)
        }
    }
}

/// How other content comes about.
enum ChallengeOrder {
    /// It has to be drawn.
    case puzzle(PuzzleOrder)
    /// Here it is.
    case ready(ChallengeContent)
}
