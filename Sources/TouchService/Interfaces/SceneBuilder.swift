internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchScene
internal import TouchVault
internal import Varlink

/// Builds scenes from front ends' requests.
struct SceneBuilder {
    /// A scene, and the purposes of its new widgets.
    struct Built {
        let scene: Scene
        fileprivate let uses: [Use]

        /// Whether it has a widget that asks for a secret or a proof.
        var isProtected: Bool { PresentedScene.isProtected(scene) }

        /// Connects challenges and callers with their widgets; called once the scene is on screen.
        func bind(to presented: PresentedScene, _ core: Core) {
            for use in uses {
                let place = WidgetPlace(scene: presented.id, widget: use.widget)
                use.challenge?.bind(to: use.widget, of: presented)
                if let request = use.request { core.requests.show(request, in: presented, at: place) }
            }
        }
    }

    /// The purpose of a new widget, besides its own scene.
    fileprivate struct Use {
        let widget: String
        var challenge: JudgedSession?
        var request: ScreenRequest?

        var isAnything: Bool { challenge != nil || request != nil }
    }

    let core: Core
    let challenges: JudgedSessions

    /// Maximum number of rows of all lists of a scene together: each takes about 7 µs, in which no touch is handled.
    static let maxRows = 2_048

    /// Builds a scene in the present view.
    ///
    /// - Parameters:
    ///   - requests: the widgets, later ones above earlier ones.
    ///   - peer: the caller.
    ///   - replaced: the scene on screen that it replaces, if any: its challenges may stay on screen.
    ///   - kept: widgets that stay as they are; their models are reused.
    func build(
        _ requests: [WidgetRequest], for peer: Peer, replacing replaced: PresentedScene?, keeping kept: Set<String> = []
    ) -> Result<Built, VarlinkError> {
        // Before any of them is built, which takes time.
        guard requests.count <= Scene.maxWidgets else {
            return .failure(Self.refusal(.tooManyWidgets(count: requests.count)))
        }
        let view = core.screen.view
        var widgets: [Widget] = []
        var uses: [Use] = []
        var rows = 0
        for request in requests {
            rows += request.rowCount
            guard rows <= Self.maxRows else {
                return .failure(Self.badWidget(request.id, "the lists of a scene have at most \(Self.maxRows) rows"))
            }
            let frame = request.frame(in: view)
            if let reason = request.problem(in: view) { return .failure(Self.badWidget(request.id, reason)) }
            switch makeModel(request, frame.size, for: peer, on: replaced) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let (model, use)):
                widgets.append(
                    Widget(id: request.id, frame: frame, z: request.z, hitMargin: request.hitMargin, model: model))
                guard use.isAnything else { continue }
                // A challenge or request is shown once, also within one scene.
                if let challenge = use.challenge, uses.contains(where: { $0.challenge === challenge }) {
                    return .failure(Self.noSuchChallenge(challenge.id))
                }
                if let asked = use.request, uses.contains(where: { $0.request === asked }) {
                    return .failure(Self.noSuchRequest(asked.id))
                }
                uses.append(use)
            }
        }
        do throws(SceneError) {
            var scene = try Scene(view: view, widgets: widgets)
            if let replaced { scene.adopt(kept, from: replaced.scene) }
            return .success(Built(scene: scene, uses: uses))
        } catch {
            return .failure(Self.refusal(error))
        }
    }

    private func makeModel(
        _ request: WidgetRequest, _ size: Size, for peer: Peer, on replaced: PresentedScene?
    ) -> Result<(any Model, Use), VarlinkError> {
        do throws(SettingError) {
            guard let type = ModelCatalog.model(of: request.kind) else {
                return .failure(Self.badWidget(request.id, "unknown kind \(request.kind)"))
            }
            if type is any ChallengeModel.Type { return try show(request, size, for: peer, on: replaced) }
            var settings = request.settings
            if let secret = type as? any SecretModel.Type {
                secret.apply(SecretPolicy(core.configuration.unlock), to: &settings)
            }
            var model = try type.init(settings: settings, size: size)
            if var judged = model as? any JudgedModel {
                var chance = core.screen.chance
                judged.place(by: &chance)
                model = judged
            }
            return self.use(of: request, model, for: peer, on: replaced).map { (model, $0) }
        } catch {
            let member = WidgetRequest.member(of: request.kind)
            return .failure(Self.badWidget(request.id, "\(member).\(error.description)"))
        }
    }

    /// The model of a challenge.
    private func show(
        _ request: WidgetRequest, _ size: Size, for peer: Peer, on replaced: PresentedScene?
    ) throws(SettingError) -> Result<(any Model, Use), VarlinkError> {
        let id: String
        let refusal: VarlinkError
        switch (request.settings["challenge"], request.request) {
        case (.word(let challenge), nil): (id, refusal) = (challenge, Self.noSuchChallenge(challenge))
        case (nil, let asked?): (id, refusal) = (asked, Self.noSuchRequest(asked))
        default:
            return .failure(
                Self.badWidget(request.id, "a \(request.kind) widget needs either a challenge or a request"))
        }
        let place = replaced.map { WidgetPlace(scene: $0.id, widget: request.id) }
        let asked = core.requests.wanted(id, by: peer.uid)
        guard let session = challenges[id], let challenge = session.judge as? ChallengeJudge else {
            return .failure(refusal)
        }
        let mayShow = request.request == nil ? asked == nil && session.owner == peer.uid : asked != nil
        let isShown = session.showing.map { $0.place == place } ?? false
        guard isShown || session.isWanted && mayShow else { return .failure(refusal) }
        guard challenge.widgetKind == request.kind else {
            return .failure(
                Self.badWidget(request.id, "the challenge needs a widget of kind \(challenge.widgetKind)"))
        }
        let model = try challenge.makeModel(size: size, asked: request.settings)
        return .success((model, Use(widget: request.id, challenge: session.isWanted ? session : nil, request: asked)))
    }

    /// The use of a widget for a secret, with its request, unless it already shows that request.
    private func use(
        of widget: WidgetRequest, _ model: any Model, for peer: Peer, on replaced: PresentedScene?
    ) -> Result<Use, VarlinkError> {
        guard let id = widget.request, let model = model as? any SecretModel,
            replaced?.requests.contains(where: { $0.id == widget.id && $0.request == id }) != true
        else { return .success(Use(widget: widget.id)) }
        guard let asked = core.requests.wanted(id, by: peer.uid) else { return .failure(Self.noSuchRequest(id)) }
        // A front end that shows another grid would cost the user one attempt after another.
        guard asked.kind == (model.purpose == .verify ? .unlock : .enrollment),
            asked.secret == model.form.kind, asked.form.map({ $0 == model.form }) ?? true
        else { return .failure(Self.badWidget(widget.id, "secret, purpose or grid differs from the request's")) }
        return .success(Use(widget: widget.id, request: asked))
    }

    static func badWidget(_ id: String, _ reason: String) -> VarlinkError {
        VarlinkError("io.touchd.scene.BadWidget", ["widget": .string(id), "reason": .string(reason)])
    }

    private static func noSuchChallenge(_ id: String) -> VarlinkError {
        VarlinkError("io.touchd.scene.NoSuchChallenge", ["challenge": .string(id)])
    }

    private static func noSuchRequest(_ id: String) -> VarlinkError {
        VarlinkError("io.touchd.scene.NoSuchRequest", ["request": .string(id)])
    }

    private static func refusal(_ error: SceneError) -> VarlinkError {
        switch error {
        case .emptyView, .tooManyWidgets: .invalidParameter("widgets", allowed: "at most \(Scene.maxWidgets)")
        case .sameID(let id), .outsideView(let id), .badHitMargin(let id): badWidget(id, error.description)
        }
    }
}

extension SecretPolicy {
    /// The values of the configuration.
    init(_ unlock: Configuration.Unlock) {
        self.init(
            minParts: unlock.minParts, hidesTrail: unlock.trail == .count,
            varied: Set(unlock.variedGrid.map(\.rawValue)).union(unlock.scrambles ? ["scramble"] : []))
    }
}
