import StrictJSON
import Varlink

/// A scene on screen, as its front end sees it.
final class Presentation {
    private let stream: Stream
    /// Its name.
    let scene: String
    /// The first reply.
    let ready: JSONObject

    init(_ widgets: [JSON], on path: String, as identity: Identity? = nil) throws {
        stream = try Stream("io.touchd.scene.Present", ["widgets": .array(widgets)], on: path, as: identity)
        ready = try stream.next()
        guard let name = ready["scene"]?.stringValue else { throw TimedOut(what: "a scene; came: \(ready)") }
        scene = name
    }

    /// The layout of the widget's parts.
    func layout(of widget: String) -> JSONObject? {
        ready["layout"]?.arrayValue?.compactMap(\.objectValue).first { $0["widget"]?.stringValue == widget }
    }

    /// The next reply whatever it is.
    func next() throws -> JSONObject { try stream.next() }

    /// The next event of one of those names.
    @discardableResult
    func event(_ names: String...) throws -> JSONObject {
        let reply = try stream.replies.first { reply in
            names.contains(reply["event"]?.objectValue?["name"]?.stringValue ?? "")
        }
        return Self.row(reply["event"]?.objectValue ?? [:])
    }

    /// An event as one row, as in traces: the fields of its kind, its hint and its result beside the rest.
    static func row(_ event: JSONObject) -> JSONObject {
        let names = [
            "hint": ["kind": "hint", "durationUSec": "hintUSec", "pixels": "hintPixels", "times": "hintTimes"],
            "result": ["id": "result"],
        ]
        var row: JSONObject = [:]
        for (key, value) in event {
            guard let own = value.objectValue else {
                row[key] = value
                continue
            }
            for (name, value) in own { row[names[key]?[name] ?? name] = value }
        }
        return row
    }

    /// The next reply with an event of that name, complete.
    func reply(withEvent name: String) throws -> JSONObject {
        try stream.replies.first { $0["event"]?.objectValue?["name"]?.stringValue == name }
    }

    /// All events so far.
    var events: [JSONObject] { stream.replies.all.compactMap { $0["event"]?.objectValue.map(Self.row) } }

    /// Their names.
    var names: [String] { events.compactMap { $0["name"]?.stringValue } }

    /// All replies until the scene or the connection ends.
    func rest() throws -> [JSONObject] { try stream.replies.rest() }

    /// The error that ended it, if any.
    var failure: ClientError? { stream.failure }

    /// Ends the connection.
    func hangUp() { stream.hangUp() }
}

/// Widgets used by tests.
enum Widgets {
    /// The default place of a pattern, as touchsim writes it.
    static let area = "320,80,640,640"

    /// A pattern.
    static func pattern(
        _ id: String = "pad", x: Double = 320, y: Double = 80, width: Double = 640, height: Double = 640,
        settings: JSONObject = [:]
    ) -> JSON {
        [
            "id": .string(id), "kind": "pattern", "x": .real(x), "y": .real(y), "width": .real(width),
            "height": .real(height), "pattern": .object(settings),
        ]
    }

    /// A pattern that shows its dots and the free end of its line.
    static func live(_ id: String = "pad") -> JSON { pattern(id, settings: ["trail": "live"]) }

    /// A pattern over the whole view that shows them.
    static let whole = pattern("all", x: 0, y: 0, width: 1_280, height: 800, settings: ["trail": "live"])

    /// A pattern for a new drawing.
    static func enrollment(_ id: String = "pad") -> JSON { pattern(id, settings: ["purpose": "enroll"]) }

    /// A captcha of 400 × 300 pixels.
    static func captcha(_ challenge: String, id: String = "puzzle", x: Double = 440, y: Double = 250) -> JSON {
        [
            "id": .string(id), "kind": "captcha", "x": .real(x), "y": .real(y), "width": 400.0, "height": 300.0,
            "captcha": ["challenge": .string(challenge)],
        ]
    }

    /// A captcha of that size made by another caller.
    static func captcha(request: String) -> JSON {
        var widget = captcha("").objectValue ?? [:]
        (widget["request"], widget["captcha"]) = (.string(request), nil)
        return .object(widget)
    }
}
