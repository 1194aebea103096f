public import TouchCore

/// A message for the administrator of the machine.
public struct Notice: Hashable, Sendable {
    /// Its subject; stable, for filters and tests.
    public var code: Code
    /// Its severity.
    public var priority: Priority
    /// The panel it concerns, if any.
    public var device: DeviceID?
    /// One line, without a full stop or a line end.
    public var text: String

    /// Makes a notice.
    public init(_ code: Code, _ priority: Priority, device: DeviceID? = nil, text: String) {
        (self.code, self.priority, self.device, self.text) = (code, priority, device, text)
    }

    /// The subject of a notice.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case libinput
        /// A touchscreen's node may not be opened.
        case permissionDenied = "permission-denied"
        /// A touchscreen's node could not be opened for another reason.
        case cannotOpen = "cannot-open"
        /// The seat has no touchscreen that can be used.
        case noTouchDevice = "no-touch-device"
        /// A device is not a touchscreen and stays closed.
        case ignoredDevice = "ignored-device"
        /// A panel has an axis without a range.
        case brokenAxes = "broken-axes"
        /// A calibration is not invertible or not finite.
        case brokenCalibration = "broken-calibration"
        /// A panel claims a size that no panel has, so it counts as one without a size.
        case impossibleSize = "impossible-size"
        /// A panel reports places outside its own axes; reported once per panel.
        case offPanel = "off-panel"
        /// The kernel dropped reports of a panel; its contacts were cancelled.
        case eventsLost = "events-lost"
        /// A finger lifted without a report; its contact was cancelled.
        case missedLift = "missed-lift"
        /// A touchd has grabbed or released a panel.
        case held
        /// A panel puts another finger into a slot without lifting the previous one; reported once per panel.
        case replacedFinger = "replaced-finger"
        /// A panel did not end contacts although nothing touches it; they were cancelled.
        case stuckContact = "stuck-contact"
        /// The kernel revoked the node of a panel that is plugged in; its contacts were cancelled.
        case lostNode = "node-lost"
        /// libinput reads a panel in a way that touchd cannot follow; reported once.
        case notHeard = "not-heard"
    }

    /// The severity of a notice, as in syslog.
    public enum Priority: UInt8, Hashable, Comparable, Sendable, CaseIterable {
        case error = 3
        case warning = 4
        case info = 6
        case debug = 7

        /// Orders by severity, most severe first.
        public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
    }
}
