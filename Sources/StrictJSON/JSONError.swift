/// Why bytes are not the expected JSON.
public enum JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not JSON, or rejected (duplicate key, bad UTF-8, U+0000, number out of range); line and column count from 1.
    case syntax(line: Int, column: Int, reason: String)
    case tooDeep
    case notAnObject

    /// The error, as a sentence for users.
    public var description: String {
        switch self {
        case .syntax(let line, let column, let reason): "line \(line), column \(column): \(reason)"
        case .tooDeep: "nested deeper than \(JSON.maximumDepth) levels"
        case .notAnObject: "not an object"
        }
    }
}
