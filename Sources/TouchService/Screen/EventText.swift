internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import Varlink

/// How the messages that tell of one widget begin, escaped once.
struct EventOpening {
    /// Up to the name of the event.
    private let plain: [UInt8]
    /// Up to the moment of the event, for the word that was told last: most are of moves.
    fileprivate private(set) var head: [UInt8] = []
    private var word: StaticString = ""

    /// Prepares the messages of a widget.
    init(widget: String) {
        var writer = JSONWriter()
        writer.literal(ReplyText.opening)
        writer.key("event" as StaticString)
        writer.beginObject()
        writer.member("widget", widget)
        writer.literal(",\"name\":\"")
        plain = writer.bytes
    }

    /// Spells the beginning of a message about an event, up to its moment, in ``head``.
    mutating func spell(_ event: Events.Event) {
        if unsafe event.word.utf8Start == word.utf8Start { return }
        word = event.word
        // In the same memory, which has grown after some words.
        var writer = JSONWriter()
        swap(&writer.bytes, &head)
        writer.clear()
        writer.bytes.append(contentsOf: plain)
        writer.literal(event.word)
        writer.literal("\",\"timeUSec\":")
        swap(&writer.bytes, &head)
    }
}

/// Writes the messages that tell of the events of one moment: the whole replies, straight into the buffer of the connection.
struct EventText {
    /// The moment that was written last, spelled.
    private var time: Instant
    private var digits: WholeText

    /// Starts with the moment of an event.
    init(_ time: Instant) {
        self.time = time
        digits = WholeText(time.microseconds)
    }

    /// Writes one event.
    mutating func write(
        _ event: Events.Event, of events: borrowing Events, after opening: inout EventOpening,
        into writer: inout JSONWriter
    ) {
        if event.time != time { self = EventText(event.time) }
        let place = event.place.map { (x: $0.x, y: $0.y) }
        let isWhole = event.isOnlyPlace
        opening.spell(event)
        writer.write(head: opening.head, digits, place: place, tail: isWhole ? Self.end : "")
        if isWhole { return }
        let others = events.others(of: event)
        for index in others.indices {
            writer.key(others[index].word)
            Self.write(others[index].value, into: &writer)
        }
        writer.literal(Self.end)
    }

    /// Ends the object of the event and the reply.
    private static var end: StaticString { "}},\"continues\":true}\0" }

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
