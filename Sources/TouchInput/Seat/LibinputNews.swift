/// libinput's own reports, before any repair, as shown by its tool debug-events.
package enum LibinputNews {
    case added(Appearance)
    case removed(Appearance)
    /// A finger of the device with that sysname changed, or a frame of it ended.
    case touch(Touch, of: String)

    /// A device as libinput sees it.
    package struct Appearance {
        package var sysname: String
        package var name: String
        package var seat: String
        package var logicalSeat: String
        /// Equal for devices of one piece of hardware, counted from 1.
        package var group: Int
        /// One letter for each capability, `t` for touch.
        package var capabilities: String
        /// Width and height in millimeters.
        package var size: (width: Double, height: Double)?
        package var touchCount: Int
        package var hasCalibration: Bool
    }

    /// What happened to a finger.
    package struct Touch {
        package enum Kind {
            case down, motion, up, cancel, frame
        }

        package let kind: Kind
        /// Microseconds since the start.
        package let time: Int64
        /// Slot and seat slot; nil for the end of a frame.
        package var slots: (slot: Int32, seat: Int32)?
        /// Place in percent and in millimeters, for landings and movements.
        package var place: (percent: (x: Double, y: Double), millimeters: (x: Double, y: Double))?
    }
}
