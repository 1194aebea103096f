package import EventLoop
internal import StrictJSON
package import System
package import TouchCore
package import TouchModels
internal import TouchVault
internal import Varlink

/// The scenes on screen, newest on top: frames come in, events go out to the front ends.
package final class Screen {
    /// Maximum number of scenes, over all front ends: each is asked for every frame.
    static let maxScenes = 64
    /// How many of these are reserved for administrators, who may have to show what is wrong.
    static let reservedScenes = 4
    /// Maximum number of scenes per user.
    static let maxOfUser = 16

    /// Size of the view, in pixels; scenes on screen are laid out by who changes it.
    package var view: Size
    /// The calls that watch fingers.
    package let contacts: ContactWatch
    /// The fingers of the last seconds, except for secrets.
    package let ring: FrameRing
    private let unheard: UnheardLandings
    /// Its loop.
    package let loop: EventLoop
    /// The scenes on screen, the lowest first.
    package var presented: [PresentedScene] { scenes }
    /// Replaced as a whole, so that the compiler guards no access.
    private(set) var scenes: [PresentedScene] = []
    /// Below it, frames concern no scene.
    private var lowest = 0
    /// Which user keeps others off; maintained in another file.
    var hold = ScreenHold()
    /// The user whose scene was last presented or removed.
    private(set) var lastUser: UInt32?
    /// Reused for each frame; nil while in use, since a listener may call back.
    private var events: Events? = Events()
    private var timer: Timer?
    /// Called after the screen, or the calls waiting for it, have changed.
    var observers: [() -> Void] = []
    private let panels: Panels

    /// Makes an empty screen that wakes its models with a timer of the loop.
    package init(
        loop: EventLoop, view: Size, ring: FrameRing, panels: Panels, unheard: UnheardLandings
    ) throws(SystemError) {
        self.panels = panels
        self.loop = loop
        self.view = view
        self.ring = ring
        self.unheard = unheard
        contacts = unheard.contacts
        timer = try loop.timer { [unowned self] in tick() }
    }

    /// Whether a secret or a proof can be asked for on screen: fingers are not recorded then.
    var isProtected: Bool { scenes.contains(where: \.isProtected) }

    /// Number of scenes on screen.
    package var count: Int { scenes.count }

    /// The scene of that name, if `uid`, or any user if nil, presented it.
    package func scene(_ id: String, of uid: UInt32?) -> PresentedScene? {
        scenes.first { $0.id == id && (uid == nil || $0.uid == uid) }
    }

    /// Cancels the gestures of other users' fingers: they learn nothing about a panel with a secret on it.
    private func cancelOthers(than scene: PresentedScene) {
        for other in scenes where other.uid != scene.uid {
            collect(for: other, from: nil) { $0.scene.cancel(at: now, &$1) }
        }
    }

    /// Puts a scene on top.
    package func present(_ scene: PresentedScene) {
        if scene.isProtected { cancelOthers(than: scene) }
        scene.isShown = true
        lastUser = scene.uid
        scenes = scenes + [scene]
        tellCovers()
        tellContacts()
        arm()
        tellObservers()
    }

    /// The scene that gets all landings.
    package var top: PresentedScene? { scenes.last }

    /// Removes a scene: its gestures are cancelled, its listeners notified.
    package func remove(_ scene: PresentedScene) {
        guard scenes.contains(where: { $0 === scene }) else { return }
        collect(for: scene, from: nil) { $0.scene.cancel(at: now, &$1) }
        scenes = scenes.filter { $0 !== scene }
        scene.isShown = false
        lastUser = scene.uid
        tellCovers()
        tellContacts()
        for listener in scene.takeListeners() { listener.sceneGone() }
        arm()
        tellObservers()
    }

    /// Replaces the arrangement of a scene.
    ///
    /// - Parameters:
    ///   - presented: the scene.
    ///   - scene: its new arrangement; it already has the models of unchanged widgets.
    ///   - texts: what is sent about each widget, by its tag.
    ///   - changed: widgets whose gestures are cancelled.
    ///   - gone: widgets whose listeners are notified that no more gestures follow.
    package func replace(
        _ presented: PresentedScene, with scene: Scene, _ texts: [WidgetTexts], changed: Set<String>,
        gone: Set<String>
    ) {
        collect(for: presented, from: nil) { $0.scene.cancel(changed, at: now, &$1) }
        for listener in presented.takeListeners(of: gone) { listener.sceneGone() }
        let wasProtected = presented.isProtected
        let former = presented.replace(with: scene, texts)
        loop.onceLater { withExtendedLifetime(former) {} }
        if presented.isProtected, !wasProtected { cancelOthers(than: presented) }
        tellContacts()
        arm()
        tellObservers()
    }

    /// Handles a frame of a panel: the models' events are sent, then listeners are told of gestures that ended.
    func handle(_ frame: borrowing Frame) {
        contacts.handle(frame, ring)
        var own = events.take() ?? Events()
        // Those present now: at the end of a gesture, listeners may remove scenes, or add one that this frame does not
        // concern.
        let shown = scenes
        if shown.isEmpty { unheard.noteLandings(of: frame, .noScene) }
        var (earliest, hasToldEnds) = (nil as Instant?, false)
        var index = shown.count
        let lowest = min(lowest, shown.count - 1)
        while index > lowest, index > 0 {
            index -= 1
            let (scene, isTop) = (shown[index], index == shown.count - 1)
            guard scene.isShown else { continue }
            let deadline = scene.scene.handle(frame, takesLandings: isTop, &own)
            if let deadline { earliest = min(earliest ?? deadline, deadline) }
            if frame.hasLandings {
                if !scene.scene.landed.isEmpty { scene.noteLandings(from: frame.device) }
                if isTop, !scene.scene.unheard.isEmpty { note(scene.scene.unheard, of: frame) }
            }
            if own.isEmpty { continue }
            scene.send(own, from: own.has(.start) ? origin(of: frame) : nil)
            if own.has(.end) {
                prepare(own, of: scene)
                scene.tellListeners(own)
                judgeUnheard(own, of: scene)
                hasToldEnds = true
            }
            own.removeAll()
        }
        events = consume own
        if hasToldEnds { arm() } else { timer?.set(at: earliest) }
    }

    private func origin(of frame: borrowing Frame) -> GestureOrigin {
        GestureOrigin(device: frame.device, provenance: frame.provenance, isExclusive: panels.isHeld(frame.device))
    }

    /// Reports why the top scene ignored landings.
    private func note(_ landings: [(contact: Int, reason: Unheard)], of frame: borrowing Frame) {
        for landing in landings {
            let contact = frame.contacts[landing.contact]
            let isCovered =
                landing.reason == .noWidget
                && scenes.dropLast().contains { $0.scene.hasWidget(at: contact.position) }
            unheard.note(isCovered ? .covered : landing.reason, UnheardLandings.Landing(contact, of: frame))
        }
    }

    /// Cancels every gesture: the daemon stops or the seat sleeps.
    package func cancelAll() {
        for scene in scenes { collect(for: scene, from: nil) { $0.scene.cancel(at: now, &$1) } }
        arm()
    }

    /// Lets `body` call one model of a type or protocol; the resulting events are sent.
    @discardableResult
    package func withModel<Wanted, Answer>(
        at place: WidgetPlace, as: Wanted.Type, _ body: (inout Wanted, inout Events) -> Answer
    ) -> Answer? {
        guard let scene = scenes.first(where: { $0.id == place.scene }) else { return nil }
        var answer: Answer?
        collect(for: scene, from: nil) { answer = $0.scene.withModel(of: place.widget, as: Wanted.self, &$1, body) }
        arm()
        return answer
    }

    /// Shows the verdict on what was handed in, and reports it to the front end.
    ///
    /// - Parameters:
    ///   - reason: why it failed; nil if it passed.
    ///   - isReported: whether the front end gets an event `result`.
    ///   - wait: how long the panel has to wait now, if at all.
    ///   - time: when it was judged; nil: now.
    package func settle(
        _ place: WidgetPlace, passed: Bool, because reason: String? = nil, isReported: Bool = true,
        result: String? = nil, wait: Interval? = nil, at time: Instant? = nil
    ) {
        guard let scene = scenes.first(where: { $0.id == place.scene }) else { return }
        let time = time ?? now
        withModel(at: place, as: (any JudgedModel).self) { model, events in
            model.settle(passed: passed, at: time, &events)
        }
        guard isReported else { return }
        scene.sendResult(of: place.widget, passed: passed, reason: reason, result: result, wait: wait, at: time)
    }

    /// Unsubscribes `listener` from gestures.
    package func unbind(_ listener: any GestureListener) {
        for scene in scenes { scene.unbind(listener) }
        tellObservers()
    }

    /// The users who have a scene on screen.
    var users: Set<UInt32> { Set(scenes.map(\.uid)) }

    /// Reports to every front end why touches are ignored.
    func tell(_ pauses: Set<Pause>) {
        for scene in scenes { scene.call.replyContinuing(["paused": pauses.json]) }
    }

    /// Reports to every front end that the daemon stops.
    package func tellStopping() {
        for scene in scenes { scene.call.replyContinuing(["stopping": true]) }
    }

    /// Reports that the screen, or the calls waiting for it, have changed.
    package func tellObservers() {
        noteHold()
        for observer in observers { observer() }
    }

    private func tellCovers() {
        for scene in scenes { scene.tell(isCovered: scene !== top) }
    }

    private func tellContacts() {
        contacts.screenChanged(isGuarded: isProtected, at: now)
        if isProtected { ring.beginGap(at: now) }
    }

    private var now: Instant { loop.now }

    private func tick() {
        for scene in scenes { collect(for: scene, from: nil) { $0.scene.tick(at: now, &$1) } }
        arm()
    }

    /// Runs `body` with an empty buffer of its own, since a listener may get here while another buffer is in use.
    private func collect(
        for scene: PresentedScene, from origin: GestureOrigin?, _ body: (PresentedScene, inout Events) -> Void
    ) {
        var own = Events()
        body(scene, &own)
        scene.send(own, from: origin)
        prepare(own, of: scene)
        scene.tellListeners(own)
    }

    /// The random numbers from which models draw the places of their parts.
    var chance: Chance { Chance(UnguessableNumbers(), pixelsPerMillimeter: panels.pixelsPerMillimeter) }

    /// Lets models draw the next places of their parts after a gesture that ended.
    private func prepare(_ own: borrowing Events, of scene: PresentedScene) {
        var unsaid = Events()
        for event in own.list where event.role == .end {
            let widget = scene.scene.widgets[event.widget].id
            var chance = chance
            _ = scene.scene.withModel(of: widget, as: (any JudgedModel).self, &unsaid) { model, _ in
                model.prepare(by: &chance)
            }
        }
    }

    /// Refuses input that no listener waits for, so that its widget does not stay frozen.
    private func judgeUnheard(_ own: borrowing Events, of scene: PresentedScene) {
        for event in own.list where event.end == .handedIn {
            let widget = scene.scene.widgets[event.widget].id
            guard !scene.isHeard(widget) else { continue }
            let place = WidgetPlace(scene: scene.id, widget: widget)
            let isWaiting = withModel(at: place, as: (any JudgedModel).self) { model, _ in model.isWaiting }
            guard isWaiting == true else { continue }
            settle(place, passed: false, because: "no_attempt")
        }
    }

    private func arm() {
        var earliest: Instant?
        lowest = scenes.count
        for index in scenes.indices.reversed() where !scenes[index].scene.isIdle {
            lowest = index
            guard let deadline = scenes[index].scene.nextDeadline else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        timer?.set(at: earliest)
    }
}
