internal import EventLoop
internal import StrictJSON
internal import TouchModels
internal import TouchScreen
internal import Varlink

/// `io.touchd.scene`: what is on screen.
struct SceneInterface {
    let access: Access
    let pauses: Pauses
    let heartbeat: Heartbeat
    let aside: AsideWork
    let log: Journal
    let builder: SceneBuilder

    var screen: Screen { builder.screen }
    var requests: ScreenRequests { builder.requests }
    var loop: EventLoop { screen.loop }

    var interface: ServiceInterface {
        ServiceInterface(
            "io.touchd.scene", access: access,
            methods: [
                "Present": .init(.screen, .stream) { present($0) },
                "Update": .init(.frontend) { update($0) },
                "Dismiss": .init(.frontend) { dismiss($0) },
                "List": .init(.administrator) { call in
                    let scenes = screen.presented.map { scene in
                        JSON.object(
                            scene.description(
                                isGuarding: screen.isGuarding(scene), now: loop.now))
                    }
                    call.reply(["scenes": .array(scenes)])
                },
                "Prompts": .init(.observer) { call in
                    call.reply(PromptTable.shared.reply(in: call.parameters["language"]?.stringValue))
                },
                "Requests": .init(.screen, .stream) { call in
                    requests.listen(call)
                    heartbeat.keepAlive(call)
                },
            ])
    }

    private func present(_ call: Call) {
        guard mayPresent(call) else { return }
        plan(call) { plan in
            // The caller may have left meanwhile, and the screen may be another user's.
            if call.isOpen, mayPresent(call) { present(plan, for: call) }
        }
    }

    private func present(_ plan: ScenePlan, for call: Call) {
        let items = plan.requests.indices.map { index in
            SceneBuilder.Item(request: plan.requests[index], source: .planned(plan.parts[index]))
        }
        switch builder.build(items, for: call.connection.peer, replacing: nil) {
        case .failure(let refusal): call.fail(refusal)
        case .success(let built):
            let presented = PresentedScene(
                id: UnguessableName.make(), call: call, scene: built.scene, texts: built.texts,
                requests: plan.requests, now: loop.now)
            // By name: a weak reference would make every other one slower.
            call.onCancelled = { [screen = screen, id = presented.id] in
                if let presented = screen.scene(id, of: nil) { screen.remove(presented) }
            }
            screen.present(presented)
            presented.tellLayout()
            if !pauses.current.isEmpty { call.replyContinuing(["paused": pauses.current.json]) }
            heartbeat.keepAlive(call)
            built.bind(to: presented, requests)
        }
    }

    private func mayPresent(_ call: Call) -> Bool {
        let peer = call.connection.peer
        guard access.mayPresent(peer) else {
            call.fail(.permissionDenied)
            return false
        }
        let isAdministrator = access.role(of: peer) == .administrator
        switch screen.refusal(of: peer.uid, isAdministrator: isAdministrator) {
        case nil: return true
        case .full: refuse(call, because: nil)
        case .held(let user): refuse(call, because: user)
        }
        return false
    }

    private func update(_ call: Call) {
        guard scene(of: call) != nil else { return }
        plan(call) { plan in
            if let scene = scene(of: call) { update(scene, by: plan, for: call) }
        }
    }

    private func update(_ scene: PresentedScene, by plan: ScenePlan, for call: Call) {
        let changed = plan.requests
        let before = Dictionary(uniqueKeysWithValues: scene.requests.enumerated().map { ($1.id, $0) })
        let named = (call.parameters["remove"]?.arrayValue ?? []).compactMap(\.stringValue)
        if let unknown = named.first(where: { before[$0] == nil }) {
            return call.fail(SceneRefusal.badWidget(unknown, "no such widget"))
        }
        let removed = Set(named)
        if let twice = changed.first(where: { removed.contains($0.id) }) {
            return call.fail(SceneRefusal.badWidget(twice.id, "both changed and removed"))
        }
        if changed.isEmpty, removed.isEmpty { return call.reply() }
        // A widget named twice in one call would otherwise silently replace itself.
        let ids = Set(changed.map(\.id))
        if ids.count < changed.count { return call.fail(.invalidParameter("widgets", allowed: "each id once")) }
        var items = scene.requests.indices.map { index in
            SceneBuilder.Item(request: scene.requests[index], source: .kept(index))
        }
        // Callers that wait for a widget keep waiting when it only moves or changes its looks.
        var gone = removed
        for index in changed.indices {
            let item = SceneBuilder.Item(request: changed[index], source: .planned(plan.parts[index]))
            guard let place = before[changed[index].id] else {
                items.append(item)
                continue
            }
            if !scene.requests[place].hasSamePurpose(as: item.request) { gone.insert(item.request.id) }
            items[place] = item
        }
        if !removed.isEmpty { items.removeAll { removed.contains($0.request.id) } }
        switch builder.build(items, for: call.connection.peer, replacing: scene) {
        case .failure(let refusal): call.fail(refusal)
        case .success(let built):
            if PresentedScene.isProtected(built.scene), let user = screen.cover(of: scene) {
                return refuse(call, because: user)
            }
            screen.replace(scene, with: built.scene, built.texts, changed: ids.union(removed), gone: gone)
            scene.requests = items.map(\.request)
            scene.tellLayout()
            call.reply()
            built.bind(to: scene, requests)
        }
    }

    /// Reports that there are too many scenes, or that the screen belongs to another user; administrators learn to whom.
    private func refuse(_ call: Call, because user: UInt32?) {
        let isTold = access.role(of: call.connection.peer) == .administrator
        call.fail(
            VarlinkError(
                "io.touchd.scene.Busy",
                [
                    "reason": user == nil ? "scenes" : "screen",
                    "uid": isTold ? user.map { .integer(Int64($0)) } : nil,
                ]))
    }

    private func dismiss(_ call: Call) {
        let peer = call.connection.peer
        guard let scene = scene(of: call, orAny: access.role(of: peer) == .administrator) else { return }
        if scene.uid != peer.uid { log.notice("scene of uid \(scene.uid) dismissed by uid \(peer.uid)") }
        remove(scene)
        call.reply()
    }

    func remove(_ scene: PresentedScene) {
        screen.remove(scene)
        if scene.call.isOpen { scene.call.reply(["scene": .string(scene.id), "dismissed": true]) }
    }

    /// The scene that a call names, if it is the caller's or any may be; otherwise fails the call.
    private func scene(of call: Call, orAny isAny: Bool = false) -> PresentedScene? {
        let id = call.parameters["scene"]?.stringValue ?? ""
        if let scene = screen.scene(id, of: isAny ? nil : call.connection.peer.uid) { return scene }
        call.fail(VarlinkError("io.touchd.scene.NoSuchScene", ["scene": .string(id)]))
        return nil
    }

    /// Plans the widgets of a call, or fails it.
    private func plan(_ call: Call, then: @escaping (ScenePlan) -> Void) {
        let widgets = call.parameters["widgets"]?.arrayValue ?? []
        guard widgets.count <= Scene.maxWidgets else {
            return call.fail(SceneRefusal.refusal(.tooManyWidgets(count: widgets.count)))
        }
        plan(isLong: ScenePlan.isLong(widgets), { ScenePlan(widgets, for: $0) }, then: then)
    }
}
