private import StrictJSON
private import TouchCore
private import TouchModels

extension TraceEvent {
    /// The event as a line of a trace; fields in alphabetical order.
    package var line: String {
        JSONWriter.line { json in
            json.member("event", name as String?)
            json.member("widget", widget as String?)
            json.member("us", time.microseconds)
            for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
                json.key(key)
                switch value {
                case .bool(let value): json.value(value)
                case .integer(let value): json.value(value)
                case .number(let value): json.value(value)
                case .word(let value): json.value(value as String)
                case .integers(let values): json.value(.array(values.map { .integer(Int64($0)) }))
                case .numbers(let values): json.value(.array(values.map { .real($0) }))
                case .points(let places): json.value(.array(places.flatMap { [.real($0.x), .real($0.y)] }))
                case .words(let values): json.value(.array(values.map { .string($0) }))
                }
            }
        }
    }
}
