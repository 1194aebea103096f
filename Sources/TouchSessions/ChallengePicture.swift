internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchPicture
internal import TouchVault

/// A generated puzzle, or the front end's own picture.
struct ChallengePicture: ChallengeTask {
    /// The target set by the caller, for tours and tests.
    struct Given {
        /// The position of the gap as a fraction of the way of the piece.
        let targetValue: Double
        /// The center of the gap as a fraction of the picture's height.
        let gapCenterY: Double
    }

    /// The settings that the caller requested.
    struct Wishes {
        let profile: CaptchaProfile
        let drive: ChallengeDrive
        let given: Given?
        /// Path data of the piece's shape, for a challenge with pictures; validated.
        let shape: String?

        /// How its puzzles are drawn.
        var rules: PuzzleRules { profile.rules(for: drive) }
    }

    /// The picture on screen.
    enum Scenery {
        case drawn(PuzzleCut)
        /// No picture has been requested yet; until then, the front end draws its own.
        case undrawn(PuzzleOrder, Chance)
    }

    /// A random target as fractions of the way, drawn once so that a widget of another size has the same.
    struct Chance {
        private let x: Double
        private let y: Double

        init() {
            var generator = UnguessableNumbers()
            x = .random(in: 0..<1, using: &generator)
            y = .random(in: 0..<1, using: &generator)
        }

        /// The target on whole pixels, both ends of the way included.
        ///
        /// - Parameter nearest: the least x.
        func target(within reach: Size, from nearest: Double) -> Point {
            let least = min(nearest.rounded(.up), reach.width.rounded(.down))
            return Point(
                x: least + (x * (reach.width.rounded(.down) - least + 1)).rounded(.down),
                y: (y * (reach.height.rounded(.down) + 1)).rounded(.down))
        }
    }

    private var scenery: Scenery
    let wishes: Wishes
    let hasContent: Bool

    init(_ scenery: Scenery, of wishes: Wishes, hasContent: Bool = true) {
        (self.scenery, self.wishes, self.hasContent) = (scenery, wishes, hasContent)
    }

    /// The generated puzzle; nil: none yet.
    var cut: PuzzleCut? { if case .drawn(let cut) = scenery { cut } else { nil } }

    static let requestKind: Word = "captcha"
    var requestKind: Word { Self.requestKind }
    var widgetKind: String { SlideCaptcha.kind }
    var isDemo: Bool { wishes.given != nil }
    /// Only a generated puzzle with a random target is ever spent.
    var renews: Bool { cut != nil && wishes.profile.renews }
    /// Solving an easy puzzle proves nothing about a hard one.
    var topic: MissTopic { MissTopic(wishes.profile == .simple ? 1 : 2) }
    var answer: Settings? { cut.map(Self.answer) }

    var facts: ChallengeFacts {
        ChallengeFacts(
            kind: "slide", profile: Word(wishes.profile.rawValue) ?? Results.noReason,
            size: cut.map { ChallengeFacts.Size(width: $0.size.width, height: $0.size.height) })
    }

    // MARK: - Pictures

    /// What is drawn next.
    func next(from folder: PictureFolder?) -> PuzzleOrder {
        switch scenery {
        case .undrawn(let order, _): return order
        case .drawn(let cut):
            var order = PuzzleOrder(size: cut.size, rules: wishes.rules, piece: cut.piece)
            order.folder = folder
            if isDemo { order.target = cut.target }
            return order
        }
    }

    func order(_ desk: ChallengeDesk, _ finish: @escaping (any ChallengeContent) -> Void) -> Bool {
        desk.puzzles.request(next(from: desk.pictures), finish)
    }

    mutating func apply(_ content: any ChallengeContent) {
        if let puzzle = content as? DrawnPuzzle { scenery = .drawn(puzzle.cut) }
    }

    // MARK: - The model

    func makeModel(
        size: Size, asked: Settings, isSpent: Bool, tolerance: Double, pixelsPerMillimeter density: Double?
    ) throws(SettingError) -> any ChallengeModel {
        var settings: Settings = [
            "drive": .word(wishes.drive.rawValue), "judge": .word(ChallengeAuthority.owner.rawValue),
            "tolerance": .number(tolerance),
        ]
        settings["input"] = asked["input"]
        switch scenery {
        case .drawn(let cut):
            add(cut, to: &settings)
            settings["spent"] = .bool(isSpent)
            settings["touchTolerance"] = wishes.profile.touchTolerance.flatMap { millimeters in
                density.map { .number(millimeters * $0) }
            }
        case .undrawn(_, let chance):
            guard !wishes.profile.needsPictures else {
                throw .impossible(
                    key: "challengeId", reason: "no pictures yet (call io.touchd.captcha.Refresh)")
            }
            settings["piece"] = asked["piece"]
            let blank = try SlideCaptcha(settings: settings, size: size)
            if let given = wishes.given {
                settings["targetValue"] = .number(given.targetValue)
                settings["gapCenterY"] = .number(given.gapCenterY * blank.picture.size.height)
            } else {
                let target = chance.target(within: blank.reach, from: blank.nearestGap)
                settings["targetX"] = .number(target.x)
                settings["targetY"] = .number(target.y)
            }
        }
        return try SlideCaptcha(settings: settings, size: size)
    }

    /// Where its piece belongs and where it lies at first, in pixels of the picture.
    private static func answer(to cut: PuzzleCut) -> Settings {
        [
            "targetX": .number(Double(cut.target.x)), "targetY": .number(Double(cut.target.y)),
            "startX": .number(Double(cut.start.x)), "startY": .number(Double(cut.start.y)),
        ]
    }

    private func add(_ cut: PuzzleCut, to settings: inout Settings) {
        let numbers = [
            "pictureWidth": cut.size.width, "pictureHeight": cut.size.height, "pieceWidth": cut.piece.size.width,
            "pieceHeight": cut.piece.size.height, "pieceTurn": cut.piece.turn,
        ]
        for (key, number) in numbers { settings[key] = .number(Double(number)) }
        let answer = Self.answer(to: cut)
        for key in answer.keys { settings[key] = answer[key] }
        if let tolerance = wishes.profile.tolerance(inPictureOf: cut.size.height) {
            settings["tolerance"] = .number(tolerance)
        }
        settings["piece"] = wishes.shape.map { .word($0) }
        settings["renews"] = .bool(wishes.profile.renews)
    }
}
