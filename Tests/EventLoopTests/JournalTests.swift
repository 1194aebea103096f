import Glibc
import Synchronization
import Testing

@testable import EventLoop

/// Collects log entries.
private final class Shelf: Sendable {
    private let kept = Mutex<[Journal.Entry]>([])

    var entries: [Journal.Entry] { kept.withLock { $0 } }
    var texts: [String] { entries.map(\.message) }

    func journal(_ level: Journal.Level = .info) -> Journal {
        Journal(level: level) { entry in self.kept.withLock { $0.append(entry) } }
    }
}

struct JournalTests {
    @Test func `a message goes to the sink with level, fields and id`() {
        let shelf = Shelf()
        shelf.journal().notice("panel gone", [.field("DEVICE", 3)], messageID: "0123456789abcdef0123456789abcdef")
        let entry = Journal.Entry(
            level: .notice, message: "panel gone", fields: [.field("DEVICE", "3")],
            messageID: "0123456789abcdef0123456789abcdef")
        #expect(shelf.entries == [entry])
    }

    @Test(arguments: Journal.Level.allCases)
    func `a level passes itself and more severe ones`(level: Journal.Level) {
        let shelf = Shelf()
        let journal = shelf.journal(level)
        journal.error("")
        journal.warning("")
        journal.notice("")
        journal.info("")
        journal.debug("")
        #expect(shelf.entries.map(\.level) == Journal.Level.allCases.filter { $0 <= level })
    }

    @Test func `a message below the level is not formatted`() {
        var count = 0
        func text() -> String {
            count += 1
            return "\(count)"
        }
        let shelf = Shelf()
        shelf.journal().debug(text(), [.field("N", text())])
        #expect(count == 0)
        shelf.journal(.debug).debug(text(), [.field("N", text())])
        #expect(count == 2)
    }

    @Test func `an oddity is reported once per key, as a warning`() {
        let shelf = Shelf()
        let journal = shelf.journal()
        for key in ["3 stamp", "3 stamp", "4 stamp"] { journal.once(key, "\(key)") }
        #expect(shelf.texts == ["3 stamp", "4 stamp"] && shelf.entries.map(\.level) == [.warning, .warning])
    }

    @Test func `the memory of keys is limited`() {
        let shelf = Shelf()
        let journal = shelf.journal()
        for number in 0..<Journal.onceLimit + 5 { journal.once("\(number)", "") }
        #expect(shelf.entries.count == Journal.onceLimit)
    }

    @Test func `a key is not used up while warnings are off`() {
        let shelf = Shelf()
        let journal = shelf.journal(.error)
        journal.once("k", "first")
        journal.level = .warning
        journal.once("k", "second")
        #expect(shelf.texts == ["second"])
    }

    @Test(arguments: [
        ("plain", "plain"), ("a\nb", "a\\nb"), ("a\tb", "a\\tb"), ("\u{1b}[2J", "\\x1b[2J"), ("\0", "\\x00"),
        ("\u{7f}", "\\x7f"), ("\u{9b}", "\\x9b"), ("\u{202e}x", "\\u{202e}x"), ("é ☺", "é ☺"), ("\r\n", "\\x0d\\n"),
    ])
    func `a text from outside can neither begin a line nor control a terminal`(text: String, line: String) {
        let shelf = Shelf()
        shelf.journal().info(text)
        #expect(shelf.texts == [line])
    }
}

struct SinkTests {
    private static let entry = Journal.Entry(
        level: .warning, message: "too long", fields: [.field("UID", 7), .field("NAME", "a\nb")],
        messageID: "0123456789abcdef0123456789abcdef")

    @Test func `journald gets priority, identifier, message, id and fields`() {
        #expect(
            Journal.Sinks.assignments(of: Self.entry, identifier: "touchd") == [
                "PRIORITY=4", "SYSLOG_IDENTIFIER=touchd", "MESSAGE=too long",
                "MESSAGE_ID=0123456789abcdef0123456789abcdef", "TOUCHD_UID=7", "TOUCHD_NAME=a\nb",
            ])
    }

    @Test func `a pipe gets the numeric prefix and a terminal the name`() {
        #expect(
            Journal.Sinks.line(for: Self.entry, of: "x", onTerminal: false)
                == "<4>x: too long UID=7 NAME=a\\nb")
        #expect(
            Journal.Sinks.line(for: Self.entry, of: "x", onTerminal: true)
                == "x: warning: too long UID=7 NAME=a\\nb")
    }

    @Test func `only the stream that systemd connected is the journal`() {
        #expect(Journal.Sinks.names("8:77", device: 8, inode: 77))
        for text in ["", "8:7", "8:770", "7:77", "77:8", "8", ":"] {
            #expect(!Journal.Sinks.names(text, device: 8, inode: 77), "\(text)")
        }
    }

    @Test func `a line is written completely to its descriptor`() throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        Journal(sink: Journal.Sinks.lines(on: ends[1], of: "x")).error("no panel", [.field("SEAT", "seat0")])
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = unsafe read(ends[0], &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "<3>x: no panel SEAT=seat0\n")
    }

    @Test func `a field that journald would reject is a programming error`() async {
        await #expect(processExitsWith: .failure) { _ = Journal.Field.field("lower", 1) }
        await #expect(processExitsWith: .failure) { _ = Journal.Field.field("A B", 1) }
        await #expect(processExitsWith: .failure) { _ = Journal.Field.field("A=B", 1) }
        await #expect(processExitsWith: .failure) { _ = Journal.Field.field("", 1) }
    }
}
