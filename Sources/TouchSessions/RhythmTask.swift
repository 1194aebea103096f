internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchScreen
internal import TouchVault
internal import Varlink

/// A challenge without a picture: its model draws what is asked for, and the screen shows it in words.
struct RhythmTask: ChallengeTask {
    private let model: any RhythmModel.Type
    private let given: Settings?
    private var asked: Settings

    /// The parameters of a call; fails the call if they are invalid.
    init?(_ model: any RhythmModel.Type, of call: Call) {
        let profile = call.parameters["profile"]?.stringValue
        guard call.parameters["puzzle"] == nil else {
            call.fail(.invalidParameter("puzzle", allowed: "kind slide only"))
            return nil
        }
        guard profile == "default" || profile == "given" else {
            call.fail(.invalidParameter("profile", allowed: "default, given"))
            return nil
        }
        let wanted = call.parameters["given"]?.objectValue.map { Settings(reading: $0) }
        given = wanted.flatMap { model.asked(by: $0) }
        guard wanted == nil || given != nil else {
            call.fail(.invalidParameter("given.\(model.given.member)", allowed: model.given.allowed))
            return nil
        }
        (self.model, asked) = (model, given ?? Self.draw(model))
    }

    private static func draw(_ model: any RhythmModel.Type) -> Settings {
        var generator = UnguessableNumbers()
        return model.drawn(using: &generator)
    }

    /// The kind of a model, in requests and results.
    static func word(of model: any RhythmModel.Type) -> Word { Word(model.kind) ?? Results.noReason }

    var requestKind: Word { Self.word(of: model) }
    var widgetKind: String { model.kind }
    var facts: ChallengeFacts { ChallengeFacts(kind: requestKind, profile: isDemo ? "given" : "default") }
    var topic: MissTopic { MissTopic(model.topic) }
    var isDemo: Bool { given != nil }
    var renews: Bool { !isDemo }
    var hasContent: Bool { true }
    var answer: Settings? { asked }

    func makeModel(
        size: Size, asked front: Settings, isSpent: Bool, tolerance: Double, pixelsPerMillimeter density: Double?
    ) throws(SettingError) -> any ChallengeModel {
        var settings = asked
        settings["judge"] = .word(ChallengeAuthority.owner.rawValue)
        (settings["renews"], settings["spent"], settings["input"]) = (.bool(renews), .bool(isSpent), front["input"])
        return try model.init(settings: settings, size: size)
    }

    func order(_ desk: ChallengeDesk, _ finish: @escaping (any ChallengeContent) -> Void) -> Bool {
        finish(Content(model: model, answer: given ?? Self.draw(model)))
        return true
    }

    mutating func apply(_ content: any ChallengeContent) {
        if let content = content as? Content { asked = content.answer }
    }

    private struct Content: ChallengeContent {
        let model: any RhythmModel.Type
        let answer: Settings

        func write(into writer: inout JSONWriter) { writer.members(of: model.shown(answer).json) }
    }
}
