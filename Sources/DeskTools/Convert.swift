import Arguments
import RecordingWriters
import TouchDevice
import TouchDump
import TouchRecording

extension ToolsProgram {
    /// Converts a recording, all of it or the device that is chosen.
    func convert(_ files: [String]) throws(CommandError) {
        guard let target = try DumpFormat.named(in: arguments) else { throw .usage("convert requires --to FORMAT") }
        let source = try arguments.choice("from", of: Dialect.allCases, named: \.rawValue)
        let device = try arguments["device"].map { text throws(CommandError) in
            guard let number = Int(text), number > 0 else {
                throw .usage("--device takes a whole number from 1, not \(text)")
            }
            return number
        }
        let devices = try Self.chosen(device, of: recordings(files, as: source), for: target)
        try File.write(Array(target.text(of: devices).utf8), to: arguments["output"] ?? "-")
    }

    /// Reads a recording, or a description and its events, of a format that is detected if nil.
    ///
    /// The files must be valid except for a truncated end.
    func recordings(_ files: [String], as dialect: Dialect? = nil) throws(CommandError) -> [DeviceRecording] {
        var devices: [DeviceRecording] = []
        for path in files {
            let file = RecordingFile(reading: try File.bytes(path), as: dialect)
            if let problem = file.problem {
                guard file.isCut else { throw .file("\(path): \(problem)") }
                complaint("\(path): \(problem)")
            }
            guard !file.devices.isEmpty else {
                throw .file("\(path): contains no device and no event")
            }
            for text in file.remarks { complaint("\(path): \(text)") }
            devices += file.devices
        }
        return Self.joined(devices)
    }

    /// Joins a description without events and events without a description.
    private static func joined(_ devices: [DeviceRecording]) -> [DeviceRecording] {
        var joined: [DeviceRecording] = []
        for device in devices {
            if let last = joined.last, last.events.isEmpty, last.description != nil, !device.events.isEmpty,
                device.description == nil || device.description == last.description
            {
                joined[joined.count - 1].events = device.events
            } else {
                joined.append(device)
            }
        }
        return joined
    }

    /// One device, counted from 1, or all if nil.
    private static func chosen(
        _ device: Int?, of devices: [DeviceRecording], for target: DumpFormat
    ) throws(CommandError) -> [DeviceRecording] {
        guard let device else {
            guard target != .recording(.evemu) || devices.count <= 1 else {
                let names = devices.enumerated().map { "\($0 + 1) \($1.description?.name ?? $1.sysname)" }
                throw .usage(
                    "an evemu file holds one device; choose one with --device: \(names.joined(separator: ", "))")
            }
            return devices
        }
        guard devices.indices.contains(device - 1) else {
            throw .usage("--device \(device): the recording has \(devices.count)")
        }
        return [devices[device - 1]]
    }
}
