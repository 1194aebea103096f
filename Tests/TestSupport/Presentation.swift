package import StrictJSON
package import Varlink

/// A scene on screen, as its front end sees it.
package final class Presentation<Calls: Replies> {
    private let stream: Calls
    /// The events among the replies that were looked at.
    private var rows: [JSONObject] = []
    private var looked = 0
    package let scene: String
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

    package func layout(of widget: String) -> JSONObject? {
        ready["layout"]?.arrayValue?.compactMap(\.objectValue).first { $0["widget"]?.stringValue == widget }
    }

    /// The parts of a widget, with places in pixels of the view, as fingers have them.
    package func parts(of widget: String) -> JSONObject? {
        guard let layout = layout(of: widget), let frame = layout["frame"]?.objectValue else { return nil }
        let own = layout.first { !["widget", "frame"].contains($0.key) }?.value
        func placed(_ value: JSON) -> JSON {
            if let values = value.arrayValue { return .array(values.map(placed)) }
            guard let object = value.objectValue else { return value }
            var moved: JSONObject = [:]
            for (key, part) in object {
                let start = ["x", "y"].contains(key) ? frame[key]?.doubleValue : nil
                moved[key] = start.map { .real($0 + (part.doubleValue ?? .nan)) } ?? placed(part)
            }
            return .object(moved)
        }
        return own.map(placed)?.objectValue ?? [:]
    }

    /// The next reply whatever it is.
    package func next() throws -> JSONObject { try stream.next() }

    /// What the next reply says that reports whether touches are accepted.
    package func pauses() throws -> JSON? { try stream.first { $0["paused"] != nil }["paused"] }

    /// The next event of one of those names.
    @discardableResult
    package func event(_ names: String...) throws -> JSONObject {
        let reply = try stream.first { reply in
            names.contains(reply["event"]?.objectValue?["name"]?.stringValue ?? "")
        }
        return Self.row(reply["event"]?.objectValue ?? [:])
    }

    /// An event as one row, as in traces: the fields of its kind, its hint and its verdict beside the rest.
    package static func row(_ event: JSONObject) -> JSONObject {
        let names = [
            "hint": ["kind": "hint", "durationUSec": "hintUSec", "pixels": "hintPixels", "times": "hintTimes"]
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

    package var events: [JSONObject] {
        let replies = stream.all
        for reply in replies[looked...] {
            if let event = reply["event"]?.objectValue { rows.append(Self.row(event)) }
        }
        looked = replies.count
        return rows
    }

    package var names: [String] { events.compactMap { $0["name"]?.stringValue } }

    /// All replies until the scene or the connection ends.
    package func rest() throws -> [JSONObject] { try stream.rest() }

    package var failure: ClientError? { stream.failure }

    package var isOver: Bool { stream.isOver }

    package func hangUp() { stream.hangUp() }
}
