internal import Arguments
internal import StrictJSON
internal import TouchCore

/// The console with its connection to the servers, and its lines for people.
struct Console {
    let bus: Bus
    let isJSON: Bool

    func reply<Reply>(_ call: (Bus) throws(FleetError) -> Reply) throws(CommandError) -> Reply {
        do throws(FleetError) { return try call(bus) } catch { throw .bus(error) }
    }

    /// Gives `each` all present messages of a stream that are JSON, in order; returns when, by the servers' clock.
    @discardableResult
    func messages(
        _ stream: String, _ subject: String, from start: StreamReader.Start = .oldest, isFollowing: Bool = false,
        each: (StoredMessage, JSONObject) throws(CommandError) -> Void
    ) throws(CommandError) -> WallTime {
        let reader = try reply { bus throws(FleetError) in
            try StreamReader(bus, stream, subject: subject, from: start)
        }
        var left = reader.pending
        while left > 0 || isFollowing {
            guard let message = try reply({ _ throws(FleetError) in try reader.next(within: Bus.patience) }) else {
                if isFollowing, bus.isOpen { continue }
                throw .bus(.failed(call: "read stream \(stream)", reason: "the server went silent"))
            }
            left -= 1
            if let json = try? JSONObject(parsing: message.body) { try each(message, json) }
        }
        return reader.opened
    }

    func show(_ json: JSONObject, _ text: @autoclosure () -> String) throws(CommandError) {
        try Self.print(isJSON ? json.description : text())
    }

    static func print(_ line: String) throws(CommandError) {
        // The reader of the output has closed the pipe.
        guard StandardStream.output.write(line + "\n") else { throw .file("cannot write the output") }
    }

    /// A moment in UTC, to the second.
    static func time(_ time: WallTime) -> String { time.text("%Y-%m-%dT%H:%M:%SZ", isUTC: true) }

    /// A length of time in its largest unit, such as `12 s` or `3 d`.
    static func length(_ length: Interval) -> String {
        let seconds = length.wholeSeconds
        if seconds < 120 { return "\(seconds) s" }
        if seconds < 120 * 60 { return "\(seconds / 60) min" }
        return seconds < 48 * 3_600 ? "\(seconds / 3_600) h" : "\(number(Int(seconds / 86_400))) d"
    }

    static func age(_ age: Interval) -> String { "\(length(max(age, .zero))) ago" }

    static func number(_ number: Int) -> String {
        var (text, digits) = ("", String(number)[...])
        while digits.count > 3 {
            text = ",\(digits.suffix(3))\(text)"
            digits = digits.dropLast(3)
        }
        return digits + text
    }
}

extension CommandError {
    static func unknown(_ kiosk: String) -> CommandError {
        CommandError("no kiosk \(kiosk) has sent anything", status: .usage)
    }

    static func bus(_ error: FleetError) -> CommandError {
        CommandError(error.description, status: .couldNotRun, cause: error)
    }
}
