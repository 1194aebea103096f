extension JSONObject {
    /// The text of a member; nil without one.
    public func text(_ key: String) -> String? { self[key]?.stringValue }
    /// The integer of a member; nil without one.
    public func whole(_ key: String) -> Int64? { self[key]?.integerValue }
    /// The number of a member; nil without one.
    public func number(_ key: String) -> Double? { self[key]?.doubleValue }
    /// The object of a member; empty without one.
    public func object(_ key: String) -> JSONObject { self[key]?.objectValue ?? [:] }
    /// The objects in the array of a member; empty without one.
    public func objects(_ key: String) -> [JSONObject] { self[key]?.arrayValue?.compactMap(\.objectValue) ?? [] }
    /// The texts in the array of a member; empty without one.
    public func texts(_ key: String) -> [String] { self[key]?.arrayValue?.compactMap(\.stringValue) ?? [] }
}
