/// Why a file is not a trace, or a trace cannot be played.
package enum TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line is not a JSON object, or lacks a required member.
    case badLine(number: Int, reason: String)
    /// The file does not begin with a `trace` line.
    case noHeader
    /// There is no model of that kind.
    case unknownKind(widget: String, kind: String)
    /// A model or the scene rejects the settings.
    case refused(widget: String, reason: String)

    /// The error, as a sentence for users.
    package var description: String {
        switch self {
        case .badLine(let number, let reason): "line \(number): \(reason)"
        case .noHeader: "line 1: a trace begins with {\"trace\":1,…}"
        case .unknownKind(let widget, let kind): "widget \(widget): unknown kind \(kind)"
        case .refused(let widget, let reason): "widget \(widget): \(reason)"
        }
    }
}
