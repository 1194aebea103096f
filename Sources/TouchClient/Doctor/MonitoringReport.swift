internal import Arguments
internal import TouchCore

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
            "\(severity.rawValue)s=\(found.count { $0.severity == severity })"
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
