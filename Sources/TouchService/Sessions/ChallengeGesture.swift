internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchPicture
internal import TouchVault

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
    var content: ChallengeContent { .sequence(sequence) }

    var widgetKind: String { TapGesture.kind }
    var requestKind: ScreenRequest.Kind { .gesture }
    var facts: ChallengeFacts { ChallengeFacts(kind: "gesture", profile: isDemo ? "given" : "default") }
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

    var target: ChallengeTarget? { .sequence(sequence) }

    mutating func missed() {
        isSpent = !isDemo
    }

    mutating func order(from folder: PictureFolder?) -> ChallengeOrder? {
        .ready(.sequence(given ?? (isTold ? Self.drawn() : sequence)))
    }

    mutating func apply(_ content: ChallengeContent) {
        guard case .sequence(let next) = content else { return }
        sequence = next
        (isSpent, isTold) = (false, true)
    }

    mutating func abandon() {}
}

extension GestureSequence {
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
