internal import StrictJSON
internal import TouchCore
internal import TouchModels

/// A widget as a front end asks for it; types are right already, values may not be.
struct WidgetRequest {
    /// Longest id of a widget, in bytes: it is repeated in every event.
    static let longestID = 64

    let id: String
    let kind: String
    let frame: Rect
    /// The settings for its kind.
    let settings: Settings
    /// What is wrong with it beside its settings, if anything is.
    let problem: String?

    init(_ object: JSONObject) {
        func number(_ key: String) -> Double { object[key]?.doubleValue ?? .nan }
        id = object["id"]?.stringValue ?? ""
        kind = object["kind"]?.stringValue ?? ""
        frame = Rect(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
        settings = Settings(reading: object[Self.member(of: kind)]?.objectValue ?? [:])
        let asked = kind
        let other = ModelCatalogue.all.map { $0.kind }.first { $0 != asked && object[Self.member(of: $0)] != nil }
        problem =
            if id.isEmpty || id.utf8.count > Self.longestID {
                "an id has 1 to \(Self.longestID) bytes"
            } else if !frame.origin.isFinite || !frame.size.isProper {
                "width and height must be above 0"
            } else if let other {
                "settings of kind \(other) do not belong to kind \(kind)"
            } else {
                nil
            }
    }

    /// The member of a widget that holds the settings of a kind: `stepSlider` for `step_slider`.
    static func member(of kind: String) -> String {
        let words = kind.split(separator: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}

extension Settings {
    /// Takes the members of an object; what is null counts as not given.
    init(reading object: JSONObject) {
        self.init()
        for (key, value) in object { self[key] = Setting(reading: value) }
    }
}

extension Setting {
    fileprivate init?(reading value: JSON) {
        switch value {
        case .bool(let bool): self = .bool(bool)
        case .integer(let number): self = .number(Double(number))
        case .real(let number): self = .number(number)
        case .string(let word): self = .word(word)
        case .array(let values): self = .list(values.compactMap(Setting.init(reading:)))
        case .object(let object): self = .group(Settings(reading: object))
        case .null: return nil
        }
    }
}
