/// Why a file is not a trace, or a trace cannot be played.
package struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for users.
    package let description: String

    init(_ description: String) { self.description = description }
}
