public import TouchCore

extension Settings {
    /// Words in order, if given.
    public func words(_ key: String, count: ClosedRange<Int>) throws(SettingError) -> [String]? {
        guard let list = try list(key, of: "words", count: count) else { return nil }
        var words: [String] = []
        for value in list {
            guard case .word(let word) = value else { throw .wrongType(key: key, wanted: "a list of words") }
            words.append(word)
        }
        return words
    }

    /// Finite numbers in order, if given.
    public func numbers(
        _ key: String, count: ClosedRange<Int>, in range: ClosedRange<Double>
    ) throws(SettingError) -> [Double]? {
        guard let list = try list(key, of: "numbers", count: count) else { return nil }
        var numbers: [Double] = []
        for (place, value) in list.enumerated() {
            let element = "\(key)[\(place)]"
            if let number = try Settings([element: value]).number(element, in: range) { numbers.append(number) }
        }
        return numbers
    }

    /// Groups of settings in order, if given.
    public func groups(_ key: String, count: ClosedRange<Int>) throws(SettingError) -> [Settings]? {
        guard let list = try list(key, of: "objects", count: count) else { return nil }
        var groups: [Settings] = []
        for value in list {
            guard case .group(let group) = value else { throw .wrongType(key: key, wanted: "a list of objects") }
            groups.append(group)
        }
        return groups
    }

    /// A free text from the front end, if given.
    public func text(_ key: String) throws(SettingError) -> String? {
        guard let value = self[key] else { return nil }
        guard case .word(let text) = value else { throw .wrongType(key: key, wanted: "a text") }
        return text
    }

    /// A duration in whole microseconds, if given.
    public func interval(_ key: String, in range: ClosedRange<Int>) throws(SettingError) -> Interval? {
        try integer(key, in: range).map { .microseconds(Int64($0)) }
    }

    /// A shape as path data, if given.
    public func outline(_ key: String) throws(SettingError) -> Outline? {
        guard let path = try text(key) else { return nil }
        do throws(OutlineError) { return try Outline(path: path) } catch {
            throw .impossible(key: key, reason: error.description)
        }
    }

    private func list(
        _ key: String, of what: String, count: ClosedRange<Int>
    ) throws(SettingError) -> [Setting]? {
        guard let value = self[key] else { return nil }
        guard case .list(let list) = value else { throw .wrongType(key: key, wanted: "a list of \(what)") }
        guard count.contains(list.count) else {
            throw .impossible(
                key: key, reason: "\(list.count) \(what), allowed are \(count.lowerBound) to \(count.upperBound)")
        }
        return list
    }
}
