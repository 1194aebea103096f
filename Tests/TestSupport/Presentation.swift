package import StrictJSON
package import Varlink

/// A scene on screen, as its front end sees it.
package final class Presentation<Calls: Replies> {
    private let stream: Calls
    /// The events among the replies that were looked at.
    private var rows: [JSONObject] = []
    private var looked = 0
    /// Its name.
    package let scene: String
    /// The first reply.
    package let ready: JSONObject

    package convenience init(_ widgets: [JSON], on stage: some Stage<Calls>, as identity: Identity? = nil) throws {
        try self.init(showing: try stage.stream("io.touchd.scene.Present", ["widgets": .array(widgets)], as: identity))
    }

    /// - Parameter stream: the call that shows it.
    package init(showing stream: Calls) throws {
        self.stream = stream
        ready = try stream.next()
        guard let name = ready["scene"]?.stringValue else { throw Silence("a scene but \(ready)") }
        scene = name
    }

    /// The layout of the widget's parts.
    package func layout(of widget: String) -> JSONObject? {
        ready["layout"]?.arrayValue?.compactMap(\.objectValue).first { $0["widget"]?.stringValue == widget }
    }

    /// The next reply whatever it is.
    package func next() throws -> JSONObject { try stream.next() }

    /// The next event of one of those names.
    @discardableResult
    package func event(_ names: String...) throws -> JSONObject {
        let reply = try stream.first { reply in
            names.contains(reply["event"]?.objectValue?["name"]?.stringValue ?? "")
        }
        return Self.row(reply["event"]?.objectValue ?? [:])
    }

    /// An event as one row, as in traces: the fields of its kind, its hint and its result beside the rest.
    package static func row(_ event: JSONObject) -> JSONObject {
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
    package func reply(withEvent name: String) throws -> JSONObject {
        try stream.first { $0["event"]?.objectValue?["name"]?.stringValue == name }
    }

    /// All events so far.
    package var events: [JSONObject] {
        let replies = stream.all
        for reply in replies[looked...] {
            if let event = reply["event"]?.objectValue { rows.append(Self.row(event)) }
        }
        looked = replies.count
        return rows
    }

    /// Their names.
    package var names: [String] { events.compactMap { $0["name"]?.stringValue } }

    /// All replies until the scene or the connection ends.
    package func rest() throws -> [JSONObject] { try stream.rest() }

    /// The error that ended it, if any.
    package var failure: ClientError? { stream.failure }

    /// Whether the last reply has come.
    package var isOver: Bool { stream.isOver }

    /// Ends the connection.
    package func hangUp() { stream.hangUp() }
}
