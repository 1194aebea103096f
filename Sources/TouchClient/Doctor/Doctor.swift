internal import StrictJSON
internal import TouchDump

/// `touchctl doctor`: what is wrong with this kiosk, and what to do about each of it.
enum Doctor {
    /// Looks and says.
    ///
    /// - Returns: 0 if nothing is wrong, 1 with warnings, 2 with errors, as monitoring systems have it.
    static func run(_ session: Session) -> ExitStatus {
        let machine = MachineReader(session: session).read()
        let found = machine.diagnoses.sorted { $0.severity > $1.severity }
        session.show([
            "healthy": .bool(status(of: found) == .passed), "diagnoses": .array(found.map { .object($0.json) }),
        ]) { _ in
            let panels = machine.nodes.count { $0.event.isTouchscreen }
            let nodes = "\(machine.nodes.count) input devices, \(panels) of them touchscreens"
            return found.isEmpty ? "no problems found (\(nodes))\n" : found.map(\.text).joined(separator: "\n")
        }
        return status(of: found)
    }

    /// How `touchctl doctor` ends.
    static func status(of found: [Diagnosis]) -> ExitStatus {
        switch found.map(\.severity).max() {
        case nil, .note: .passed
        case .warning: .refused
        case .error: .usage
        }
    }
}
