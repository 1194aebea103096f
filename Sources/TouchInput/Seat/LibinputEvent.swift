import CLibinput
import TouchCore

/// One event of libinput, destroyed with this value.
@safe struct LibinputEvent: ~Copyable {
    private let event: OpaquePointer

    init(_ event: OpaquePointer) {
        unsafe self.event = event
    }

    deinit { unsafe libinput_event_destroy(event) }

    enum Kind {
        case added, removed
        case touch(LibinputNews.Touch.Kind)
        case other
    }

    var kind: Kind {
        switch unsafe libinput_event_get_type(event) {
        case LIBINPUT_EVENT_DEVICE_ADDED: .added
        case LIBINPUT_EVENT_DEVICE_REMOVED: .removed
        case LIBINPUT_EVENT_TOUCH_DOWN: .touch(.down)
        case LIBINPUT_EVENT_TOUCH_MOTION: .touch(.motion)
        case LIBINPUT_EVENT_TOUCH_UP: .touch(.up)
        case LIBINPUT_EVENT_TOUCH_CANCEL: .touch(.cancel)
        case LIBINPUT_EVENT_TOUCH_FRAME: .touch(.frame)
        default: .other
        }
    }

    var device: InputDevice? { unsafe libinput_event_get_device(event).map { unsafe InputDevice($0) } }

    var time: Instant {
        Instant(microseconds: Int64(clamping: unsafe libinput_event_touch_get_time_usec(touch)))
    }

    var slots: (slot: Int32, seat: Int32) {
        unsafe (libinput_event_touch_get_slot(touch), libinput_event_touch_get_seat_slot(touch))
    }

    /// The place of a touch according to libinput: in percent of the units and in its millimeters.
    var place: (percent: (x: Double, y: Double), millimeters: (x: Double, y: Double)) {
        unsafe (
            (libinput_event_touch_get_x_transformed(touch, 100), libinput_event_touch_get_y_transformed(touch, 100)),
            (libinput_event_touch_get_x(touch), libinput_event_touch_get_y(touch))
        )
    }

    private var touch: OpaquePointer? { unsafe libinput_event_get_touch_event(event) }
}
