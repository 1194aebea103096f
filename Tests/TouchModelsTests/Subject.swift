import Testing
import TouchCore
import TouchModels

extension Model {
    /// A report of one finger; times are in microseconds.
    mutating func finger(
        _ phase: Phase, _ position: Point, at time: Int64 = 0, contact: UInt64 = 1, millimeters: Millimeters? = nil,
        _ events: inout Events
    ) {
        handle(
            Contact(id: ContactID(contact), phase: phase, position: position, millimeters: millimeters),
            at: Instant(microseconds: time), &events)
    }
}

/// A kind of model with settings to test it with; tests of all models iterate over these.
struct Subject: Sendable, CustomTestStringConvertible {
    let kind: String
    /// Required settings.
    let base: Settings
    /// Optional settings, each with its values.
    let choices: [(key: String, values: [Setting])]

    var testDescription: String { kind }

    /// Its frame, in a view of 400 × 300.
    static let frame = Rect(x: 50, y: 40, width: 300, height: 200)
    static let view = Size(width: 400, height: 300)

    /// The widget with the given settings and the required ones.
    func scene(_ settings: Settings = [:]) throws -> Scene {
        guard let type = ModelCatalog.model(of: kind) else { throw NoSuchKind(kind: kind) }
        let model = try type.init(settings: settings.merged(over: base), size: Self.frame.size)
        return try Scene(view: Self.view, widgets: [Widget(id: kind, frame: Self.frame, model: model)])
    }

    struct NoSuchKind: Error { let kind: String }

    private static let inputs = words("drag", "tap", "both")
    private static let cancels = words("keep", "roll_back")
    private static let grabs = words("keep_offset", "center")
    private static let flags: [Setting] = [.bool(true), .bool(false)]

    private static func words(_ words: String...) -> [Setting] { words.map { .word($0) } }
    private static func numbers(_ numbers: Double...) -> [Setting] { numbers.map { .number($0) } }

    private static func item(_ id: String, _ section: Double, canMove: Bool = true, canDrop: Bool = true) -> Setting {
        .group(["id": .word(id), "section": .number(section), "canMove": .bool(canMove), "canDrop": .bool(canDrop)])
    }

    static let all: [Subject] = [
        Subject(
            kind: "pattern", base: [:],
            choices: [
                ("input", inputs), ("trail", words("count", "live")), ("stealth", flags),
                ("purpose", words("verify", "enroll")), ("decoder", words("points", "swept", "turn")),
                ("rows", numbers(2, 3, 6)), ("columns", numbers(3, 4, 5)),
            ]),
        Subject(
            kind: "pin", base: [:],
            choices: [
                ("input", words("tap", "both")), ("purpose", words("verify", "enroll")), ("scramble", flags),
                ("minDigits", numbers(4, 6)),
            ]),
        Subject(
            kind: "captcha", base: ["targetX": .number(120), "targetY": .number(60)],
            choices: [
                ("input", inputs), ("drive", words("bar", "piece")), ("tolerance", numbers(1, 3, 60)),
                ("piece", words("M0 0 H40 V40 H0 Z", "m0 0h39v1h1v39h-40z")),
            ]),
        Subject(
            kind: "gesture", base: ["sequence": .word("2h1")],
            choices: [
                ("input", words("tap", "both")), ("sequence", words("h", "1", "3h12", "hh")), ("renews", flags),
                ("judge", words("model", "owner")),
            ]),
        Subject(
            kind: "button", base: [:],
            choices: [("input", words("tap", "both")), ("longPressUSec", numbers(100_000, 500_000))]),
        Subject(
            kind: "slider", base: [:],
            choices: [
                ("input", inputs), ("onCancel", cancels), ("grab", grabs), ("continuous", flags),
                ("tapOnTrack", words("jump", "page")), ("orientation", words("horizontal", "vertical")),
                ("value", numbers(0, 0.5, 1)), ("trackHeight", numbers(2, 100)),
            ]),
        Subject(
            kind: "step_slider", base: ["nodes": .list(words("a", "b", "c", "d", "e"))],
            choices: [
                ("input", inputs), ("onCancel", cancels), ("grab", grabs), ("liveSnap", flags),
                ("tapOnTrack", words("jump", "page")), ("index", numbers(0, 2, 4)),
            ]),
        Subject(
            kind: "confined_drag", base: [:],
            choices: [
                ("input", inputs), ("onCancel", cancels), ("shape", words("disc", "ring")),
                ("grab", words("anywhere", "handle", "keep_offset")), ("onRelease", words("stay", "recenter")),
                ("startOutside", words("ignore", "clamp")), ("deadZone", numbers(0, 0.3)),
                ("positionX", numbers(0, 130)),
            ]),
        Subject(
            kind: "inertial_drag", base: [:],
            choices: [
                ("input", inputs), ("velocity", words("seed", "least_squares")), ("tickRate", numbers(0, 60)),
                ("grab", words("anywhere", "object")), ("objectWidth", numbers(0, 60, 300)),
            ]),
        Subject(
            kind: "reorder_list",
            base: [
                "items": .list([
                    item("a0", 0), item("a1", 0), item("a2", 0, canMove: false), item("b0", 1), item("b1", 1),
                    item("d0", 3, canDrop: false), item("d1", 3), item("d2", 3),
                ]),
                "sections": .list([
                    .group([:]), .group(["header": .number(30)]), .group([:]),
                    .group(["header": .number(20), "canDrop": .bool(true)]),
                ]),
            ],
            choices: [
                ("input", inputs), ("onCancel", cancels), ("grab", grabs), ("rowHeight", numbers(40, 80)),
                ("offset", numbers(0, 100)), ("edgeZone", numbers(20, 60)), ("pressUSec", numbers(100_000, 500_000)),
                ("swapRule", words("leading_edge", "enter")), ("scrollRule", words("steady", "depth")),
            ]),
    ]
}

extension Settings {
    /// These settings, completed by the other ones.
    func merged(over other: Settings) -> Settings {
        var merged = other
        for key in keys { merged[key] = self[key] }
        return merged
    }
}
