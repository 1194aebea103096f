internal import Arguments
internal import StrictJSON
internal import TouchCore

/// Messages of a stream, and lines for people.
struct Listing {
    let bus: Bus

    /// Gives `each` all present messages of a stream that are JSON, in order; returns when, by the servers' clock.
    @discardableResult
    func messages(
        _ stream: String, _ subject: String, from start: StreamReader.Start = .oldest, isFollowing: Bool = false,
        each: (StoredMessage, JSONObject) throws(CommandError) -> Void
    ) throws(CommandError) -> WallTime {
        let reader: StreamReader
        do throws(FleetError) { reader = try StreamReader(bus, stream, subject: subject, from: start) } catch {
            throw .bus(error)
        }
        var left = reader.pending
        while left > 0 || isFollowing {
            let message: StoredMessage?
            do throws(FleetError) { message = try reader.next(within: Bus.patience) } catch {
                throw .bus(error)
            }
            guard let message else {
                if isFollowing, bus.isOpen { continue }
                throw .bus(.failed(call: "read stream \(stream)", reason: "the server went silent"))
            }
            left -= 1
            if let json = try? JSONObject(parsing: message.body) { try each(message, json) }
        }
        return reader.opened
    }

    func knows(_ kiosk: String) throws(CommandError) -> Bool {
        let places = [
            (FleetNames.bucketStream, FleetNames.key(kiosk, "*")),
            (FleetNames.results, FleetNames.subject(kiosk, "result")),
        ]
        do throws(FleetError) {
            for (stream, subject) in places
            where try StreamReader(bus, stream, subject: subject, from: .lastOfEachSubject).pending > 0 {
                return true
            }
        } catch { throw .bus(error) }
        return false
    }

    static func print(_ line: String) throws(CommandError) {
        guard StandardStream.output.write(line + "\n") else { throw .unread }
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

    /// The kiosk in a subject, which its certificate permits, rather than in the message.
    static func kiosk(of subject: String) -> String? {
        let parts = subject.split(separator: ".")
        guard parts.count == 4 else { return nil }
        return String(parts[2])
    }
}

extension CommandError {
    static func unknown(_ kiosk: String) -> CommandError {
        CommandError("no kiosk \(kiosk) has sent anything", status: .usage)
    }

    static func bus(_ error: FleetError) -> CommandError {
        CommandError(error.description, status: .couldNotRun, cause: error)
    }

    /// The reader of the output has closed the pipe.
    static let unread = CommandError.file("cannot write the output")
}
