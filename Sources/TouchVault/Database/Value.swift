enum Value {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case null

    var isNull: Bool { if case .null = self { true } else { false } }

    static func optional(_ number: Int64?) -> Value { number.map(Value.integer) ?? .null }

    static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
}
