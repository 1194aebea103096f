internal import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchPicture
internal import TouchVault

extension ChallengePicture: ChallengeTask {
    var widgetKind: String { SlideCaptcha.kind }
    var requestKind: ScreenRequest.Kind { .captcha }
    var isDemo: Bool { wishes.given != nil }

    var facts: ChallengeFacts {
        ChallengeFacts(
            kind: "slide", profile: Word(wishes.profile.rawValue) ?? ResultLog.noReason,
            size: size.map { ChallengeFacts.Size(width: $0.width, height: $0.height) })
    }

    /// Solving an easy puzzle proves nothing about a hard one.
    var topic: MissTopic { MissTopic(wishes.profile == .simple ? 1 : 2) }

    func makeModel(size: Size, asked: Settings, _ core: Core) throws(SettingError) -> any ChallengeModel {
        try model(
            size: size, asked: asked, tolerance: core.configuration.captcha.tolerance,
            pixelsPerMillimeter: core.panels.pixelsPerMillimeter)
    }

    var target: ChallengeTarget? { cut.map { .place(Point($0.target), start: Point($0.start)) } }

    mutating func order(_ core: Core) -> ChallengeOrder? { order(from: core.pictures).map { .puzzle($0) } }

    mutating func apply(_ content: ChallengeContent) {
        guard case .puzzle(let puzzle) = content else { return }
        renew(puzzle.cut)
    }
}

extension Point {
    fileprivate init(_ place: PuzzleCut.Place) {
        self.init(x: Double(place.x), y: Double(place.y))
    }
}
