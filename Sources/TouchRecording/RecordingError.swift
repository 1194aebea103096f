import RecordingWriters

/// Why a recording could not be read completely.
package enum RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line that does not belong to the format.
    case unknownLine(line: Int, text: String)
    /// A line with fewer fields than it needs.
    case missingField(line: Int, field: String)
    /// A field that is not the expected number.
    case badNumber(line: Int, field: String, text: String)
    /// An unsupported version of the format.
    case unsupportedVersion(line: Int, text: String)
    /// The file ends within an event.
    case cutOff(line: Int)
    /// The file ends within a frame: no SYN_REPORT follows its last event.
    case unfinishedFrame(line: Int)

    /// The content is contradictory or impossible.
    case refused(line: Int, reason: String)
    /// The file is larger than ``RecordingFile/maxBytes``.
    case tooLarge(bytes: Int)
    /// The file matches no dialect.
    case unknownDialect

    /// The line, counted from 1; 0 if the error is not about a line.
    package var line: Int {
        switch self {
        case .tooLarge, .unknownDialect: 0
        case .unknownLine(let line, _), .missingField(let line, _), .badNumber(let line, _, _),
            .unsupportedVersion(let line, _), .cutOff(let line), .unfinishedFrame(let line), .refused(let line, _):
            line
        }
    }

    /// The error, as one sentence for users.
    package var description: String {
        switch self {
        case .unknownLine(let line, let text): "line \(line): not of this format: \(text)"
        case .missingField(let line, let field): "line \(line): \(field) is missing"
        case .badNumber(let line, let field, let text): "line \(line): invalid number for \(field): \(text)"
        case .unsupportedVersion(let line, let text): "line \(line): unknown version of the format: \(text)"
        case .refused(let line, let reason): "line \(line): \(reason)"
        case .tooLarge(let bytes): "\(bytes >> 20) MiB, maximum \(RecordingFile.maxBytes >> 20) MiB"
        case .unknownDialect: "unknown format; known are \(Dialect.allCases.map(\.rawValue).joined(separator: ", "))"
        case .cutOff(let line): "line \(line): the file ends within an event"
        case .unfinishedFrame(let line): "line \(line): the file ends within a frame"
        }
    }
}
