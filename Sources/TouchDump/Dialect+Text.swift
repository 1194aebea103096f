import TouchCore
public import TouchDevice
import TouchInput
public import TouchRecording

extension Dialect {
    /// A whole recording in this form.
    public func text(of devices: [DeviceRecording]) -> String {
        if var writer { return writer.write(devices) }
        switch self {
        case .debugEvents: return DebugLines.text(of: devices)
        case .text, .json, .evemu, .record, .evtest:
            let text = DumpedText()
            let printer = DumpPrinter(
                layout: TextLayout(isPercent: true), isVerbose: false, output: { text.lines += $0 }, errors: { _ in })
            let view = PanelView(view: Size(width: 100, height: 100))
            let seat = RecordedSeat(devices, view: { _ in view }, sink: printer)
            printer.beginTouches()
            seat.play(devices)
            return withExtendedLifetime(printer) { text.lines }
        }
    }
}

private final class DumpedText {
    var lines = ""
}
