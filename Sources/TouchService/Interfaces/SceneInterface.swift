internal import EventLoop
internal import Journal
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchScene
internal import Varlink

/// `io.touchd.scene`: what is on screen.
final class SceneInterface {
    private let core: Core
    private let builder: SceneBuilder

    init(core: Core, challenges: JudgedSessions) {
        self.core = core
        builder = SceneBuilder(core: core, challenges: challenges)
    }

    /// The interface.
    var interface: ServiceInterface {
        ServiceInterface(
            "io.touchd.scene", access: core.access,
            methods: [
                "Present": ServiceInterface.Method(.screen, .stream) { [self] in present($0) },
                "Update": ServiceInterface.Method(.frontend) { [self] in update($0) },
                "Dismiss": ServiceInterface.Method(.frontend) { [self] in dismiss($0) },
                "List": ServiceInterface.Method(.administrator) { [core] call in
                    let scenes = core.screen.scenes.map { scene in
                        JSON.object(
                            scene.description(
                                isGuarding: core.screen.isGuarding(scene), now: core.loop.now))
                    }
                    call.reply(["scenes": .array(scenes)])
                },
                "Prompts": ServiceInterface.Method(.observer) { call in
                    call.reply(PromptTable.shared.reply(in: call.parameters["language"]?.stringValue))
                },
                "Requests": ServiceInterface.Method(.screen, .stream) { [core] call in
                    core.requests.listen(call)
                    core.heartbeat.keepAlive(call)
                },
            ])
    }

    /// Applies a changed configuration: users who may no longer present lose the screen, secrets follow the new policy.
    func review() {
        for scene in core.screen.scenes where !core.access.mayPresent(scene.call.connection.peer) { remove(scene) }
        core.requests.dropListeners { [core] in !core.access.mayPresent($0) }
        for scene in core.screen.scenes where scene.takesSecrets {
            let secrets = Set(scene.scene.widgets.filter { $0.protection == .secret }.map(\.id))
            let others = Set(scene.requests.map(\.id)).subtracting(secrets)
            let peer = scene.call.connection.peer
            guard case .success(let built) = builder.build(scene.requests, for: peer, replacing: scene, keeping: others)
            else { continue }
            core.screen.replace(scene, with: built.scene, changed: secrets, gone: [])
            scene.call.replyContinuing(SceneDescription.ready(scene.id, scene.scene))
        }
    }

    /// Lays out every scene in another view; widgets that no longer fit are removed.
    func changeView(to view: Size) {
        core.screen.changeView(to: view) { [self] scene in
            let fitting = scene.requests.filter { $0.fits(into: view) }
            let dropped = scene.requests.map(\.id).filter { id in !fitting.contains { $0.id == id } }
            switch builder.build(fitting, for: scene.call.connection.peer, replacing: scene) {
            case .success(let built):
                core.screen.replace(
                    scene, with: built.scene, changed: Set(scene.requests.map(\.id)), gone: Set(dropped))
                scene.requests = fitting
                scene.call.replyContinuing(SceneDescription.ready(scene.id, built.scene, dropped: dropped))
            case .failure(let error):
                core.log.warning("scene removed: it does not fit the new view: \(error)")
                remove(scene)
            }
        }
    }

    private func present(_ call: Call) {
        let peer = call.connection.peer
        let isAdministrator = core.access.role(of: peer) == .administrator
        switch core.screen.refusal(of: peer.uid, isAdministrator: isAdministrator) {
        case nil: break
        case .full: return refuse(call, because: nil)
        case .held(let user): return refuse(call, because: user)
        }
        let requests = self.requests(of: call)
        switch builder.build(requests, for: peer, replacing: nil) {
        case .failure(let refusal): call.fail(refusal)
        case .success(let built):
            let presented = PresentedScene(
                id: Core.unguessableName(), call: call, scene: built.scene, requests: requests,
                now: core.loop.now)
            call.onCancelled = { [core, weak presented] in if let presented { core.screen.remove(presented) } }
            core.screen.present(presented)
            call.replyContinuing(SceneDescription.ready(presented.id, built.scene))
            if !core.pauses.current.isEmpty { call.replyContinuing(["paused": core.pauses.current.json]) }
            core.heartbeat.keepAlive(call)
            built.bind(to: presented, core)
        }
    }

    private func update(_ call: Call) {
        guard let scene = scene(of: call) else { return }
        let changed = requests(of: call)
        let named = (call.parameters["remove"]?.arrayValue ?? []).compactMap(\.stringValue)
        if let unknown = named.first(where: { id in !scene.requests.contains { $0.id == id } }) {
            return call.fail(SceneBuilder.badWidget(unknown, "no such widget"))
        }
        let removed = Set(named)
        if let twice = changed.first(where: { removed.contains($0.id) }) {
            return call.fail(SceneBuilder.badWidget(twice.id, "both changed and removed"))
        }
        if changed.isEmpty, removed.isEmpty { return call.reply() }
        var requests = scene.requests.filter { !removed.contains($0.id) }
        for request in changed {
            if let index = requests.firstIndex(where: { $0.id == request.id }) {
                requests[index] = request
            } else {
                requests.append(request)
            }
        }
        // A widget named twice in one call would otherwise silently replace itself.
        let ids = Set(changed.map(\.id))
        if ids.count < changed.count { return call.fail(.invalidParameter("widgets", allowed: "each id once")) }
        let untouched = Set(requests.map(\.id)).subtracting(ids)
        // Callers that wait for a widget keep waiting when it only moves or changes its looks.
        let others = changed.filter { request in
            scene.requests.contains { $0.id == request.id && !$0.hasSamePurpose(as: request) }
        }
        let gone = removed.union(others.map(\.id))
        switch builder.build(requests, for: call.connection.peer, replacing: scene, keeping: untouched) {
        case .failure(let refusal): call.fail(refusal)
        case .success(let built):
            if built.isProtected, let user = core.screen.cover(of: scene) { return refuse(call, because: user) }
            core.screen.replace(scene, with: built.scene, changed: ids.union(removed), gone: gone)
            scene.requests = requests
            scene.call.replyContinuing(SceneDescription.ready(scene.id, scene.scene))
            call.reply()
            built.bind(to: scene, core)
        }
    }

    /// Reports that the screen belongs to another user; administrators learn to whom.
    private func refuse(_ call: Call, because user: UInt32?) {
        let isTold = core.access.role(of: call.connection.peer) == .administrator
        call.fail(VarlinkError("io.touchd.scene.Busy", ["uid": isTold ? user.map { .integer(Int64($0)) } : nil]))
    }

    private func dismiss(_ call: Call) {
        let peer = call.connection.peer
        guard let scene = scene(of: call, orAny: core.access.role(of: peer) == .administrator) else { return }
        if scene.uid != peer.uid { core.log.notice("scene of uid \(scene.uid) dismissed by uid \(peer.uid)") }
        remove(scene)
        call.reply()
    }

    private func remove(_ scene: PresentedScene) {
        core.screen.remove(scene)
        if scene.call.isOpen { scene.call.reply(["scene": .string(scene.id), "dismissed": true]) }
    }

    /// The scene that a call names, if it is the caller's; otherwise fails the call.
    ///
    /// - Parameter isAny: whether it may be another user's.
    private func scene(of call: Call, orAny isAny: Bool = false) -> PresentedScene? {
        let id = call.parameters["scene"]?.stringValue ?? ""
        if let scene = core.screen.scene(id, of: isAny ? nil : call.connection.peer.uid) { return scene }
        call.fail(VarlinkError("io.touchd.scene.NoSuchScene", ["scene": .string(id)]))
        return nil
    }

    private func requests(of call: Call) -> [WidgetRequest] {
        (call.parameters["widgets"]?.arrayValue ?? []).map { WidgetRequest($0.objectValue ?? [:]) }
    }
}
