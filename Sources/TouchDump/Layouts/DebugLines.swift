import Glibc
import TouchCore
import TouchDevice
import TouchInput
import RecordingWriters

/// The lines of `libinput debug-events` 1.22.
struct DebugLines {
    private var lastDevice: String?

    static func text(of devices: [DeviceRecording]) -> String {
        var lines = DebugLines()
        var text = ""
        RecordedReports.play(devices) { text += lines.line($0) }
        return text
    }

    mutating func line(_ news: LibinputNews) -> String {
        switch news {
        case .added(let device): line("DEVICE_ADDED", device)
        case .removed(let device): line("DEVICE_REMOVED", device)
        case .touch(let touch, let sysname): line(touch, of: sysname)
        }
    }

    private mutating func line(_ type: String, _ device: LibinputNews.Appearance) -> String {
        var text = header(type, device.sysname)
        text +=
            "\(device.name.onOneLine.padded(to: 33)) \(device.seat.filled(to: 5)) \(device.logicalSeat.filled(to: 7)) "
        text += "group\(String(device.group).padded(to: 2)) cap:\(device.capabilities)"
        if let size = device.size {
            text += "  size \(TextLayout.fixed(size.width, 0))x\(TextLayout.fixed(size.height, 0))mm"
        }
        if device.capabilities.contains("t") { text += " ntouches \(device.touchCount)" }
        return text + (device.hasCalibration ? " calib\n" : "\n")
    }

    private mutating func line(_ touch: LibinputNews.Touch, of sysname: String) -> String {
        let milliseconds = touch.time >= 0 ? touch.time / 1000 : (touch.time - 999) / 1000
        let seconds = TextLayout.fixed(Double(milliseconds) / 1000, 3)
        var text = header("TOUCH_" + touch.kind.rawValue.uppercased(), sysname)
        text += (milliseconds < 0 ? "" : "+") + seconds + "s\t"
        if let slots = touch.slots { text += "\(slots.slot) (\(slots.seat))" }
        if let (percent, millimeters) = touch.place {
            text += " \(Self.number(percent.x))/\(Self.number(percent.y))"
            text += " (\(Self.number(millimeters.x))/\(Self.number(millimeters.y))mm)"
        }
        return text + "\n"
    }

    private mutating func header(_ type: String, _ sysname: String) -> String {
        defer { lastDevice = sysname }
        return "\(lastDevice == sysname ? " " : "-")\(sysname.padded(to: 7))  \(type.padded(to: 23)) "
    }

    /// Rounds like printf: halves go to the even digit.
    private static func number(_ value: Double) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            let count = unsafe withVaList([value]) { unsafe vsnprintf(start, buffer.count, "%5.2f", $0) }
            return count < 0 ? "" : unsafe String(cString: start)
        }
    }
}
