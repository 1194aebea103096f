/// What services tell systemd about themselves (`systemctl status`), so that `touchctl doctor` can read it.
package struct UnitStatus: Hashable {
    /// What does not work, in its words.
    package enum Fault: String, CaseIterable {
        /// touchd did not start.
        case cannotRun = "cannot run"
        /// touchd-fleet sends no results.
        case cannotSend = "cannot send"
        case noPage = "no page can use touchd"
        /// The files have errors, at the places that follow.
        case lastConfiguration = "uses the last configuration that worked"
    }

    /// Whole days until a certificate of touchd-fleet ends; negative afterward; nil: unknown.
    package private(set) var days: Int64?
    /// What does not work; nil: nothing is known.
    package private(set) var fault: Fault?
    private var reason = ""

    private static let (ending, unit) = ("certificates end in ", " days")

    /// Makes a status; nil instead of a reason: nothing is wrong.
    package init(_ fault: Fault? = nil, _ reason: String? = nil, days: Int64? = nil) {
        self.days = days
        if let reason { (self.fault, self.reason) = (fault, reason.onOneLine) }
    }

    /// Reads what ``text`` made; nothing from anything else.
    package init(parsing text: String) {
        var rest = text[...]
        if text.hasPrefix(Self.ending) {
            let end = text.dropFirst(Self.ending.count).parts(around: "; ")[0]
            days = end.hasSuffix(Self.unit) ? Int64(end.dropLast(Self.unit.count)) : nil
            rest = text.dropFirst(Self.ending.count + end.count + 2)
        }
        fault = Fault.allCases.first { rest.hasPrefix($0.rawValue + ": ") }
        reason = fault.map { String(rest.dropFirst($0.rawValue.count + 2)) } ?? ""
    }

    /// The fault with its reason.
    package var sentence: String? { fault.map { "\($0.rawValue): \(reason)" } }

    /// One line; empty if there is nothing to tell.
    package var text: String {
        [days.map { "\(Self.ending)\($0)\(Self.unit)" }, sentence].compactMap(\.self).joined(separator: "; ")
    }
}
