import Glibc
import TestSupport
import Testing
import TouchDevice
import TouchRecording

extension Corpus {
    static let recordings = files.filter { !$0.hasSuffix(".desc") }

    static let descriptions = files.filter { !$0.hasSuffix(".events") }.map(path)

    /// The path of the file that describes the panel of a recording: itself, or the one with the same prefix.
    static func description(of recording: String) -> String {
        guard recording.hasSuffix(".events") else { return path(of: recording) }
        let panel = recording.split(separator: ".")[0]
        return path(of: "\(panel).desc")
    }
}

/// The udev properties for a panel that udev misclassifies: the lines of the package's own example; empty for a panel
/// that udev classifies as a touchscreen.
enum Remedy {
    private static let example = Fixtures.package + "/udev/61-touchd-example.hwdb"

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

extension Trait where Self == ConditionTrait {
    static var needsRoot: Self { .enabled(if: geteuid() == 0, "skipped: only root can connect as another user") }

    /// Skips if mount namespaces are unavailable (CAP_SYS_ADMIN).
    static var mayMount: Self {
        let status = String(decoding: (try? TemporaryFolder.bytes(of: "/proc/self/status")) ?? [], as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        let rights = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
        return .enabled(if: rights & 1 << 21 != 0, "skipped: only root with mounts of its own can try this")
    }
}
