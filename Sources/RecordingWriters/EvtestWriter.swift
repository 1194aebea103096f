import CLibevdev
import TouchDevice

/// Writes the lines of evtest 1.35, one device after another, each before its first event.
///
/// evtest shows one device per run and has no field for its node, which goes into a comment line that starts with `#`.
/// So does the value of a synchronization event unless it is 0, in the line before. Timestamps stay on the recording's clock;
/// evtest's own are wall-clock times.
struct EvtestWriter: RecordingWriter {
    private var last = 0
    private var headers: [String] = []

    mutating func begin(_ devices: [DeviceRecording]) -> String {
        headers = devices.map(Self.lines)
        return headers.first ?? ""
    }

    /// Writes events, preceded by the device if the last ones were from another.
    mutating func write(_ frame: ArraySlice<InputEvent>, of device: Int) -> String {
        let header = device == last ? "" : headers[device]
        last = device
        return header + frame.map(Self.line).joined()
    }

    private static func line(of event: InputEvent) -> String {
        let (seconds, fraction) = max(0, event.microseconds).quotientAndRemainder(dividingBy: 1_000_000)
        let remark = event.type == InputCode.synchronization && event.value != 0 ? "# Value: \(event.value)\n" : ""
        let start = remark + "Event: time \(seconds).\(String(fraction).filled(to: 6, with: "0")), "
        let name = CodeNames.code(event.code, of: event.type) ?? "?"
        if event.type == InputCode.synchronization {
            switch Int32(event.code) {
            case SYN_MT_REPORT: return start + "++++++++++++++ \(name) ++++++++++++\n"
            case SYN_DROPPED: return start + ">>>>>>>>>>>>>> \(name) <<<<<<<<<<<<\n"
            default: return start + "-------------- \(name) ------------\n"
            }
        }
        let isScan = event.type == EV_MSC && (event.code == MSC_RAW || event.code == MSC_SCAN)
        let value =
            isScan ? String(UInt32(bitPattern: event.value), radix: 16).filled(to: 2, with: "0") : "\(event.value)"
        return start + "type \(event.type) (\(CodeNames.type(event.type) ?? "?")), "
            + "code \(event.code) (\(name)), value \(value)\n"
    }

    private static func lines(of device: DeviceRecording) -> String {
        let description = device.description ?? DeviceDescription()
        let numbers = description.numbers
        var text = device.node.map { "# Node: \($0.withoutControls)\n" } ?? ""
        for property in device.udev { text += "# Property: \("\(property.name)=\(property.value)".withoutControls)\n" }
        text += "Input driver version is 1.0.1\n"
        text += "Input device ID: bus 0x\(numbers.bus.hexadecimal(1)) vendor 0x\(numbers.vendor.hexadecimal(1)) "
        text += "product 0x\(numbers.product.hexadecimal(1)) version 0x\(numbers.version.hexadecimal(1))\n"
        text += "Input device name: \"\(description.name.withoutControls)\"\nSupported events:\n"
        text += "  Event type 0 (EV_SYN)\n"
        for (type, codes) in description.codes.sorted(by: { $0.key < $1.key }) where type > 0 {
            text += "  Event type \(type) (\(CodeNames.type(type) ?? "?"))\n"
            for code in codes.sorted() {
                text += "    Event code \(code) (\(CodeNames.code(code, of: type) ?? "?"))"
                text += state(of: code, type: type, description).map { " state \($0)\n" } ?? "\n"
                guard type == InputCode.absolute, let axis = description.axes[code] else { continue }
                text += lines(of: axis)
            }
        }
        text += "Properties:\n"
        for property in description.properties.sorted() {
            text += "  Property type \(property) (\(CodeNames.property(property) ?? "?"))\n"
        }
        return text + "Testing ... (interrupt to exit)\n"
    }

    private static func lines(of axis: Axis) -> String {
        func line(_ label: String, _ value: Int32) -> String { "      \(label) \(String(value).filled(to: 6))\n" }
        let optional = [("Fuzz ", axis.fuzz), ("Flat ", axis.flat), ("Resolution ", axis.resolution)]
        return line("Value", 0) + line("Min  ", axis.minimum) + line("Max  ", axis.maximum)
            + optional.map { $1 == 0 ? "" : line($0, $1) }.joined()
    }

    private static func state(of code: UInt16, type: UInt16, _ description: DeviceDescription) -> Int32? {
        switch Int32(type) {
        case EV_LED: description.lights[code]
        case EV_SW: description.switches[code]
        default: nil
        }
    }
}
