internal import TouchCore
internal import TouchModels

/// The panel that a gesture was made on.
struct GestureOrigin: Hashable {
    let device: DeviceID
    let provenance: Provenance
    /// Whether no other program got the touches of the panel when the gesture began.
    var isExclusive = false
    /// Whether fingers of another panel joined in, by taps: then it was made on none that anything can be said of.
    var isMixed = false
}

/// One widget of one scene on screen.
struct WidgetPlace: Hashable {
    let scene: String
    let widget: String
}

/// How a gesture ended.
struct GestureEnd {
    /// What is left to be done.
    let kind: Events.End
    /// The event as front ends receive it.
    let name: String

    init(_ event: Events.Event) { (kind, name) = (event.end, event.name) }
}

/// Something that waits for the gestures of one widget: an unlock, an enrollment, a challenge.
protocol GestureListener: AnyObject {
    /// A gesture on the widget is over.
    ///
    /// - Parameters:
    ///   - end: how.
    ///   - place: the widget.
    ///   - origin: the panel it began on.
    ///   - time: when it ended, by the stamp of the kernel.
    func gestureEnded(_ end: GestureEnd, at place: WidgetPlace, from origin: GestureOrigin, time: Instant)

    /// The scene was dismissed or its front end is gone; the widget will say nothing more.
    func sceneGone()
}
