internal import EventLoop
internal import System

/// Which user holds the screen.
extension Screen {
    /// Why a user may not put a scene on top.
    package enum Refusal {
        /// A secret or proof is asked for on that user's scene.
        case held(by: UInt32)
        /// There are too many scenes, of the user or in total.
        case full
    }

    /// Why a user may not put a scene on top now; nil if the user may.
    package func refusal(of uid: UInt32, isAdministrator: Bool) -> Refusal? {
        if let holder = hold.holder(but: uid, now: loop.now) { return .held(by: holder) }
        if isAdministrator { return scenes.count < Self.maxScenes ? nil : .full }
        let isFull =
            scenes.count >= Self.maxScenes - Self.reservedScenes
            || scenes.count { $0.uid == uid } >= Self.maxOfUser
        return isFull ? .full : nil
    }

    /// Whether a scene keeps other users' off the screen.
    package func isGuarding(_ scene: PresentedScene) -> Bool {
        scene.isProtected && hold.isHeld(by: scene.uid, now: loop.now)
    }

    /// The scene that keeps them off, the newest of several.
    package var guarding: PresentedScene? { scenes.last(where: isGuarding) }

    /// Subscribes `listener` to the gestures of a widget, and keeps other users off the screen until it ends.
    ///
    /// - Returns: false if there is another listener.
    package func bind(_ listener: any GestureListener, to widget: String, of scene: PresentedScene) -> Bool {
        guard scene.bind(listener, to: widget) else { return false }
        noteHold()
        return true
    }

    /// Another user whose scene is above and would get the fingers of the person asked for a secret or proof.
    package func cover(of scene: PresentedScene) -> UInt32? {
        scenes.drop { $0 !== scene }.last { $0.uid != scene.uid }?.uid
    }

    /// The scenes on screen, or the calls waiting for them, may have changed.
    func noteHold() {
        var awaited: [UInt32: Bool] = [:]
        for scene in scenes where scene.isProtected {
            awaited[scene.uid] = awaited[scene.uid] == true || scene.isAwaited
        }
        hold.note(awaited, now: loop.now)
    }
}
