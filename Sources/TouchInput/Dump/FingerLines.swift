public import TouchCore

/// The lines of `touchd --dump=json`, for what keeps fingers and prints them later; recordings are read from them.
public enum FingerLines {
    /// The line of a panel.
    public static func line(of device: Device) -> String { JSONLayout().device(device) }

    /// The line of a frame.
    ///
    /// - Parameter frame: its positions are percent of the panel's axes.
    public static func line(of frame: borrowing Frame) -> String { JSONLayout.line(of: frame) }
}
