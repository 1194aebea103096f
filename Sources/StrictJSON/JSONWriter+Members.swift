extension JSONWriter {
    /// A line with an object; `body` writes its members.
    public static func line(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.beginObject()
        body(&json)
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }

    /// Writes the members of an object that exists.
    public mutating func members(of object: JSONObject) {
        for (key, value) in object {
            self.key(key)
            self.value(value)
        }
    }

    /// Writes a member with a truth value; `nil` is left out.
    public mutating func member(_ key: StaticString, _ value: Bool?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    /// Writes a member with a whole number; `nil` is left out.
    @inlinable
    public mutating func member(_ key: StaticString, _ value: (some FixedWidthInteger)?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    /// Writes a member with a finite real number; `nil` is left out.
    public mutating func member(_ key: StaticString, _ value: Double?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    /// Writes a member with a text that needs no escaping, such as a case of an enumeration.
    public mutating func member(_ key: StaticString, _ value: StaticString) {
        self.key(key)
        self.value(value)
    }

    /// Writes a member with a text; `nil` is left out.
    @_disfavoredOverload
    public mutating func member(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    /// Writes a member with a value made before; `nil` is left out.
    @_disfavoredOverload
    public mutating func member(_ key: StaticString, _ value: JSON?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    /// Writes a member that is an object; `body` writes its members.
    public mutating func object<Failure>(
        _ key: StaticString, _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        self.key(key)
        beginObject()
        try body(&self)
        endObject()
    }

    /// Writes a member that is an array; `body` writes its values.
    public mutating func array<Failure>(
        _ key: StaticString, _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        self.key(key)
        beginArray()
        try body(&self)
        endArray()
    }
}
