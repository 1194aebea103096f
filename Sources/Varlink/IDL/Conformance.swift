public import StrictJSON

extension InterfaceDescription {
    /// The path of the first unknown, missing or mistyped member, such as `widgets[2].kind`; nil: all match the fields.
    public func mismatch(_ object: JSONObject, _ fields: [IDLField]) -> String? {
        misfit(object, fields)?.path
    }

    /// The error for a call with such members; `nil` if they match the fields.
    func refusal(of object: JSONObject, _ fields: [IDLField]) -> VarlinkError? {
        misfit(object, fields).map { .invalidParameter($0.path, allowed: $0.allowed) }
    }

    /// A member that does not match.
    private struct Misfit {
        /// The path from the value to it: empty for the value itself.
        var path: String
        /// What is allowed there.
        var allowed: String

        func within(_ place: String) -> Misfit { Misfit(path: place + path, allowed: allowed) }
    }

    private func misfit(_ object: JSONObject, _ fields: [IDLField]) -> Misfit? {
        var values = [JSON?](repeating: nil, count: fields.count)
        for member in object {
            guard let index = fields.firstIndex(where: { $0.name == member.key }) else {
                let names = fields.map(\.name).joined(separator: ", ")
                return Misfit(path: member.key, allowed: names.isEmpty ? "no parameters" : names)
            }
            values[index] = member.value
        }
        for (field, value) in zip(fields, values) {
            guard let value else {
                if field.isOptional { continue }
                return Misfit(path: field.name, allowed: allowed(by: field.type))
            }
            if let inner = misfit(value, field.type) { return inner.within(field.name) }
        }
        return nil
    }

    private func misfit(_ value: JSON, _ type: IDLType) -> Misfit? {
        switch (type, value) {
        case (.optional, .null): return nil
        case (.optional(let type), _): return misfit(value, type)
        case (.named(let name), _): return types[name].flatMap { misfit(value, $0) }
        case (.bool, .bool), (.int, .integer), (.float, .integer), (.float, .real), (.string, .string),
            (.object, .object):
            return nil
        case (.enumeration(let words), .string(let word)) where words.contains(word): return nil
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
        case (.bool, _), (.int, _), (.float, _), (.string, _), (.object, _), (.array, _), (.map, _), (.structure, _),
            (.enumeration, _):
            return Misfit(path: "", allowed: allowed(by: type))
        }
    }

    /// The values of a type, as text.
    private func allowed(by type: IDLType) -> String {
        switch type {
        case .bool: "true, false"
        case .int: "a whole number"
        case .float: "a number"
        case .string: "a string"
        case .object, .map: "an object"
        case .array(let type): "an array, each member \(allowed(by: type))"
        case .structure(let fields): "an object with " + fields.map(\.name).joined(separator: ", ")
        case .enumeration(let words): words.joined(separator: ", ")
        case .optional(let type): allowed(by: type)
        case .named(let name): types[name].map(allowed(by:)) ?? "an object"
        }
    }
}
