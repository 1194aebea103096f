internal import StrictJSON
internal import TouchCore
package import TouchModels
internal import TouchPicture
internal import TouchScreen
internal import TouchVault
internal import Varlink

/// Taps and holds in an order shown on the screen.
struct ChallengeGesture: ChallengeTask {
    private var sequence: GestureSequence
    private let given: GestureSequence?
    private var isSpent = false
    /// Whether a front end has received it.
    private var isTold: Bool

    /// - Parameters:
    ///   - given: the sequence that the caller set; nil: a random one.
    ///   - isTold: whether the caller shows it itself.
    init(given: GestureSequence?, isTold: Bool) {
        self.given = given
        self.isTold = isTold
        sequence = given ?? Self.drawn()
    }

    private static func drawn() -> GestureSequence {
        var generator = UnguessableNumbers()
        return .random(using: &generator)
    }

    /// The sequence on screen.
    var content: any ChallengeContent { sequence }

    static let kind: Word = "gesture"
    static let widgetKind = TapGesture.kind
    static let requestKind: Word = "gesture"
    var facts: ChallengeFacts { ChallengeFacts(kind: Self.kind, profile: isDemo ? "given" : "default") }
    var topic: MissTopic { MissTopic(16) }
    var isDemo: Bool { given != nil }
    var isOwed: Bool { isSpent || !isTold }

    func makeModel(
        size: Size, asked: Settings, tolerance: Double, pixelsPerMillimeter density: Double?
    ) throws(SettingError) -> any ChallengeModel {
        var settings: Settings = [
            "sequence": .word(sequence.text), "judge": .word(ChallengeAuthority.owner.rawValue),
            "renews": .bool(!isDemo), "spent": .bool(isSpent),
        ]
        settings["input"] = asked["input"]
        return try TapGesture(settings: settings, size: size)
    }

    var answer: Settings? { ["sequence": .word(sequence.text)] }

    mutating func missed() {
        isSpent = !isDemo
    }

    mutating func order(from folder: PictureFolder?) -> ChallengeOrder? {
        .ready(given ?? (isTold ? Self.drawn() : sequence))
    }

    mutating func apply(_ content: any ChallengeContent) {
        guard let next = content as? GestureSequence else { return }
        sequence = next
        (isSpent, isTold) = (false, true)
    }

    mutating func abandon() {}

    static func create(_ call: Call, _ desk: ChallengeDesk) {
        let profile = call.parameters["profile"]?.stringValue
        guard call.parameters["puzzle"] == nil else {
            return call.fail(.invalidParameter("puzzle", allowed: "kind slide only"))
        }
        guard profile == "default" || profile == "given" else {
            return call.fail(.invalidParameter("profile", allowed: "default, given"))
        }
        guard let terms = ChallengeTerms(of: call, desk) else { return }
        if profile == "given", desk.access.role(of: call.connection.peer) != .administrator {
            return call.fail(.permissionDenied)
        }
        let asked = call.parameters["given"]?.objectValue
        let given = asked?["steps"]?.arrayValue.flatMap { GestureSequence($0) }
        guard (asked != nil) == (profile == "given") else {
            return call.fail(.invalidParameter("given", allowed: "profile given only, which requires it"))
        }
        guard asked == nil || given != nil else {
            return call.fail(.invalidParameter("given.steps", allowed: GestureSequence.allowed))
        }
        let owner = call.connection.peer.uid
        guard desk.sessions.hasRoom(for: owner) else {
            return call.fail(VarlinkError("io.touchd.captcha.TooManyChallenges"))
        }
        let isOnScreen = call.parameters["asking"] != nil
        let prompt = isOnScreen ? Prompt.asked(by: call) : .some(nil)
        guard let prompt else { return }
        let task = ChallengeGesture(given: given, isTold: !isOnScreen)
        let challenge = terms.begin(task, for: owner, desk)
        if isOnScreen { return terms.ask(for: challenge, requestKind, prompt, call, desk) }
        call.reply { writer in
            writer.member("challengeId", challenge.id)
            task.content.write(into: &writer)
            writer.member("timeLeftUSec", challenge.timeLeft.microseconds)
        }
    }
}

extension GestureSequence: ChallengeContent {
    /// Writes the steps as the interface has them.
    func write(into writer: inout JSONWriter) {
        writer.key("steps" as StaticString)
        writer.beginArray()
        for step in steps {
            switch step {
            case .taps(let count): writer.value(["act": "tap", "count": .integer(Int64(count))])
            case .hold: writer.value(["act": "hold", "count": 1])
            }
        }
        writer.endArray()
    }

    /// The steps that a caller may set, for people.
    static let allowed = "1 to \(maxSteps) steps, each 1 to \(maxTaps) taps or one hold"

    /// Reads steps as the interface has them.
    init?(_ steps: [JSON]) {
        var read: [Step] = []
        for step in steps {
            let count = step.objectValue?["count"]?.integerValue ?? 1
            switch step.objectValue?["act"] {
            case "tap": read.append(.taps(Int(clamping: count)))
            case "hold" where count == 1: read.append(.hold)
            default: return nil
            }
        }
        self.init(read)
    }
}
