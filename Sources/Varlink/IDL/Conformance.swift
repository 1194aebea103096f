public import StrictJSON

extension InterfaceDescription {
    /// Whether a value is one of that type; `null` is one of every optional type.
    public func conforms(_ value: JSON, to type: IDLType) -> Bool {
        misfit(value, type) == nil
    }

    /// The place of the first member that is unknown, missing or of the wrong type, such as `widgets[2].kind`.
    ///
    /// - Returns: `nil` if the members are exactly what the fields allow.
    public func mismatch(_ object: JSONObject, _ fields: [IDLField]) -> String? {
        misfit(object, fields)?.path
    }

    /// The error for a call with such members; `nil` if they are what the fields allow.
    func refusal(of object: JSONObject, _ fields: [IDLField]) -> VarlinkError? {
        misfit(object, fields).map { misfit in
            guard let words = misfit.words else { return .invalidParameter(misfit.path) }
            return .invalidParameter(misfit.path, allowed: words.joined(separator: ", "))
        }
    }

    /// What does not fit.
    private struct Misfit {
        /// From the value to what does not fit: empty for the value itself.
        var path: String
        /// The words that are allowed there, if any word is.
        var words: [String]?

        func within(_ place: String) -> Misfit { Misfit(path: place + path, words: words) }
    }

    private func misfit(_ object: JSONObject, _ fields: [IDLField]) -> Misfit? {
        for member in object where !fields.contains(where: { $0.name == member.key }) {
            return Misfit(path: member.key)
        }
        for field in fields {
            guard let value = object[field.name] else {
                if field.isOptional { continue }
                return Misfit(path: field.name)
            }
            if let inner = misfit(value, field.type) { return inner.within(field.name) }
        }
        return nil
    }

    private func misfit(_ value: JSON, _ type: IDLType) -> Misfit? {
        switch (type, value) {
        case (.optional, .null): return nil
        case (.optional(let type), _): return misfit(value, type)
        case (.named(let name), _): return types[name].flatMap { misfit(value, $0.type) }
        case (.bool, .bool), (.int, .integer), (.float, .integer), (.float, .real), (.string, .string),
            (.object, .object):
            return nil
        case (.enumeration(let words), .string(let word)) where words.contains(word): return nil
        case (.enumeration(let words), _): return Misfit(path: "", words: words)
        case (.array(let type), .array(let values)):
            for (index, element) in values.enumerated() {
                if let inner = misfit(element, type) { return inner.within("[\(index)]") }
            }
            return nil
        case (.map(let type), .object(let object)):
            for (key, element) in object {
                if let inner = misfit(element, type) { return inner.within("[\(key)]") }
            }
            return nil
        case (.structure(let fields), .object(let object)): return misfit(object, fields)?.within(".")
        case (.bool, _), (.int, _), (.float, _), (.string, _), (.object, _), (.array, _), (.map, _), (.structure, _):
            return Misfit(path: "")
        }
    }
}
