internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchScreen
internal import TouchSessions
internal import Varlink

/// Builds scenes from front ends' requests.
struct SceneBuilder {
    struct Built {
        let scene: Scene
        /// What is sent about each widget, in the order of the requests, which are the widgets' tags.
        let texts: [WidgetTexts]
        fileprivate let uses: [Use]

        /// Connects challenges and callers with their widgets; called once the scene is on screen.
        func bind(to presented: PresentedScene, _ requests: ScreenRequests) {
            for use in uses {
                let place = WidgetPlace(scene: presented.id, widget: use.widget)
                use.challenge?.bind(to: use.widget, of: presented)
                if let request = use.request { requests.show(request, in: presented, at: place) }
            }
        }
    }

    /// The purpose of a new widget, besides its own scene.
    fileprivate struct Use {
        let widget: String
        var challenge: JudgedSession?
        var request: ScreenRequest?
    }

    let configuration: LiveConfiguration
    let screen: Screen
    let panels: Panels
    let requests: ScreenRequests
    let challenges: JudgedSessions

    /// Policy and panel as they are now.
    func circumstances(in view: Size? = nil) -> ScenePlan.Circumstances {
        let view = view ?? screen.view
        return ScenePlan.Circumstances(
            view: view, policy: SecretPolicy(configuration.values.unlock),
            pixelsPerMillimeter: panels.pixelsPerMillimeter(in: view))
    }

    struct Item {
        enum Source {
            case planned(ScenePlan.Outcome)
            /// As it is in the scene on screen, with that tag.
            case kept(Int)
        }

        let request: WidgetRequest
        let source: Source
    }

    /// Builds a scene in the present view, of widgets of which later ones are above earlier ones; challenges of the scene on
    /// screen that it replaces may stay.
    func build(_ items: [Item], for peer: Peer, replacing replaced: PresentedScene?) -> Result<Built, VarlinkError> {
        guard items.count <= Scene.maxWidgets else {
            return .failure(SceneRefusal.refusal(.tooManyWidgets(count: items.count)))
        }
        var widgets: [Widget] = []
        var texts: [WidgetTexts] = []
        var uses: [Use] = []
        var kept = Set<String>(minimumCapacity: items.count)
        var rows = 0
        widgets.reserveCapacity(items.count)
        texts.reserveCapacity(items.count)
        do throws(VarlinkError) {
            for tag in items.indices {
                let request = items[tag].request
                var (frame, model): (Rect, (any Model)?)
                var use = Use(widget: request.id)
                switch items[tag].source {
                case .planned(let outcome):
                    rows += request.rowCount
                    guard rows <= SceneRefusal.maxRows else { throw SceneRefusal.tooManyRows(request.id) }
                    let part = try outcome.get()
                    texts.append(part.texts)
                    (frame, model) = (part.frame, part.model)
                    if let model { use = try self.use(of: request, model, for: peer, on: replaced) }
                case .kept(let place):
                    guard let replaced, let widget = replaced.widget(tagged: place) else {
                        preconditionFailure("a widget that stays is on screen")
                    }
                    rows += replaced.texts[place].rowCount
                    guard rows <= SceneRefusal.maxRows else { throw SceneRefusal.tooManyRows(request.id) }
                    kept.insert(request.id)
                    texts.append(replaced.texts[place])
                    frame = request.frame(in: screen.view)
                    model = widget.model
                }
                if model == nil { (model, use) = try show(request, frame.size, for: peer, on: replaced) }
                guard let model else { preconditionFailure("a widget has a model") }
                widgets.append(
                    Widget(
                        id: request.id, frame: frame, z: request.z, hitMargin: request.hitMargin,
                        isDisabled: request.isDisabled, tag: tag, model: model))
                guard use.challenge != nil || use.request != nil else { continue }
                // A challenge or request is shown once, also within one scene.
                if let challenge = use.challenge, uses.contains(where: { $0.challenge === challenge }) {
                    throw Self.noSuchChallenge(challenge.id)
                }
                if let asked = use.request, uses.contains(where: { $0.request === asked }) {
                    throw Self.noSuchRequest(asked.id)
                }
                uses.append(use)
            }
        } catch { return .failure(error) }
        do throws(SceneError) {
            var scene = try Scene(view: screen.view, widgets: widgets)
            if let replaced { scene.adopt(kept, from: replaced.content) }
            return .success(Built(scene: scene, texts: texts, uses: uses))
        } catch {
            return .failure(SceneRefusal.refusal(error))
        }
    }

    private func show(
        _ request: WidgetRequest, _ size: Size, for peer: Peer, on replaced: PresentedScene?
    ) throws(VarlinkError) -> (any Model, Use) {
        let id: String
        let refusal: VarlinkError
        switch (request.settings["challengeId"], request.request) {
        case (.word(let challenge), nil): (id, refusal) = (challenge, Self.noSuchChallenge(challenge))
        case (nil, let asked?): (id, refusal) = (asked, Self.noSuchRequest(asked))
        default:
            throw SceneRefusal.badWidget(request.id, "a \(request.kind) widget needs either a challengeId or a request")
        }
        let place = replaced.map { WidgetPlace(scene: $0.id, widget: request.id) }
        let asked = requests.wanted(id, by: peer.uid)
        guard let session = challenges[id], let challenge = session.challenge else { throw refusal }
        let mayShow = request.request == nil ? asked == nil && session.owner == peer.uid : asked != nil
        guard session.isShown(at: place) || session.isWanted && mayShow else { throw refusal }
        guard challenge.widgetKind == request.kind else {
            throw SceneRefusal.badWidget(request.id, "the challenge needs a widget of kind \(challenge.widgetKind)")
        }
        do throws(SettingError) {
            let model = try challenge.makeModel(size: size, asked: request.settings)
            return (model, Use(widget: request.id, challenge: session.isWanted ? session : nil, request: asked))
        } catch { throw SceneRefusal.badSetting(request, error) }
    }

    /// The use of a widget for a secret, with its request, unless it already shows that request.
    private func use(
        of widget: WidgetRequest, _ model: any Model, for peer: Peer, on replaced: PresentedScene?
    ) throws(VarlinkError) -> Use {
        guard let id = widget.request, let model = model as? any SecretModel,
            replaced?.requests.contains(where: { $0.id == widget.id && $0.request == id }) != true
        else { return Use(widget: widget.id) }
        guard let asked = requests.wanted(id, by: peer.uid) else { throw Self.noSuchRequest(id) }
        // A front end that shows another grid would cost the user one attempt after another.
        guard asked.kind == (model.purpose == .verify ? ScreenRequest.unlock : ScreenRequest.enrollment),
            asked.secret == model.form.kind, asked.form.map({ $0 == model.form }) ?? true
        else { throw SceneRefusal.badWidget(widget.id, "secret, purpose or grid differs from the request's") }
        return Use(widget: widget.id, request: asked)
    }

    private static func noSuchChallenge(_ id: String) -> VarlinkError {
        VarlinkError("io.touchd.scene.NoSuchChallenge", ["challengeId": .string(id)])
    }

    private static func noSuchRequest(_ id: String) -> VarlinkError {
        VarlinkError("io.touchd.scene.NoSuchRequest", ["request": .string(id)])
    }
}

extension SecretPolicy {
    init(_ unlock: Configuration.Unlock) {
        self.init(
            minParts: unlock.minParts, hidesTrail: unlock.trail == .count,
            varied: unlock.variedGrid.union(unlock.scrambles ? ["scramble"] : []))
    }
}
