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
        settings = Settings(reading: object[kind]?.objectValue ?? [:])
        let other = ModelCatalogue.all.map { $0.kind }.first { $0 != object["kind"]?.stringValue && object[$0] != nil }
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
}

extension Settings {
    /// Takes the members of an object that are numbers, words, true or false.
    init(reading object: JSONObject) {
        self.init()
        for (key, value) in object {
            switch value {
            case .bool(let bool): self[key] = .bool(bool)
            case .integer(let number): self[key] = .number(Double(number))
            case .real(let number): self[key] = .number(number)
            case .string(let word): self[key] = .word(word)
            case .null, .array, .object: break
            }
        }
    }
}
