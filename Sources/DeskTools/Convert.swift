import Arguments
import RecordingWriters
import TouchDevice
import TouchDump
import TouchRecording

/// The command that converts a recording; needs no daemon.
enum Convert {
    /// Converts one device, counted from 1, or all if nil.
    static func run(
        _ files: [String], as source: Dialect?, to target: DumpFormat, device: Int?, into path: String,
        remark: (String) -> Void
    ) throws(CommandError) {
        let devices = try chosen(device, of: try read(files, as: source, remark: remark), for: target)
        try File.write(Array(target.text(of: devices).utf8), to: path)
    }

    /// Reads a recording, or a description and its events, of a format that is detected if nil.
    ///
    /// The files must be valid except for a truncated end.
    static func read(
        _ files: [String], as dialect: Dialect? = nil, remark: (String) -> Void
    ) throws(CommandError) -> [DeviceRecording] {
        var devices: [DeviceRecording] = []
        for path in files {
            let file = RecordingFile(reading: try File.bytes(path), as: dialect)
            switch file.problem {
            case nil: break
            case .cutOff, .unfinishedFrame: remark("\(path): \(file.problem.map { "\($0)" } ?? "")")
            case .some(let problem): throw .file("\(path): \(problem)")
            }
            guard !file.devices.isEmpty else {
                throw .file("\(path): contains no device and no event")
            }
            for text in file.remarks { remark("\(path): \(text)") }
            devices += file.devices
        }
        return joined(devices)
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
