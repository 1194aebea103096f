internal import Arguments
internal import EventNodes
internal import StrictJSON

/// `touchctl doctor`: the problems of this kiosk, and their remedies.
enum Doctor {
    /// Prints the findings, except the ignored codes; returns 0 without problems, 1 with warnings, 2 with errors,
    /// and for an Icinga plug-in 3 if unknown.
    static func run(_ session: Session, ignoring ignored: Set<String> = [], isOneLine: Bool = false) -> ExitStatus {
        let machine = MachineReader(session: session).read()
        let all = machine.diagnoses.sorted { $0.severity > $1.severity }
        let found = all.filter { !ignored.contains($0.code) }
        if isOneLine {
            let report = MonitoringReport(found, ignored: all.count - found.count, of: machine)
            session.output(report.line + "\n")
            return report.status
        }
        session.show([
            "healthy": .bool(status(of: found) == .passed), "diagnoses": .array(found.map { .object($0.json) }),
        ]) { _ in
            let panels = machine.nodes.count { $0.event.isTouchscreen }
            let nodes = "\(machine.nodes.count) input devices, \(panels) of them touchscreens"
            return found.isEmpty ? "no problems found (\(nodes))\n" : found.map(\.text).joined(separator: "\n")
        }
        return status(of: found)
    }

    static func status(of found: [Diagnosis]) -> ExitStatus {
        switch found.map(\.severity).max() {
        case nil, .note: .passed
        case .warning: .refused
        case .error: .usage
        }
    }

    static func codes(_ text: String?) throws(CommandError) -> Set<String> {
        guard let text else { return [] }
        let codes = text.split(separator: ",", omittingEmptySubsequences: false)
        let isCode = { (code: Substring) in
            !code.isEmpty && code.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7a || $0 == 0x5f }
        }
        guard codes.allSatisfy(isCode) else {
            throw .usage("--ignore takes codes of findings with commas between them, not \(text)")
        }
        return Set(codes.map(String.init))
    }
}
