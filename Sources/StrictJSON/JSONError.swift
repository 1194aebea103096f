/// Why bytes are not the JSON that was asked for.
public enum JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not JSON, or JSON that this project refuses (duplicate key, bad UTF-8, U+0000, number out of range).
    ///
    /// Lines and columns count from 1; a column is a character.
    case syntax(line: Int, column: Int, reason: String)
    /// Nested deeper than ``JSON/maximumDepth``.
    case tooDeep
    /// A value, but not an object.
    case notAnObject

    /// The sentence for people.
    public var description: String {
        switch self {
        case .syntax(let line, let column, let reason): "line \(line), column \(column): \(reason)"
        case .tooDeep: "nested deeper than \(JSON.maximumDepth) levels"
        case .notAnObject: "not an object"
        }
    }
}
