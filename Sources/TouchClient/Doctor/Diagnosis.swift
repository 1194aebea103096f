internal import StrictJSON
internal import TouchCore

/// A certain or possible problem of a machine, and its remedy.
struct Diagnosis: Hashable {
    /// Its severity.
    let severity: Severity
    /// A stable name, for programs.
    let code: String
    /// The node it concerns; nil: the machine.
    let node: String?
    /// The finding, one sentence without a full stop.
    let finding: String
    /// The remedy: commands and files, one per line.
    let remedy: String

    init(_ severity: Severity, _ code: String, at node: String? = nil, _ finding: String, remedy: String) {
        (self.severity, self.code, self.node, self.finding, self.remedy) = (severity, code, node, finding, remedy)
    }

    /// The severity of a finding; the worst one decides the exit status of `touchctl doctor`.
    enum Severity: String, Comparable {
        /// Worth knowing.
        case note
        /// Works, but not as it should.
        case warning
        /// Does not work.
        case error

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }

        static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
    }

    /// For `--json`.
    var json: JSONObject {
        [
            "severity": .string(severity.rawValue), "code": .string(code), "node": node.map { .string($0) },
            "finding": .string(finding), "remedy": .string(remedy),
        ]
    }

    /// For people.
    var text: String {
        let place = node.map { "\($0): " } ?? ""
        let lines = remedy.split(separator: "\n").map { "    \(String($0).onOneLine)\n" }.joined()
        return "\(severity.rawValue): \("\(place)\(finding)".onOneLine) [\(code)]\n\(lines)"
    }
}

extension Machine {
    /// All findings, the machine first, then node by node.
    var diagnoses: [Diagnosis] {
        daemonDiagnoses + unitDiagnoses + serviceDiagnoses + ruleDiagnoses
            + nodes.flatMap { $0.diagnoses(on: self) } + panelDiagnoses
    }
}
