/// A JSON value (RFC 8259) in this project's representation.
///
/// Integers and reals are distinct, because `1` and `1.0` mean different things to a typed interface.
public enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent, within 64 bits.
    case integer(Int64)
    /// A number with fraction or exponent; always finite.
    case real(Double)
    /// A text without U+0000.
    case string(String)
    case array([JSON])
    case object(JSONObject)

    /// Maximum nesting: enough for every interface, and small enough for every thread's stack.
    public static let maximumDepth = 64
}

extension JSON {
    /// The boolean, if it is one.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, if it is one; `1.0` is not.
    public var integerValue: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The number, if it is one, integer or real; integers beyond 2⁵³ are rounded.
    public var doubleValue: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The text, if it is one.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The values, if it is an array.
    public var arrayValue: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, if it is an object.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }
}

extension JSON: CustomStringConvertible {
    /// The value as compact JSON text.
    public var description: String {
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A real number.
    public init(floatLiteral value: Double) { self = .real(value) }
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Values in order.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// Members in order; those that are `nil` are left out.
    public init(dictionaryLiteral elements: (String, JSON?)...) { self = .object(JSONObject(elements)) }
}
