/// The value of one column.
enum Value {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case null

    /// A number, or NULL.
    static func optional(_ number: Int64?) -> Value { number.map(Value.integer) ?? .null }

    /// A text, or NULL.
    static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }

    /// The bytes, or NULL.
    static func optional(_ bytes: [UInt8]?) -> Value { bytes.map(Value.blob) ?? .null }
}
