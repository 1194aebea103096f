internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchPicture
internal import TouchVault

/// The content of a slide challenge: a generated puzzle, or the front end's own picture; its replacement and its model.
///
///     shown ──missed()──▶ spent ──order(from:)──▶ coming ──renew(_:)──▶ shown
///       └──────────────order(from:)─────────────────▲  └──abandon()──▶ as before
///
/// Only generated puzzles with a random target are ever spent.
struct ChallengePicture {
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
    let wishes: Challenge.Wishes
    /// Whether a picture was handed out.
    private var isHandedOut: Bool
    /// Whether it was missed and no longer counts.
    private var isSpent = false
    private var isComing = false

    init(_ scenery: Scenery, of wishes: Challenge.Wishes) {
        self.scenery = scenery
        self.wishes = wishes
        isHandedOut = if case .drawn = scenery { true } else { false }
    }

    /// The generated puzzle; nil: none yet.
    var cut: PuzzleCut? { if case .drawn(let cut) = scenery { cut } else { nil } }

    /// Size of its picture; nil where the front end draws its own.
    var size: PictureSize? {
        switch scenery {
        case .drawn(let cut): cut.size
        case .undrawn: nil
        }
    }

    /// Whether the next picture is the first, or follows a miss.
    var isOwed: Bool { isSpent || !isHandedOut }

    // MARK: - Renewing

    /// Records a miss.
    mutating func missed() {
        if case .drawn = scenery { isSpent = wishes.profile.renews }
    }

    /// Orders another puzzle with the same tolerance.
    ///
    /// - Parameter folder: the folder of the operator's pictures.
    /// - Returns: nil if one is on its way.
    mutating func order(from folder: PictureFolder?) -> PuzzleOrder? {
        guard !isComing else { return nil }
        isComing = true
        switch scenery {
        case .undrawn(let order, _): return order
        case .drawn(let cut):
            var order = PuzzleOrder(size: cut.size, rules: wishes.rules, piece: cut.piece)
            order.folder = folder
            if wishes.given != nil { order.target = cut.target }
            return order
        }
    }

    /// Applies the puzzle that was ordered.
    mutating func renew(_ cut: PuzzleCut) {
        abandon()
        scenery = .drawn(cut)
        (isSpent, isHandedOut) = (false, true)
    }

    /// The puzzle that was ordered does not arrive, or is no longer wanted.
    mutating func abandon() {
        isComing = false
    }

    // MARK: - The model

    /// Makes the model for a widget of that size; the target never leaves the model.
    ///
    /// - Parameters:
    ///   - size: the widget's.
    ///   - asked: the front end's settings; its choice between dragging and tapping counts, and without pictures also
    ///     its shape of the piece.
    ///   - tolerance: how far off the piece may be released if the profile does not set it, in pixels of the picture.
    ///   - density: view pixels per millimeter, if a panel reports its size.
    func model(
        size: Size, asked: Settings, tolerance: Double, pixelsPerMillimeter density: Double?
    ) throws(SettingError) -> any ChallengeModel {
        var settings: Settings = [
            "drive": .word(wishes.drive.rawValue), "judge": .word(ChallengeJudge.owner.rawValue),
            "tolerance": .number(tolerance),
        ]
        settings["input"] = asked["input"]
        switch scenery {
        case .drawn(let cut):
            add(cut, to: &settings)
            settings["touchTolerance"] = wishes.profile.touchTolerance.flatMap { millimeters in
                density.map { .number(millimeters * $0) }
            }
        case .undrawn(_, let chance):
            guard !wishes.profile.needsPictures else {
                throw .impossible(
                    key: "challenge", reason: "no pictures yet (call io.touchd.captcha.Refresh)")
            }
            settings["piece"] = asked["piece"]
            let blank = try SlideCaptcha(settings: settings, size: size)
            if let given = wishes.given {
                settings["targetValue"] = .number(given.targetValue)
                settings["gapCenterY"] = .number(given.gapCenterY ?? blank.picture.size.height / 2)
            } else {
                let target = chance.target(within: blank.reach, from: blank.nearestGap)
                settings["targetX"] = .number(target.x)
                settings["targetY"] = .number(target.y)
            }
        }
        return try SlideCaptcha(settings: settings, size: size)
    }

    private func add(_ cut: PuzzleCut, to settings: inout Settings) {
        let numbers = [
            "pictureWidth": cut.size.width, "pictureHeight": cut.size.height, "pieceWidth": cut.piece.size.width,
            "pieceHeight": cut.piece.size.height, "pieceTurn": cut.piece.turn, "startX": cut.start.x,
            "startY": cut.start.y, "targetX": cut.target.x, "targetY": cut.target.y,
        ]
        for (key, number) in numbers { settings[key] = .number(Double(number)) }
        if let tolerance = wishes.profile.tolerance(inPictureOf: cut.size.height) {
            settings["tolerance"] = .number(tolerance)
        }
        settings["piece"] = wishes.shape.map { .word($0) }
        settings["renews"] = .bool(wishes.profile.renews)
        settings["spent"] = .bool(isSpent)
    }
}
