internal import StrictJSON
internal import TouchCore

/// A certain or possible problem of a machine, and its remedy.
struct Diagnosis: Hashable {
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
    enum Severity: Comparable {
        /// Worth knowing.
        case note
        /// Works, but not as it should.
        case warning
        /// Does not work.
        case error
    }

    var json: JSONObject {
        [
            "severity": .string("\(severity)"), "code": .string(code), "node": node.map { .string($0) },
            "finding": .string(finding), "remedy": .string(remedy),
        ]
    }

    var text: String {
        let place = node.map { "\($0): " } ?? ""
        let lines = remedy.split(separator: "\n").map { "    \(String($0).onOneLine)\n" }.joined()
        return "\(severity): \("\(place)\(finding)".onOneLine) [\(code)]\n\(lines)"
    }
}

/// Collects the findings that a body names, statement by statement.
@resultBuilder
enum Findings {
    static func buildExpression(_ one: Diagnosis?) -> [Diagnosis] { one.map { [$0] } ?? [] }
    static func buildExpression(_ several: [Diagnosis]) -> [Diagnosis] { several }
    static func buildBlock(_ parts: [Diagnosis]...) -> [Diagnosis] { parts.flatMap(\.self) }
    static func buildOptional(_ part: [Diagnosis]?) -> [Diagnosis] { part ?? [] }
    static func buildEither(first part: [Diagnosis]) -> [Diagnosis] { part }
    static func buildEither(second part: [Diagnosis]) -> [Diagnosis] { part }
    static func buildArray(_ parts: [[Diagnosis]]) -> [Diagnosis] { parts.flatMap(\.self) }
}

extension Machine {
    @Findings var diagnoses: [Diagnosis] {
        // Before what follows from them.
        unitDiagnoses
        daemonDiagnoses
        serviceDiagnoses
        ruleDiagnosis
        for node in nodes { node.diagnoses(on: self) }
        panelDiagnosis
    }
}
