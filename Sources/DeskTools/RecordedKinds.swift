import Arguments
import TouchDevice

/// The kinds of a recording's devices, for commands that use fingers.
struct RecordedKinds {
    /// The devices that touchd would read, or whose kind is unknown.
    private(set) var panels: [DeviceRecording] = []
    /// Devices that have positions but are not panels.
    private(set) var surfaces: [DeviceRecording] = []
    /// A sentence for each device that touchd would not read.
    private(set) var findings: [String] = []

    init(_ devices: [DeviceRecording]) {
        for device in devices {
            let name = device.description.map(\.name) ?? device.sysname
            let kind = DeviceKind(device)
            if let kind, kind.role != .touchscreen {
                let isOwnWord = kind.evidence != nil
                let description = device.description ?? DeviceDescription()
                let hint =
                    description.isAbsoluteMouse
                    ? " (as one finger, with absolute-mouse=yes: see touchctl doctor)"
                    : description.mayBePanel ? " (if it is one, see 61-touchd-example.hwdb)" : ""
                findings.append(
                    "\(name) is \(kind.sentence)"
                        + (isOwnWord ? "" : " according to udev") + "; touchd reads touchscreens only" + hint)
                if description.isAbsoluteMouse || description.hasBareFingers {
                    panels.append(device)
                } else if description.positionAxes != nil {
                    surfaces.append(device)
                }
                continue
            }
            if let refusal = device.description.flatMap(LibinputRefusal.init) {
                findings.append("\(name): \(refusal.reason), so touchd does not read it")
            }
            panels.append(device)
        }
    }

    /// The devices to measure; an error if there is no panel.
    func measurable(_ path: String, remark: (String) -> Void) throws(CommandError) -> [DeviceRecording] {
        guard !panels.isEmpty else { throw .file("\(path): \(findings.joined(separator: "; "))") }
        for finding in findings { remark("\(path): \(finding)") }
        return panels
    }

    /// Reports devices that are not panels, and the consequences; an error if no device could have fingers.
    func expectFingers(_ path: String, remark: (String) -> Void) throws(CommandError) {
        guard !panels.isEmpty || !surfaces.isEmpty else {
            throw .file("\(path): \(findings.joined(separator: "; ")); it contains no positions")
        }
        for finding in findings { remark("\(path): \(finding)") }
    }
}
