internal import TouchCore
internal import TouchModels
package import TouchRecording

extension Trace {
    /// Plays the inputs through a new scene in simulated time; the events are always the same for the same trace.
    package func play() throws(TraceError) -> [TraceEvent] {
        var player = try TracePlayer(self)
        var events = Events()
        for input in inputs { player.play(input, &events) }
        return events.list.map { event in
            let fields = events.fields(of: event).map { ($0.key, $0.value) }
            return TraceEvent(
                name: event.name, widget: player.scene.widgets[event.widget].id, time: event.time,
                fields: Dictionary(fields) { _, last in last })
        }
    }
}

extension TraceEvent {
    /// Whether both are equal; numbers, whole or not, may differ by a millionth.
    package func agrees(with other: TraceEvent) -> Bool {
        guard name == other.name, widget == other.widget, time == other.time, fields.count == other.fields.count else {
            return false
        }
        return fields.allSatisfy { key, value in
            guard let theirs = other.fields[key] else { return false }
            guard let mine = Self.numbers(in: value), let others = Self.numbers(in: theirs) else {
                return value == theirs
            }
            return mine.count == others.count && zip(mine, others).allSatisfy { abs($0 - $1) <= 1e-6 }
        }
    }

    private static func numbers(in value: Events.Value) -> [Double]? {
        switch value {
        case .integer(let value): [Double(value)]
        case .number(let value): [value]
        case .integers(let values): values.map(Double.init)
        case .numbers(let values): values
        case .points(let places): places.flatMap { [$0.x, $0.y] }
        case .bool, .word, .words: nil
        }
    }
}
