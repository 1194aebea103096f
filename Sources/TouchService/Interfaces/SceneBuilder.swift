internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchScene
internal import Varlink

/// Makes scenes of what front ends ask for.
struct SceneBuilder {
    /// A scene and the challenges that its new widgets show.
    struct Built {
        let scene: Scene
        fileprivate let shown: [(challenge: Challenge, widget: String)]

        /// Makes the challenges hear their widgets.
        func bind(to presented: PresentedScene) {
            for (challenge, widget) in shown {
                let isFree = presented.bind(challenge, to: widget)
                precondition(isFree, "nobody has heard of a new widget")
                challenge.shown(at: WidgetPlace(scene: presented.id, widget: widget))
            }
        }
    }

    let core: Core
    let challenges: ChallengeRegistry

    /// Makes a scene in the present view.
    ///
    /// - Parameters:
    ///   - requests: the widgets, later ones above earlier ones.
    ///   - peer: who asks.
    ///   - replaced: the scene on screen whose place it takes, if any: its challenges may be shown on.
    ///   - kept: widgets that go on as they are; their models are taken over.
    func build(
        _ requests: [WidgetRequest], for peer: Peer, replacing replaced: PresentedScene?, keeping kept: Set<String> = []
    ) -> Result<Built, VarlinkError> {
        let view = core.screen.view
        var widgets: [Widget] = []
        var shown: [(challenge: Challenge, widget: String)] = []
        for request in requests {
            let frame = request.frame(in: view)
            if let reason = request.problem(in: view) { return .failure(Self.badWidget(request.id, reason)) }
            switch makeModel(request, frame.size, for: peer, on: replaced) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let (model, challenge)):
                widgets.append(
                    Widget(id: request.id, frame: frame, z: request.z, slop: request.slop, model: model))
                guard let challenge, challenge.isIssued else { continue }
                // A challenge is shown once, also within one scene.
                if shown.contains(where: { $0.challenge === challenge }) {
                    return .failure(Self.noSuchChallenge(challenge.id))
                }
                shown.append((challenge, request.id))
            }
        }
        do throws(SceneError) {
            var scene = try Scene(view: view, widgets: widgets)
            if let replaced { scene.adopt(kept, from: replaced.scene) }
            return .success(Built(scene: scene, shown: shown))
        } catch {
            return .failure(Self.refusal(error))
        }
    }

    private func makeModel(
        _ request: WidgetRequest, _ size: Size, for peer: Peer, on replaced: PresentedScene?
    ) -> Result<(any Model, Challenge?), VarlinkError> {
        do throws(SettingError) {
            if request.kind != SlideCaptcha.kind {
                guard let type = ModelCatalogue.model(of: request.kind) else {
                    return .failure(Self.badWidget(request.id, "there is no kind \(request.kind)"))
                }
                var settings = request.settings
                if type == PatternLock.self { settings.raiseMinimumDots(to: core.configuration.unlock.minimumDots) }
                return .success((try type.init(settings: settings, size: size), nil))
            }
            guard case .word(let id) = request.settings["challenge"] else {
                return .failure(Self.badWidget(request.id, "a captcha widget needs its challenge"))
            }
            let place = replaced.map { WidgetPlace(scene: $0.id, widget: request.id) }
            guard let challenge = challenges[id], challenge.owner == peer.uid,
                challenge.isIssued || challenge.isShown(at: place)
            else { return .failure(Self.noSuchChallenge(id)) }
            return .success((try challenge.makeModel(size: size, asked: request.settings), challenge))
        } catch {
            return .failure(Self.badWidget(request.id, error.description))
        }
    }

    static func badWidget(_ id: String, _ reason: String) -> VarlinkError {
        VarlinkError("io.touchd.scene.BadWidget", ["widget": .string(id), "reason": .string(reason)])
    }

    private static func noSuchChallenge(_ id: String) -> VarlinkError {
        VarlinkError("io.touchd.scene.NoSuchChallenge", ["challenge": .string(id)])
    }

    private static func refusal(_ error: SceneError) -> VarlinkError {
        switch error {
        case .emptyView, .tooManyWidgets: .invalidParameter("widgets")
        case .sameID(let id), .outsideView(let id), .badSlop(let id): badWidget(id, error.description)
        }
    }
}

extension Settings {
    /// A front end may ask for longer new patterns than the administrator does, not for shorter ones.
    fileprivate mutating func raiseMinimumDots(to least: Int) {
        guard self["purpose"] == .word(PatternLock.Purpose.enrol.rawValue) else { return }
        let asked: Double? = if case .number(let number) = self["minimumDots"] { number } else { nil }
        // What is too short on its own is for the model to refuse.
        if let asked, asked < Double(PatternLock.defaultMinimumDots) { return }
        self["minimumDots"] = .number(max(asked ?? 0, Double(least)))
    }
}
