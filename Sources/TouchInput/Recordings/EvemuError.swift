/// Why a recording could not be read to its end.
public enum EvemuError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line that starts like none of the format.
    case unknownLine(line: Int, text: String)
    /// A line with fewer fields than it needs.
    case missingField(line: Int, field: String)
    /// A field that is not the number it should be.
    case badNumber(line: Int, field: String, text: String)
    /// A version of the format that is not 1.something.
    case unsupportedVersion(line: Int, text: String)
    /// The file ends within an event.
    case cutOff(line: Int)
    /// The file ends within a frame: after its last event no SYN_REPORT follows.
    case unfinishedFrame(line: Int)

    /// The line, counted from 1.
    public var line: Int {
        switch self {
        case .unknownLine(let line, _), .missingField(let line, _), .badNumber(let line, _, _),
            .unsupportedVersion(let line, _), .cutOff(let line), .unfinishedFrame(let line):
            line
        }
    }

    /// One sentence for people.
    public var description: String {
        switch self {
        case .unknownLine(let line, let text): "line \(line): not of the evemu format: \(text)"
        case .missingField(let line, let field): "line \(line): \(field) is missing"
        case .badNumber(let line, let field, let text): "line \(line): \(field) is not a number that fits: \(text)"
        case .unsupportedVersion(let line, let text): "line \(line): unknown version of the evemu format: \(text)"
        case .cutOff(let line): "line \(line): the file ends within an event"
        case .unfinishedFrame(let line): "line \(line): the file ends within a frame"
        }
    }
}
