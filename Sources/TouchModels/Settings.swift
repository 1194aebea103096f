/// The value of a setting from a front end or a trace.
public enum Setting: Hashable, Sendable {
    case bool(Bool)
    case number(Double)
    case word(String)
    /// Several values in order.
    case list([Setting])
    /// Values with names.
    case group(Settings)
}

/// The settings of one widget, by name; a model reads each with its default and range.
public struct Settings: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var values: [String: Setting]

    /// Makes settings from names and values.
    public init(_ values: [String: Setting] = [:]) {
        self.values = values
    }

    /// Makes settings from a literal.
    public init(dictionaryLiteral elements: (String, Setting)...) {
        values = [:]
        for (key, value) in elements { values[key] = value }
    }

    /// The names of the given settings, in alphabetical order.
    public var keys: [String] { values.keys.sorted() }

    /// The value, if given.
    public subscript(key: String) -> Setting? {
        get { values[key] }
        set { values[key] = newValue }
    }

    /// Rejects settings that the model does not know, by the first one in alphabetical order.
    public func allow(_ keys: [String]) throws(SettingError) {
        for key in values.keys.sorted() where !keys.contains(key) {
            throw SettingError(key: key, fault: " is not a setting; known are \(keys.joined(separator: ", "))")
        }
    }

    /// A finite number within a range, if given.
    public func number(_ key: String, in range: ClosedRange<Double>) throws(SettingError) -> Double? {
        guard let value = values[key] else { return nil }
        guard case .number(let number) = value else { throw .wrongType(key: key, wanted: "a number") }
        guard number.isFinite, range.contains(number) else {
            let allowed = "\(range.lowerBound) to \(range.upperBound)"
            throw SettingError(key: key, fault: " is \(number), allowed are \(allowed)")
        }
        return number
    }

    /// A whole number within a range, if given.
    public func integer(_ key: String, in range: ClosedRange<Int>) throws(SettingError) -> Int? {
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        guard let number = try number(key, in: bounds) else { return nil }
        guard let whole = Int(exactly: number) else { throw .wrongType(key: key, wanted: "a whole number") }
        return whole
    }

    /// True or false, if given.
    public func bool(_ key: String) throws(SettingError) -> Bool? {
        guard let value = values[key] else { return nil }
        guard case .bool(let bool) = value else { throw .wrongType(key: key, wanted: "true or false") }
        return bool
    }

    /// A case of an enumeration of words, if given.
    public func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, as: Word.Type = Word.self
    ) throws(SettingError) -> Word? where Word.RawValue == String {
        guard let value = values[key] else { return nil }
        guard case .word(let text) = value, let word = Word(rawValue: text) else {
            throw .wrongType(key: key, wanted: "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return word
    }
}

/// An invalid setting.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
    let key: String
    /// The rest of the sentence.
    let fault: String

    /// A sentence for the author of the front end.
    public var description: String { key + fault }

    /// The same error with the path to a setting within a list or group.
    func within(_ path: String) -> SettingError { SettingError(key: "\(path).\(key)", fault: fault) }

    /// The value has the wrong type or is not a known word.
    static func wrongType(key: String, wanted: String) -> SettingError {
        SettingError(key: key, fault: " must be \(wanted)")
    }

    /// Each value is valid, but not their combination.
    package static func impossible(key: String, reason: String) -> SettingError {
        SettingError(key: key, fault: ": \(reason)")
    }
}
