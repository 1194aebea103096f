/// A Varlink interface as its description file declares it.
public struct InterfaceDescription: Sendable {
    /// A method.
    public struct Method: Equatable, Sendable {
        /// Its name, beginning with a capital letter.
        public let name: String
        /// The parameters of a call.
        public let input: [IDLField]
        /// The parameters of a reply.
        public let output: [IDLField]
    }

    /// The interface's name, such as `org.example.thing`.
    public let name: String
    /// Structures and enumerations by name.
    public internal(set) var types: [String: IDLType] = [:]
    /// Methods by name.
    public internal(set) var methods: [String: Method] = [:]
    /// The parameters of errors by name.
    public internal(set) var errors: [String: [IDLField]] = [:]
}

/// A type of the interface language.
public indirect enum IDLType: Equatable, Sendable {
    case bool
    /// `int`, 64 bits.
    case int
    /// `float`, a double; whole numbers are accepted too.
    case float
    case string
    /// `object`: any JSON object, unchecked.
    case object
    /// A type defined in the same interface.
    case named(String)
    /// `(name: type, …)`; also `()`, which has no fields.
    case structure([IDLField])
    /// `(one, two)`: one of these words.
    case enumeration([String])
    /// `[]T`.
    case array(IDLType)
    /// `[string]T`; with `()` for `T` it is a set of strings.
    case map(IDLType)
    /// `?T`: may be absent or null.
    case optional(IDLType)
}

/// A field of a structure.
public struct IDLField: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// Its type.
    public let type: IDLType

    /// Whether it may be absent or null.
    public var isOptional: Bool {
        if case .optional = type { true } else { false }
    }
}

/// An error in an interface description, and its place.
public struct IDLError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int
    /// The error.
    public let reason: String

    /// The error, as a sentence for users.
    public var description: String { "line \(line): \(reason)" }
}
