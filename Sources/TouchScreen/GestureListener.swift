package import TouchCore
package import TouchModels

/// The panel that a gesture was made on.
package struct GestureOrigin: Hashable {
    /// The panel; plugged in again, it is another.
    package let device: DeviceID
    /// What the panel was when it was plugged in.
    package let provenance: Provenance
    /// Whether the panel was grabbed when the gesture began, so that no other program got its touches.
    package var isExclusive = false
    /// Whether fingers on another panel took part, by taps: then nothing can be said about the panel.
    var isMixed = false
}

/// One widget of one scene on screen.
package struct WidgetPlace: Hashable {
    /// Name of the scene.
    package let scene: String
    /// Id of the widget, as its front end gave it.
    package let widget: String

    /// The place of that widget; it may be gone.
    package init(scene: String, widget: String) { (self.scene, self.widget) = (scene, widget) }
}

/// How a gesture ended.
package enum GestureEnd {
    /// Something waits to be judged.
    case handedIn(HandedIn)
    /// The model refused it, by that event.
    case refused(String)
    /// Nothing remains to be done.
    case over
}

/// A listener to the gestures of one widget: an unlock, an enrollment, a challenge.
package protocol GestureListener: AnyObject {
    /// A gesture on the widget is over.
    ///
    /// - Parameters:
    ///   - end: how it ended.
    ///   - origin: the panel on which it began.
    ///   - time: when it ended, by the kernel's timestamp.
    func gestureEnded(_ end: GestureEnd, from origin: GestureOrigin, time: Instant)

    /// The scene was dismissed or its front end is gone; the widget has no further gestures.
    func sceneGone()
}
