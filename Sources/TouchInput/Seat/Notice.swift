public import TouchCore

/// Something a person who looks after the machine may want to read.
public struct Notice: Hashable, Sendable {
    /// What it is about; stable, for filters and tests.
    public var code: Code
    /// How much it matters.
    public var priority: Priority
    /// The panel it is about, if there is one.
    public var device: DeviceID?
    /// One line, without a full stop or a line end.
    public var text: String

    /// Makes a notice.
    public init(_ code: Code, _ priority: Priority, device: DeviceID? = nil, text: String) {
        (self.code, self.priority, self.device, self.text) = (code, priority, device, text)
    }

    /// What a notice is about.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A message of libinput, passed on.
        case libinput
        /// A touchscreen's node may not be opened.
        case permissionDenied = "permission-denied"
        /// A touchscreen's node could not be opened for another reason.
        case cannotOpen = "cannot-open"
        /// The seat has no touchscreen that can be used.
        case noTouchDevice = "no-touch-device"
        /// A device is not a touchscreen and stays closed.
        case ignoredDevice = "ignored-device"
        /// A panel whose axes say nothing.
        case brokenAxes = "broken-axes"
        /// A calibration that maps places onto each other or is not made of numbers.
        case brokenCalibration = "broken-calibration"
        /// A panel reports places outside its own axes; said once per panel.
        case offPanel = "off-panel"
        /// The kernel dropped reports of a panel; its contacts were cancelled.
        case eventsLost = "events-lost"
        /// A touchd holds a panel for itself, or has given it back.
        case held
        /// A panel puts another finger into a slot without lifting the one before; said once per panel.
        case replacedFinger = "replaced-finger"
        /// The kernel took the node of a panel away that is plugged in; its contacts were cancelled.
        case lostNode = "node-lost"
        /// libinput reads a panel in a way that touchd cannot follow; said once.
        case notHeard = "not-heard"
    }

    /// How much a notice matters, as in syslog.
    public enum Priority: UInt8, Hashable, Comparable, Sendable, CaseIterable {
        /// Something does not work.
        case error = 3
        /// Something is not as it should be.
        case warning = 4
        /// Something happened.
        case info = 6
        /// For those who look closely.
        case debug = 7

        /// Orders by weight, the heaviest first.
        public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
    }
}
