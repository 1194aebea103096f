internal import Journal

/// The doctor's findings as a plug-in of Icinga or Nagios reports: one line, figures behind a bar, and the exit status.
///
/// Source: the guidelines of the Monitoring Plugins project, "Plugin Output for Nagios" and "Plugin Return Codes".
struct MonitoringReport {
    /// 0 fine, 1 warnings, 2 errors, 3 could not tell.
    let status: ExitStatus
    /// Without an end.
    let line: String

    /// The finding that only says that the reader may not look.
    private static let unread = "socket_denied"

    /// - Parameters:
    ///   - found: the findings that count, the worst first.
    ///   - ignored: how many there are beside them.
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
        // Figures of the daemon only if it told them.
        let panels =
            machine.daemon.reach == .answered
            ? [" panels=\(machine.daemon.panels)", " panels_trusted=\(machine.daemon.trustedPanels)"] : []
        // A bar begins the figures, wherever it stands.
        line =
            "TOUCHD \(word) - \(text.replacingBars.onOneLine) | \(counts.joined(separator: " "))"
            + " ignored=\(ignored)" + panels.joined()
    }
}

extension String {
    fileprivate var replacingBars: String { String(map { $0 == "|" ? "/" : $0 }) }
}
