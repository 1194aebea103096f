internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import Varlink

/// The beginnings of the messages about one widget, escaped once.
struct EventOpening {
    /// Up to the name of the event.
    private let plain: [UInt8]
    /// Up to the moment of the event, for the event name sent last: most events are moves.
    fileprivate private(set) var head: [UInt8] = []
    /// Behind the moment: the beginning of the members of its kind.
    fileprivate let group: ShortText
    /// The same up to the number of a place's `x`.
    fileprivate let place: ShortText
    private var word: StaticString = ""

    /// Prepares the messages of a widget.
    init(widget: String, kind: String) {
        var writer = JSONWriter()
        writer.literal(ReplyText.opening)
        writer.key("event" as StaticString)
        writer.beginObject()
        writer.member("widget", widget)
        writer.literal(",\"name\":\"")
        plain = writer.bytes
        (group, place) = Self.groups[kind] ?? Self.group(of: kind)
    }

    /// What all widgets of a kind share, made once.
    private static let groups = Dictionary(
        uniqueKeysWithValues: ModelCatalog.all.map { ($0.kind, group(of: $0.kind)) })

    private static func group(of kind: String) -> (group: ShortText, place: ShortText) {
        let group = ",\"\(WidgetRequest.member(of: kind))\":{"
        return (ShortText(group.utf8), ShortText((group + "\"x\":").utf8))
    }

    /// Writes the beginning of a message about an event, up to its moment, into ``head``.
    mutating func spell(_ event: Events.Event) {
        if unsafe event.word.utf8Start == word.utf8Start { return }
        word = event.word
        // In the same memory, which has grown large enough after some events.
        var writer = JSONWriter()
        swap(&writer.bytes, &head)
        writer.clear()
        writer.bytes.append(contentsOf: plain)
        writer.literal(event.word)
        writer.literal("\",\"timeUSec\":")
        swap(&writer.bytes, &head)
    }
}

/// Writes the messages about the events of one moment: whole replies, straight into the buffer of the connection.
struct EventText {
    /// The last moment that was written, as text.
    private var time: Instant
    private var digits: ShortText

    /// Starts with the moment of an event.
    init(_ time: Instant) {
        self.time = time
        digits = ShortText(time.microseconds)
    }

    /// Writes one event.
    mutating func write(
        _ event: Events.Event, of events: borrowing Events, after opening: inout EventOpening,
        into writer: inout JSONWriter
    ) {
        if event.time != time { self = EventText(event.time) }
        opening.spell(event)
        let place = event.place.map { (x: $0.x, y: $0.y) }
        if event.isOnlyPlace {
            return place != nil
                ? writer.write(head: opening.head, digits, middle: opening.place, place: place, tail: Self.groupEnd)
                : writer.write(head: opening.head, digits, middle: Self.nothing, place: nil, tail: Self.end)
        }
        let others = events.others(of: event)
        let hasGroup = place != nil || !others.isEmpty
        if event.isExplained {
            writer.write(head: opening.head, digits, middle: Self.nothing, place: nil, tail: Self.nothing)
            Self.explain(event, into: &writer)
            if hasGroup { writer.append(opening.group) }
            if let place {
                writer.member("x", thousandths: place.x)
                writer.member("y", thousandths: place.y)
            }
        } else {
            let middle = place != nil ? opening.place : hasGroup ? opening.group : Self.nothing
            writer.write(head: opening.head, digits, middle: middle, place: place, tail: Self.nothing)
        }
        for index in others.indices {
            writer.key(others[index].word)
            Self.write(others[index].value, into: &writer)
        }
        writer.append(hasGroup ? Self.groupEnd : Self.end)
    }

    /// Ends the object of the event and the reply.
    private static let end = ShortText("}},\"continues\":true}\0".utf8)
    /// The same after the members of a kind.
    private static let groupEnd = ShortText("}}},\"continues\":true}\0".utf8)
    private static let nothing = ShortText("".utf8)

    /// Writes the members that events of every kind may have.
    private static func explain(_ event: Events.Event, into writer: inout JSONWriter) {
        if let input = event.input { writer.member("input", input.rawValue) }
        if let reason = event.reason { writer.member("reason", reason.rawValue) }
        guard let hint = event.hint else { return }
        writer.object("hint") { writer in
            writer.member("kind", hint.rawValue)
            writer.member("durationUSec", hint.duration.microseconds)
            guard let shaking = hint.shaking else { return }
            writer.member("pixels", shaking.pixels)
            writer.member("times", shaking.times)
        }
    }

    private static func write(_ value: Events.Value, into writer: inout JSONWriter) {
        switch value {
        case .bool(let value): writer.value(value)
        case .integer(let value): writer.value(value)
        case .number(let value): writer.value(value)
        case .word(let value): writer.value(value)
        case .words(let values): write(values, into: &writer) { $1.value($0) }
        case .integers(let values): write(values, into: &writer) { $1.value($0) }
        case .numbers(let values): write(values, into: &writer) { $1.value($0) }
        case .points(let places): write(places, into: &writer) { $1.value(["x": .real($0.x), "y": .real($0.y)]) }
        }
    }

    private static func write<Value>(
        _ values: [Value], into writer: inout JSONWriter, _ one: (Value, inout JSONWriter) -> Void
    ) {
        writer.beginArray()
        for value in values { one(value, &writer) }
        writer.endArray()
    }
}
