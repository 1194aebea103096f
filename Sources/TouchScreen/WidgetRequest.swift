package import StrictJSON
package import TouchCore
package import TouchModels

/// A widget as a front end requests it; types have been checked, values have not.
///
/// An object, because a call copies those of all widgets several times.
package final class WidgetRequest: Sendable {
    /// Longest id of a widget, in bytes: it is repeated in every event.
    static let maxID = 64

    /// The unit of its frame.
    enum Unit: String {
        /// Pixels of the view.
        case pixels
        /// Fractions of the view's width and height.
        case fractions
    }

    /// Its name in events.
    package let id: String
    /// The kind of model.
    package let kind: String
    /// Those with higher values lie above.
    package let z: Int
    /// How far outside its frame a finger may land, in pixels of the view.
    package let hitMargin: Double
    /// Whether no finger may land on it.
    package let isDisabled: Bool
    /// The request of a caller without a scene that it is shown for, if any.
    package let request: String?
    /// The settings for its kind.
    package let settings: Settings
    /// Number of members in the lists of its settings: rows that take time to be laid out.
    package let rowCount: Int
    private let numbers: Rect
    private let unit: Unit
    /// A kind whose settings were given although the widget is of another kind.
    private let foreignKind: String?

    init(_ object: JSONObject) {
        func number(_ key: String) -> Double { object[key]?.doubleValue ?? .nan }
        id = object["id"]?.stringValue ?? ""
        kind = object["kind"]?.stringValue ?? ""
        request = object["request"]?.stringValue
        z = Int(object["z"]?.integerValue ?? 0)
        hitMargin = object["hitMargin"]?.doubleValue ?? 0
        isDisabled = object["disabled"]?.boolValue ?? false
        numbers = Rect(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
        unit = object["unit"]?.stringValue.flatMap(Unit.init(rawValue:)) ?? .pixels
        settings = Settings(reading: object[Self.member(of: kind)]?.objectValue ?? [:])
        rowCount = settings.keys.reduce(0) { [settings] count, key in
            if case .list(let rows) = settings[key] { count + rows.count } else { count }
        }
        let asked = kind
        foreignKind = object.lazy.compactMap { Self.kinds[$0.key] }.first { $0 != asked }
    }

    /// Whether a listener to the other widget's gestures can listen to this one's.
    package func hasSamePurpose(as other: WidgetRequest) -> Bool {
        kind == other.kind && request == other.request && settings["purpose"] == other.settings["purpose"]
            && settings["challengeId"] == other.settings["challengeId"]
    }

    /// Its frame in a view of that size, in pixels.
    package func frame(in view: Size) -> Rect {
        switch unit {
        case .pixels: numbers
        case .fractions:
            Rect(
                x: numbers.minX * view.width, y: numbers.minY * view.height,
                width: Self.length(numbers.minX, numbers.size.width, of: view.width),
                height: Self.length(numbers.minY, numbers.size.height, of: view.height))
        }
    }

    /// A part of a side; one that ends at the far edge but for rounding ends exactly there.
    private static func length(_ start: Double, _ part: Double, of side: Double) -> Double {
        abs(start + part - 1) < 1e-9 ? side - start * side : part * side
    }

    /// Whether it lies within a view of that size.
    package func fits(into view: Size) -> Bool {
        Rect(x: 0, y: 0, width: view.width, height: view.height).encloses(frame(in: view))
    }

    /// Its fault, apart from its settings, if it has one.
    func problem(in view: Size) -> String? {
        let frame = frame(in: view)
        if id.isEmpty || id.utf8.count > Self.maxID { return "id must have 1 to \(Self.maxID) bytes" }
        if !frame.origin.isFinite || !frame.size.isProper { return "width and height must be greater than 0" }
        if request != nil, !isRequestable { return "a widget of kind \(kind) cannot serve a request" }
        return foreignKind.map { "settings of kind \($0) do not belong to kind \(kind)" }
    }

    /// Whether a caller without a scene can request a widget of its kind.
    private var isRequestable: Bool {
        ModelCatalog.model(of: kind) is any JudgedModel.Type
    }

    /// The member of a widget that holds the settings of a kind: `stepSlider` for `step_slider`; any other kind itself.
    static func member(of kind: String) -> String { members.first { $0.kind == kind }?.member ?? kind }

    /// The kind whose settings a member holds.
    private static let kinds = Dictionary(uniqueKeysWithValues: members.map { ($0.member, $0.kind) })

    /// Every kind with its member, made once.
    private static let members = ModelCatalog.all.map { type in
        let words = type.kind.split(separator: "_")
        let member = words.dropFirst().reduce(String(words.first ?? "")) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
        return (kind: type.kind, member: member)
    }
}

extension Settings {
    /// Reads the members of an object; null counts as not given.
    package init(reading object: JSONObject) {
        self.init()
        for (key, value) in object { self[key] = Setting(reading: value) }
    }

    /// As an object.
    package var json: JSONObject { JSONObject(keys.map { ($0, self[$0]?.json) }) }
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

    fileprivate var json: JSON {
        switch self {
        case .bool(let bool): .bool(bool)
        case .number(let number): Int64(exactly: number).map { .integer($0) } ?? .real(number)
        case .word(let word): .string(word)
        case .list(let values): .array(values.map(\.json))
        case .group(let settings): .object(settings.json)
        }
    }
}
