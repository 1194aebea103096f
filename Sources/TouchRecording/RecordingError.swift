import RecordingWriters

/// Why a recording could not be read completely.
package enum RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownLine(line: Int, text: String)
    case missingField(line: Int, field: String)
    case badNumber(line: Int, field: String, text: String)
    case unsupportedVersion(line: Int, text: String)
    case cutOff(line: Int)
    /// The file ends within a frame: no SYN_REPORT follows its last event.
    case unfinishedFrame(line: Int)
    case refused(line: Int, reason: String)
    case unknownDialect

    /// The error, as one sentence for users.
    package var description: String {
        switch self {
        case .unknownLine(let line, let text): "line \(line): not of this format: \(text)"
        case .missingField(let line, let field): "line \(line): \(field) is missing"
        case .badNumber(let line, let field, let text): "line \(line): invalid number for \(field): \(text)"
        case .unsupportedVersion(let line, let text): "line \(line): unknown version of the format: \(text)"
        case .refused(let line, let reason): "line \(line): \(reason)"
        case .unknownDialect: "unknown format; known are \(Dialect.allCases.map(\.rawValue).joined(separator: ", "))"
        case .cutOff(let line): "line \(line): the file ends within an event"
        case .unfinishedFrame(let line): "line \(line): the file ends within a frame"
        }
    }
}
