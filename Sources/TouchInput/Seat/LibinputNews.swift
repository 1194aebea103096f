/// libinput's own reports, before any repair, as shown by its tool debug-events.
package enum LibinputNews {
    case added(Appearance)
    case removed(Appearance)
    /// A finger of the device with that sysname changed, or a frame of it ended.
    case touch(Touch, of: String)

    /// A device as libinput sees it.
    package struct Appearance {
        /// Name of its node in sysfs, such as `event3`.
        package var sysname: String
        /// As the kernel reports it.
        package var name: String
        /// Physical seat, such as `seat0`.
        package var seat: String
        /// Logical seat, such as `default`.
        package var logicalSeat: String
        /// Equal for devices of one piece of hardware, counted from 1.
        package var group: Int
        /// One letter for each capability, `t` for touch.
        package var capabilities: String
        /// Width and height in millimeters.
        package var size: (width: Double, height: Double)?
        /// Number of fingers it can tell apart; 0 if unknown.
        package var touchCount: Int
        /// Whether libinput can transform its positions.
        package var hasCalibration: Bool
    }

    /// What happened to a finger.
    package struct Touch {
        /// The kind of libinput's touch event.
        package enum Kind: String {
            case down, motion, up, cancel, frame
        }

        /// The kind of event.
        package let kind: Kind
        /// Microseconds since the start.
        package let time: Int64
        /// Slot and seat slot; nil for the end of a frame.
        package var slots: (slot: Int32, seat: Int32)?
        /// Place in percent and in millimeters, for landings and movements.
        package var place: (percent: (x: Double, y: Double), millimeters: (x: Double, y: Double))?
    }
}
