private import StrictJSON
private import TouchCore
private import TouchModels

extension Trace {
    /// Reads a trace: JSON lines as described in docs/trace.md.
    ///
    /// Empty lines are skipped.
    package init(parsing text: String) throws(TraceError) {
        self.init(about: "", view: Size(width: 0, height: 0), widgets: [], inputs: [], events: [])
        var number = 0
        var hasHeader = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            if line.allSatisfy(\.isWhitespace) { continue }
            let object: JSONObject
            do { object = try JSONObject(parsing: String(line)) } catch {
                throw TraceError("line \(number): \(error)")
            }
            if !hasHeader && object["trace"] == nil { throw Self.noHeader }
            hasHeader = true
            try read(TraceLine(number: number, object: object))
        }
        guard hasHeader else { throw Self.noHeader }
    }

    private static let noHeader = TraceError("line 1: a trace begins with {\"trace\":1,…}")

    private mutating func read(_ line: TraceLine) throws(TraceError) {
        if line.object["trace"] != nil {
            guard line.object["trace"] == .integer(1) else { throw line.wrong("only version 1 is known") }
            about = try line.text("about")
            let sides = try line.numbers("view", 2)
            view = Size(width: sides[0], height: sides[1])
        } else if line.object["kind"] != nil {
            let frame = try line.numbers("frame", 4)
            widgets.append(
                WidgetLine(
                    id: try line.text("widget"), kind: try line.text("kind"),
                    frame: Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3]),
                    settings: try line.settings()))
        } else if line.object["event"] != nil {
            events.append(try line.event())
        } else {
            inputs.append(Input(time: try line.time(), action: try line.action()))
        }
    }
}

/// One line of a trace, with its number for errors.
private struct TraceLine {
    let number: Int
    let object: JSONObject

    func wrong(_ reason: String) -> TraceError { TraceError("line \(number): \(reason)") }

    func text(_ key: String) throws(TraceError) -> String {
        guard let text = object[key]?.stringValue else { throw wrong("\(key) must be a text") }
        return text
    }

    func time() throws(TraceError) -> Instant {
        guard let time = object["us"]?.integerValue else { throw wrong("us must be whole microseconds") }
        return Instant(microseconds: time)
    }

    func numbers(_ key: String, _ count: Int) throws(TraceError) -> [Double] {
        let numbers = object[key]?.arrayValue?.compactMap(\.doubleValue) ?? []
        guard numbers.count == count, object[key]?.arrayValue?.count == count else {
            throw wrong("\(key) must be \(count) numbers")
        }
        return numbers
    }

    func settings() throws(TraceError) -> Settings {
        guard let given = object["settings"] else { return [:] }
        guard case .object(let members) = given else { throw wrong("settings must be an object") }
        return try settings(members)
    }

    private func settings(_ members: JSONObject) throws(TraceError) -> Settings {
        var settings = Settings()
        for (key, value) in members { settings[key] = try setting(key, value) }
        return settings
    }

    private func setting(_ key: String, _ value: JSON) throws(TraceError) -> Setting {
        switch value {
        case .bool(let bool): return .bool(bool)
        case .string(let word): return .word(word)
        case .integer(let number): return .number(Double(number))
        case .real(let number): return .number(number)
        case .array(let values):
            var list: [Setting] = []
            for value in values { list.append(try setting(key, value)) }
            return .list(list)
        case .object(let members): return .group(try settings(members))
        case .null: throw wrong("setting \(key) must not be null")
        }
    }

    func event() throws(TraceError) -> TraceEvent {
        var event = TraceEvent(name: try text("event"), widget: try text("widget"), time: try time(), fields: [:])
        for (key, value) in object where !["event", "widget", "us"].contains(key) {
            event.fields[key] = try field(key, value)
        }
        return event
    }

    private func field(_ key: String, _ value: JSON) throws(TraceError) -> Events.Value {
        switch value {
        case .bool(let bool): return .bool(bool)
        case .string(let word): return .word(word)
        case .integer(let number): return .integer(Int(number))
        case .real(let number): return .number(number)
        case .array(let values):
            let words = values.compactMap(\.stringValue)
            if words.count == values.count && !words.isEmpty { return .words(words) }
            let numbers = values.compactMap(\.doubleValue)
            if numbers.count == values.count { return .numbers(numbers) }
            throw wrong("field \(key) must be a list of words or of numbers")
        case .null, .object: throw wrong("field \(key) must be a number, a word, a list, true or false")
        }
    }

    func action() throws(TraceError) -> Trace.Action {
        if let contacts = object["frame"]?.arrayValue {
            var list: [Contact] = []
            for contact in contacts { list.append(try self.contact(contact)) }
            return .frame(list)
        }
        if object["tick"] == .bool(true) { return .tick }
        if object["cancel"] == .bool(true) { return .cancel }
        if object["judge"] != nil {
            guard let accepted = object["accepted"]?.boolValue else { throw wrong("accepted must be true or false") }
            return .judge(widget: try text("judge"), accepted: accepted)
        }
        if object["reset"] != nil {
            let target = try numbers("target", 2)
            return .reset(widget: try text("reset"), target: Point(x: target[0], y: target[1]))
        }
        throw wrong("none of trace, kind, event, frame, tick, cancel, judge, reset")
    }

    func contact(_ value: JSON) throws(TraceError) -> Contact {
        guard let parts = value.arrayValue, parts.count == 4, let id = parts[0].integerValue, id > 0,
            let phase = Phase.allCases.first(where: { $0.word == parts[1].stringValue }),
            let x = parts[2].doubleValue, let y = parts[3].doubleValue
        else { throw wrong("a contact is [id, \"began|moved|ended|cancelled\", x, y]") }
        return Contact(id: ContactID(UInt64(id)), phase: phase, position: Point(x: x, y: y))
    }
}
