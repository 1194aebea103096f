import TestSupport
import TouchDevice
import TouchRecording

/// The udev properties for a panel that udev misclassifies: the lines of the package's own example; empty for a panel
/// that udev classifies as a touchscreen.
enum Remedy {
    private static let example =
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/udev/61-touchd-example.hwdb"

    /// The properties, `NAME=VALUE`, of the panel that a file describes.
    static func properties(of description: String) throws -> [String] {
        guard let device = RecordingFile(reading: try TemporaryFolder.bytes(of: description)).device,
            DeviceKind(device).role != .touchscreen
        else { return [] }
        let lines = String(decoding: try TemporaryFolder.bytes(of: example), as: UTF8.self).split(separator: "\n")
        let match = "id-input:modalias:input:\(modalias(of: device))*"
        let rest = lines.drop { $0 != match }.dropFirst()
        return rest.prefix { $0.hasPrefix(" ") }.map { String($0.dropFirst()) }
    }

    private static func modalias(of device: DeviceDescription) -> String {
        func hex(_ number: UInt16) -> String {
            let digits = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "b\(hex(device.numbers.bus))v\(hex(device.numbers.vendor))p\(hex(device.numbers.product))"
    }
}
