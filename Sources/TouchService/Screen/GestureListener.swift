internal import TouchCore

/// The panel that a gesture was made on.
struct GestureOrigin: Hashable {
    let device: DeviceID
    let provenance: Provenance
    /// Whether no other program got the touches of the panel when the gesture began.
    var isExclusive = false
}

/// One widget of one scene on screen.
struct WidgetPlace: Hashable {
    let scene: String
    let widget: String
}

/// Something that waits for the gestures of one widget: an unlock, an enrollment, a challenge.
protocol GestureListener: AnyObject {
    /// A gesture on the widget is over.
    ///
    /// - Parameters:
    ///   - name: the event that ended it.
    ///   - place: the widget.
    ///   - origin: the panel it began on.
    ///   - time: when it ended, by the stamp of the kernel.
    func gestureEnded(_ name: String, at place: WidgetPlace, from origin: GestureOrigin, time: Instant)

    /// The scene was dismissed or its front end is gone; the widget will say nothing more.
    func sceneGone()
}
