internal import TouchCore
internal import TouchModels

/// The panel that a gesture was made on.
struct GestureOrigin: Hashable {
    let device: DeviceID
    let provenance: Provenance
    /// Whether the panel was grabbed when the gesture began, so that no other program got its touches.
    var isExclusive = false
    /// Whether fingers on another panel took part, by taps: then nothing can be said about the panel.
    var isMixed = false
}

/// One widget of one scene on screen.
struct WidgetPlace: Hashable {
    let scene: String
    let widget: String
}

/// How a gesture ended.
enum GestureEnd {
    /// Something waits to be judged.
    case handedIn(HandedIn)
    /// The model refused it, by that event.
    case refused(String)
    /// Nothing remains to be done.
    case over
}

/// A listener to the gestures of one widget: an unlock, an enrollment, a challenge.
protocol GestureListener: AnyObject {
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
