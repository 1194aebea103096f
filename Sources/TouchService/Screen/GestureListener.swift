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
struct GestureEnd {
    /// What remains to be done.
    let kind: Events.End
    /// The event as front ends receive it.
    let name: String

    init(_ event: Events.Event) { (kind, name) = (event.end, event.name) }
}

/// A listener to the gestures of one widget: an unlock, an enrollment, a challenge.
protocol GestureListener: AnyObject {
    /// A gesture on the widget is over.
    ///
    /// - Parameters:
    ///   - end: how it ended.
    ///   - place: the widget.
    ///   - origin: the panel on which it began.
    ///   - time: when it ended, by the kernel's timestamp.
    func gestureEnded(_ end: GestureEnd, at place: WidgetPlace, from origin: GestureOrigin, time: Instant)

    /// The scene was dismissed or its front end is gone; the widget has no further gestures.
    func sceneGone()
}
