internal import Arguments
internal import EventNodes
internal import StrictJSON
internal import TouchCore

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

/// The doctor's findings as output of an Icinga or Nagios plug-in: one line, performance data after a bar, and the exit
/// status.
///
/// Source: the guidelines of the Monitoring Plugins project, "Plugin Output for Nagios" and "Plugin Return Codes".
struct MonitoringReport {
    /// 0 OK, 1 warnings, 2 errors, 3 unknown.
    let status: ExitStatus
    let line: String

    /// The finding that only says that the user lacks permission.
    private static let unread = "socket_denied"

    /// The findings that count, the worst first.
    init(_ found: [Diagnosis], ignored: Int, of machine: Machine) {
        let known = found.filter { $0.code != Self.unread }
        let isBlind = known.count < found.count
        let verdict = Doctor.status(of: known)
        status = isBlind && verdict != .usage ? .couldNotRun : verdict
        let word =
            switch status {
            case .passed: "OK"
            case .refused: "WARNING"
            case .usage: "CRITICAL"
            case .couldNotRun: "UNKNOWN"
            }
        let told = found.filter { $0.severity > .note }.map { one in
            (one.node.map { "\($0): " } ?? "") + "\(one.finding) [\(one.code)]"
        }
        let text = told.isEmpty ? "no problems found" : told.joined(separator: "; ")
        let counts = [Diagnosis.Severity.error, .warning, .note].map { severity in
            "\(severity)s=\(found.count { $0.severity == severity })"
        }
        // Figures of the daemon only if it reported them.
        let panels =
            machine.daemon.reach == .answered
            ? [" panels=\(machine.daemon.panels)", " panels_trusted=\(machine.daemon.trustedPanels)"] : []
        // A bar anywhere in the line would begin the performance data.
        let plain = String(text.map { $0 == "|" ? "/" : $0 }).onOneLine
        line =
            "TOUCHD \(word) - \(plain) | \(counts.joined(separator: " "))"
            + " ignored=\(ignored)" + panels.joined()
    }
}
