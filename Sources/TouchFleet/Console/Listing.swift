internal import Arguments
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
    func messages(
        _ stream: String, _ subject: String, from start: StreamReader.Start = .oldest, isFollowing: Bool = false,
        each: (StoredMessage, JSONObject) throws(ConsoleError) -> Void
    ) throws(ConsoleError) {
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
    }

    /// Prints a line.
    static func print(_ line: String) throws(ConsoleError) {
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
