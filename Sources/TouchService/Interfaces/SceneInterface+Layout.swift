internal import EventLoop
internal import TouchCore
internal import TouchScreen
internal import Varlink

/// Scenes are planned on a thread, and scenes on screen are laid out again one in each round of the loop: touches are
/// handled meanwhile.
extension SceneInterface {
    private enum Fate {
        case madeAgain, kept, dropped
    }

    /// How often a scene may change while it is planned; then it is planned on the loop.
    private static let maxPlans = 3

    /// Plans widgets, on a thread if that takes long: the view may change meanwhile.
    func plan(
        isLong: Bool, in view: Size? = nil, _ make: @escaping @Sendable (ScenePlan.Circumstances) -> ScenePlan,
        then: @escaping (ScenePlan) -> Void
    ) {
        let circumstances = builder.circumstances(in: view)
        guard isLong else { return then(make(circumstances)) }
        aside.run {
            make(circumstances)
        } finish: { plan in
            let present = builder.circumstances(in: view)
            then(present == circumstances ? plan : ScenePlan(plan.requests, for: present))
            // Freeing a plan, and the call it was made for, takes as long as the rest.
            loop.onceLater { withExtendedLifetime((then, plan)) {} }
        }
    }

    /// Applies a changed configuration: users who may no longer present lose the screen, secrets follow the new policy.
    func review(then done: @escaping () -> Void) {
        for scene in screen.presented where !access.mayPresent(scene.call.connection.peer) { remove(scene) }
        requests.dropListeners { [access] in !access.mayPresent($0) }
        let scenes = screen.presented.reversed().filter(\.takesSecrets).map(\.id)
        layOut(scenes[...], of: { $0.takesSecret($1.id) ? .madeAgain : .kept }, then: done)
    }

    /// Lays out every scene in another view; widgets that no longer fit are removed.
    ///
    /// - Parameter begin: is called in the round that lays out the scene on top, which gets all landings.
    func changeView(
        to view: Size, plans: Int = 1, begin: @escaping () -> Void, then done: @escaping () -> Void
    ) {
        let fate = { (_: PresentedScene, request: WidgetRequest) in request.fits(into: view) ? Fate.madeAgain : .dropped
        }
        let top = screen.top
        plan(top, in: view, of: fate, isLast: plans == Self.maxPlans) { layOut in
            guard let layOut, top === screen.top else {
                return changeView(to: view, plans: plans + 1, begin: begin, then: done)
            }
            begin()
            screen.view = view
            layOut()
            let others = screen.presented.reversed().filter { $0 !== top }.map(\.id)
            loop.onceLater { self.layOut(others[...], of: fate, then: done) }
        }
    }

    private func layOut(
        _ scenes: ArraySlice<String>, of fate: @escaping (PresentedScene, WidgetRequest) -> Fate, plans: Int = 1,
        then done: @escaping () -> Void
    ) {
        guard let id = scenes.first else { return done() }
        let scene = screen.scene(id, of: nil)
        plan(scene, in: nil, of: fate, isLast: plans == Self.maxPlans) { layOut in
            layOut?()
            let (rest, plans) = layOut == nil ? (scenes, plans + 1) : (scenes.dropFirst(), 1)
            loop.onceLater { self.layOut(rest, of: fate, plans: plans, then: done) }
        }
    }

    /// Plans a scene on screen; `then` gets nil if it has changed meanwhile, and is to be planned again.
    private func plan(
        _ scene: PresentedScene?, in view: Size?, of fate: (PresentedScene, WidgetRequest) -> Fate, isLast: Bool,
        then: @escaping (_ layOut: (() -> Void)?) -> Void
    ) {
        guard let scene else { return then {} }
        let (requests, arrangement) = (scene.requests, scene.arrangement)
        let fates = requests.map { fate(scene, $0) }
        let again = zip(requests, fates).filter { $1 == .madeAgain }.map(\.0)
        plan(isLong: !isLast && ScenePlan.isLong(again), in: view) {
            ScenePlan(again, for: $0)
        } then: { plan in
            then(arrangement == scene.arrangement ? { self.layOut(scene, by: plan, fates) } : nil)
        }
    }

    private func layOut(_ scene: PresentedScene, by plan: ScenePlan, _ fates: [Fate]) {
        guard screen.presented.contains(where: { $0 === scene }) else { return }
        var parts = plan.parts.makeIterator()
        var items: [SceneBuilder.Item] = []
        var (changed, dropped) = (Set<String>(minimumCapacity: fates.count), [String]())
        for (index, (request, fate)) in zip(scene.requests, fates).enumerated() {
            if fate != .kept { changed.insert(request.id) }
            switch fate {
            case .madeAgain:
                if let part = parts.next() { items.append(.init(request: request, source: .planned(part))) }
            case .kept: items.append(.init(request: request, source: .kept(index)))
            case .dropped: dropped.append(request.id)
            }
        }
        switch builder.build(items, for: scene.call.connection.peer, replacing: scene) {
        case .success(let built):
            screen.replace(scene, with: built.scene, built.texts, changed: changed, gone: Set(dropped))
            scene.requests = items.map(\.request)
            scene.tellLayout(dropped: dropped)
        case .failure(let error):
            log.warning("scene removed: it cannot be laid out again: \(error)")
            remove(scene)
        }
    }
}
