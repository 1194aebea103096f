internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchVault
internal import Varlink

/// What is asked of a person by a challenge: its content, and the model that has the right answer to it.
protocol ChallengeTask {
    /// The kind of request sent to the front end that serves the screen.
    var requestKind: Word { get }
    /// The kind of the widget that shows it.
    var widgetKind: String { get }
    /// The facts about it in results and tokens.
    var facts: ChallengeFacts { get }
    /// The misses that are cleared when it is solved.
    var topic: MissTopic { get }
    /// Whether the caller set the right answer; then it proves nothing.
    var isDemo: Bool { get }
    /// Whether a miss needs other content.
    var renews: Bool { get }
    /// Whether a front end that shows it itself gets content to draw.
    var hasContent: Bool { get }

    /// Makes the model for a widget of that size; the right answer never leaves the model.
    ///
    /// - Parameters:
    ///   - asked: the front end's settings.
    ///   - isSpent: whether the content was missed, and no longer counts.
    ///   - tolerance: how far off an answer may be if the task does not set it, in pixels of its picture.
    ///   - density: view pixels per millimeter, if a panel reports its size.
    func makeModel(
        size: Size, asked: Settings, isSpent: Bool, tolerance: Double, pixelsPerMillimeter density: Double?
    ) throws(SettingError) -> any ChallengeModel

    /// The settings of the model that say what the right answer to the present content is; nil: those it was made with.
    var answer: Settings? { get }

    /// Makes other content, and hands it over at once or when it is drawn.
    ///
    /// - Returns: false, with nothing done, if too much is being drawn.
    func order(_ desk: ChallengeDesk, _ finish: @escaping (any ChallengeContent) -> Void) -> Bool

    /// Applies the content that was ordered.
    mutating func apply(_ content: any ChallengeContent)
}

/// The content on screen.
protocol ChallengeContent {
    /// Writes what a front end needs to draw it, and nothing else.
    func write(into writer: inout JSONWriter)
}
