internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchScene
internal import Varlink

/// `io.touchd.scene`: what is on screen.
final class SceneInterface {
    private let core: Core
    private let challenges: ChallengeRegistry
    private let view: Size

    init(core: Core, challenges: ChallengeRegistry, view: Size) {
        self.core = core
        self.challenges = challenges
        self.view = view
    }

    /// The interface.
    var interface: ServiceInterface {
        ServiceInterface(
            "io.touchd.scene", access: core.access,
            methods: [
                "Present": ServiceInterface.Method(.frontend) { [self] in present($0) },
                "Dismiss": ServiceInterface.Method(.frontend) { [self] in dismiss($0) },
            ])
    }

    private func present(_ call: Call) {
        guard call.wantsMore else { return call.fail(.expectedMore) }
        guard core.screen.mayPresent(call.connection.peer.uid) else {
            return call.fail(VarlinkError("io.touchd.scene.Busy"))
        }
        var widgets: [Widget] = []
        var shown: [(challenge: Challenge, widget: Int)] = []
        for (index, description) in (call.parameters["widgets"]?.arrayValue ?? []).enumerated() {
            let request = WidgetRequest(description.objectValue ?? [:])
            switch makeModel(request, for: call.connection.peer) {
            case .failure(let refusal): return call.fail(refusal)
            case .success(let (model, challenge)):
                widgets.append(Widget(id: request.id, frame: request.frame, model: model))
                if let challenge { shown.append((challenge, index)) }
            }
        }
        let scene: Scene
        do { scene = try Scene(view: view, widgets: widgets) } catch { return call.fail(Self.refusal(error)) }
        let presented = PresentedScene(id: Core.unguessableName(), call: call, scene: scene)
        for (challenge, widget) in shown {
            guard challenge.isIssued, presented.bind(challenge, to: widget) else {
                return call.fail(Self.noSuchChallenge(challenge.id))
            }
            challenge.shown(
                at: WidgetPlace(scene: presented.id, widget: widget), widget: scene.widgets[widget].id)
        }
        call.onCancelled = { [core, unowned presented] in core.screen.remove(presented) }
        core.screen.present(presented)
        call.replyContinuing(SceneDescription.ready(presented.id, scene))
        core.heartbeat.keepAlive(call)
    }

    private func makeModel(
        _ request: WidgetRequest, for peer: Peer
    ) -> Result<(any Model, Challenge?), VarlinkError> {
        if let reason = request.problem { return .failure(Self.badWidget(request.id, reason)) }
        do throws(SettingError) {
            if request.kind != SlideCaptcha.kind {
                guard let type = ModelCatalogue.model(of: request.kind) else {
                    return .failure(Self.badWidget(request.id, "there is no kind \(request.kind)"))
                }
                return .success((try type.init(settings: request.settings, size: request.frame.size), nil))
            }
            guard case .word(let id) = request.settings["challenge"] else {
                return .failure(Self.badWidget(request.id, "a captcha widget needs its challenge"))
            }
            guard let challenge = challenges[id], challenge.owner == peer.uid, challenge.isIssued else {
                return .failure(Self.noSuchChallenge(id))
            }
            return .success(
                (try challenge.makeModel(size: request.frame.size, input: request.settings["input"]), challenge))
        } catch {
            return .failure(Self.badWidget(request.id, error.description))
        }
    }

    private func dismiss(_ call: Call) {
        let id = call.parameters["scene"]?.stringValue ?? ""
        guard let scene = core.screen.scene(id, of: call.connection.peer.uid) else {
            return call.fail(VarlinkError("io.touchd.scene.NoSuchScene", ["scene": .string(id)]))
        }
        core.screen.remove(scene)
        scene.call.reply(["scene": .string(id), "dismissed": true])
        call.reply()
    }

    private static func badWidget(_ id: String, _ reason: String) -> VarlinkError {
        VarlinkError("io.touchd.scene.BadWidget", ["widget": .string(id), "reason": .string(reason)])
    }

    private static func noSuchChallenge(_ id: String) -> VarlinkError {
        VarlinkError("io.touchd.scene.NoSuchChallenge", ["challenge": .string(id)])
    }

    private static func refusal(_ error: SceneError) -> VarlinkError {
        switch error {
        case .emptyView, .tooManyWidgets: .invalidParameter("widgets")
        case .sameID(let id), .outsideView(let id): badWidget(id, error.description)
        }
    }
}
