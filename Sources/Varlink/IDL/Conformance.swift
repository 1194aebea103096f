public import StrictJSON

extension InterfaceDescription {
    /// Whether a value is one of that type; `null` is one of every optional type.
    public func conforms(_ value: JSON, to type: IDLType) -> Bool {
        mismatch(value, type) == nil
    }

    /// The place of the first member that is unknown, missing or of the wrong type, such as `widgets[2].kind`.
    ///
    /// - Returns: `nil` if the members are exactly what the fields allow.
    public func mismatch(_ object: JSONObject, _ fields: [IDLField]) -> String? {
        for member in object where !fields.contains(where: { $0.name == member.key }) {
            return member.key
        }
        for field in fields {
            guard let value = object[field.name] else {
                if field.isOptional { continue }
                return field.name
            }
            if let inner = mismatch(value, field.type) { return field.name + inner }
        }
        return nil
    }

    /// `nil` if the value fits, else the path from the value to what does not: empty for the value itself.
    private func mismatch(_ value: JSON, _ type: IDLType) -> String? {
        switch (type, value) {
        case (.optional, .null): return nil
        case (.optional(let type), _): return mismatch(value, type)
        case (.named(let name), _): return types[name].flatMap { mismatch(value, $0.type) }
        case (.bool, .bool), (.int, .integer), (.float, .integer), (.float, .real), (.string, .string),
            (.object, .object):
            return nil
        case (.enumeration(let words), .string(let word)): return words.contains(word) ? nil : ""
        case (.array(let type), .array(let values)):
            for (index, element) in values.enumerated() {
                if let inner = mismatch(element, type) { return "[\(index)]" + inner }
            }
            return nil
        case (.map(let type), .object(let object)):
            for (key, element) in object {
                if let inner = mismatch(element, type) { return "[\(key)]" + inner }
            }
            return nil
        case (.structure(let fields), .object(let object)): return mismatch(object, fields).map { "." + $0 }
        case (.bool, _), (.int, _), (.float, _), (.string, _), (.object, _), (.enumeration, _), (.array, _), (.map, _),
            (.structure, _):
            return ""
        }
    }
}
