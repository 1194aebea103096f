/// What services tell systemd about themselves (`systemctl status`), so that `touchctl doctor` can read it.
package enum UnitStatus: Hashable {
    /// touchd did not start, with the reason.
    case cannotRun(String)
    /// Whole days until a certificate of touchd-fleet ends; negative afterward.
    case certificate(days: Int64)

    private static let fault = "cannot run: "
    private static let (ending, unit) = ("certificates end in ", " days")

    /// Reads it; nil for anything else.
    package init?(_ text: String) {
        if text.hasPrefix(Self.fault) {
            self = .cannotRun(String(text.dropFirst(Self.fault.count)))
        } else if text.hasPrefix(Self.ending), text.hasSuffix(Self.unit),
            let days = Int64(text.dropFirst(Self.ending.count).dropLast(Self.unit.count))
        {
            self = .certificate(days: days)
        } else {
            return nil
        }
    }

    /// One line.
    package var text: String {
        switch self {
        case .cannotRun(let reason): Self.fault + reason.onOneLine
        case .certificate(let days): "\(Self.ending)\(days)\(Self.unit)"
        }
    }
}
