internal import EventLoop

/// Whose the screen is.
extension Screen {
    /// Why a user may not put a scene on top.
    enum Refusal {
        /// A secret or proof is asked for on that user's scene.
        case held(by: UInt32)
        /// There are too many scenes, of the user or in all.
        case full
    }

    /// Why a user may not put a scene on top now; nil: it may.
    func refusal(of uid: UInt32, isAdministrator: Bool) -> Refusal? {
        if let holder = hold.holder(but: uid, now: loop.now) { return .held(by: holder) }
        if isAdministrator { return scenes.count < Self.maxScenes ? nil : .full }
        let isFull =
            scenes.count >= Self.maxScenes - Self.reservedScenes
            || scenes.count { $0.uid == uid } >= Self.maxOfUser
        return isFull ? .full : nil
    }

    /// Whether a scene keeps other users' off the screen.
    func isGuarding(_ scene: PresentedScene) -> Bool {
        scene.isProtected && hold.isHeld(by: scene.uid, now: loop.now)
    }

    /// The scene that does, the newest of several.
    var guarding: PresentedScene? { scenes.last(where: isGuarding) }

    /// Subscribes `listener` to the gestures of a widget, and keeps others off the screen meanwhile.
    ///
    /// - Returns: false if there is another listener.
    func bind(_ listener: any GestureListener, to widget: String, of scene: PresentedScene) -> Bool {
        guard scene.bind(listener, to: widget) else { return false }
        noteHold()
        return true
    }

    /// The other user who has a scene above, and would get the fingers of whoever is asked for a secret or proof on it.
    func cover(of scene: PresentedScene) -> UInt32? {
        scenes.drop { $0 !== scene }.last { $0.uid != scene.uid }?.uid
    }

    /// Who shows what, or who waits, may have changed.
    func noteHold() {
        var awaited: [UInt32: Bool] = [:]
        for scene in scenes where scene.isProtected {
            awaited[scene.uid] = awaited[scene.uid] == true || scene.isAwaited
        }
        hold.note(awaited, now: loop.now)
    }
}
