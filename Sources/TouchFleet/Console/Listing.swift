internal import Arguments
// Its headers define the C library's tm, too.
internal import CCrypto
internal import CShims
internal import Glibc
internal import StrictJSON
internal import TouchCore

/// Messages of a stream, and lines for people.
struct Listing {
    let bus: Bus

    /// All present messages of a stream with a subject, in order.
    ///
    /// - Parameter each: gets each message that is JSON.
    /// - Returns: when reading began, by the servers' clock.
    @discardableResult
    func messages(
        _ stream: String, _ subject: String, from start: StreamReader.Start = .oldest, isFollowing: Bool = false,
        each: (StoredMessage, JSONObject) throws(CommandError) -> Void
    ) throws(CommandError) -> WallTime {
        let reader: StreamReader
        do throws(BusError) { reader = try StreamReader(bus, stream, subject: subject, from: start) } catch {
            throw .bus(error)
        }
        var left = reader.pending
        while left > 0 || isFollowing {
            let message: StoredMessage?
            do throws(BusError) { message = try reader.next(within: Bus.patience) } catch {
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

    /// Whether the servers have any message of a kiosk.
    func knows(_ kiosk: String) throws(CommandError) -> Bool {
        let places = [
            (FleetNames.bucketStream, FleetNames.key(kiosk, "*")),
            (FleetNames.results, FleetNames.subject(kiosk, "result")),
        ]
        do throws(BusError) {
            for (stream, subject) in places
            where try StreamReader(bus, stream, subject: subject, from: .lastOfEachSubject).pending > 0 {
                return true
            }
        } catch { throw .bus(error) }
        return false
    }

    /// Prints a line.
    static func print(_ line: String) throws(CommandError) {
        guard StandardStream.output.write(line + "\n") else { throw .unread }
    }

    /// A moment in UTC, to the second.
    static func time(_ time: WallTime) -> String {
        var seconds = time_t(time.seconds)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        var buffer = [CChar](repeating: 0, count: 32)
        let count = unsafe strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A length of time in its largest unit, such as `12 s` or `3 d`.
    static func length(_ length: Interval) -> String {
        let seconds = length.wholeSeconds
        if seconds < 120 { return "\(seconds) s" }
        if seconds < 120 * 60 { return "\(seconds / 60) min" }
        return seconds < 48 * 3_600 ? "\(seconds / 3_600) h" : "\(number(Int(seconds / 86_400))) d"
    }

    /// How long ago something was.
    static func age(_ age: Interval) -> String { "\(length(max(age, .zero))) ago" }

    /// A number whose thousands are separated by commas.
    static func number(_ number: Int) -> String {
        var (text, digits) = ("", String(number)[...])
        while digits.count > 3 {
            text = ",\(digits.suffix(3))\(text)"
            digits = digits.dropLast(3)
        }
        return digits + text
    }

    /// Columns as wide as their widest field.
    static func table(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let fields = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(fields.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The kiosk in a subject, which its certificate permits, rather than in the message.
    static func kiosk(of subject: String) -> String? {
        let parts = subject.split(separator: ".")
        guard parts.count == 4 else { return nil }
        return String(parts[2])
    }
}
