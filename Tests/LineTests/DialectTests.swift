import Glibc
import Testing
import TestSupport
import TouchCore
import TouchDevice
import TouchInput
import TouchRecording

/// The dialects of `touchd --dump` compared with the tools they come from, on the same stream.
@Suite(.showsLogs) struct DialectTests {
    private static let drawing =
        "together line 100,100 300,200 hold 20 | line 600,600 640,600 hold 40; tap 1279,799 hold 30; tap 0,0 hold 9"

    /// The lines of two programs that read the same drawing; each event and each lift has its word.
    private static func lines(
        of dialect: String, and tool: [String], ready: (String) -> Bool, event: String, lift: String
    ) throws -> (ours: [String], theirs: [String]) {
        let line = try Line(Line.Setup(startsDaemon: false))
        let theirs = try line.launch(tool[0], Array(tool.dropFirst()))
        let ours = try line.launch("touchd", ["--dump=\(dialect)", "/dev/input/event20"])
        _ = try ours.output.first(where: ready)
        _ = try theirs.output.first(where: ready)
        for command in drawing.split(separator: ";") { try line.draw(String(command)) }
        let found = try end(ours, of: line, afterLifts: lift)
        return (found, try end(theirs, after: found, event: event))
    }

    /// The lines of our dump of ``drawing``, which is ended once it has written the four lifts.
    private static func end(_ dump: Program, of line: Line, afterLifts lift: String) throws -> [String] {
        #expect(wrote(dump, 4, lift))
        return try line.end(dump)
    }

    /// The lines of a tool, which is ended once it has written as many events as `ours`.
    ///
    /// touchsim only knows that every reader has been given everything, not that a slow one has read it.
    private static func end(_ tool: Program, after ours: [String], event: String) throws -> [String] {
        #expect(wrote(tool, ours.count { $0.contains(event) }, event))
        tool.send(SIGINT)
        _ = try tool.end()
        _ = try tool.output.rest()
        // libinput ends its last line with an empty one.
        return tool.output.all.filter { !$0.isEmpty }
    }

    /// Waits until a program has written so many lines that contain `word`; false after a timeout.
    private static func wrote(_ program: Program, _ count: Int, _ word: String) -> Bool {
        Patience.until { program.output.all.count { $0.contains(word) } >= count }
    }

    /// A line of debug-events without its time.
    private static func timeless(_ line: String) -> String {
        let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let sign = parts[0].lastIndex(where: { $0 == "+" || $0 == "-" }) else { return line }
        return String(parts[0][..<sign]) + "\t" + parts[1]
    }

    /// The events that debug-events writes, without libinput's remarks between them that the machine is too slow.
    private static func reports(_ lines: [String]) -> [String] {
        lines.filter { $0.contains("TOUCH_") || $0.contains("DEVICE_") }
    }

    @Test func `events are those that evemu-record writes`() throws {
        let (ours, theirs) = try Self.lines(
            of: "evemu", and: ["/usr/bin/stdbuf", "-oL", "/usr/bin/evemu-record", "/dev/input/event20"],
            ready: { $0.hasPrefix("A: 39") }, event: "E: ", lift: " 0003 0039 -")
        let both = [ours, theirs].map { lines in lines.filter { !$0.hasPrefix("#") } }
        #expect(both[0].filter { !$0.hasPrefix("E:") } == both[1].filter { !$0.hasPrefix("E:") })
        // The timestamps begin at the first event in both; comments give gaps in whole milliseconds.
        let values = both.map { lines in
            lines.filter { $0.hasPrefix("E:") }.map { line in line.split(separator: " ").dropFirst(2).prefix(3) }
        }
        #expect(values[0].count > 100)
        #expect(values[0] == values[1])
    }

    @Test func `the YAML is that of libinput record`() throws {
        let (ours, theirs) = try Self.lines(
            of: "record", and: ["/usr/bin/stdbuf", "-oL", "/usr/bin/libinput", "record", "/dev/input/event20"],
            ready: { $0.hasPrefix("  events:") }, event: "    - [ ", lift: "  57,      -1]")
        func plain(_ lines: [String]) -> [String] {
            let start = lines.firstIndex { $0.hasPrefix("- node") } ?? 0
            return lines[start...].filter { !$0.hasPrefix("    #") && !$0.hasPrefix("  # Current") }
        }
        // udev knows more than the tool writes: all properties that affect a panel.
        let telling = plain(theirs)
        let found = plain(ours).filter { line in !line.hasPrefix("    - ID_") || telling.contains(line) }
        #expect(found.count > 100)
        #expect(found == telling)
    }

    @Test func `evtest lines are those of evtest`() throws {
        let (ours, theirs) = try Self.lines(
            of: "evtest", and: ["/usr/bin/stdbuf", "-oL", "/usr/bin/evtest", "/dev/input/event20"],
            ready: { $0.hasPrefix("Testing") }, event: "Event: ", lift: "value -1")
        let found = ours.filter { !$0.hasPrefix("# ") }
        #expect(found.count > 100)
        #expect(found == theirs.filter { !$0.hasPrefix("expected") })
    }

    /// A recording by name, the panel that it was made on, and the udev properties it needs.
    struct Source: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let recording: String
        let description: String
        var properties: [String] = []

        static let all =
            Fixtures.names(in: "recordings").filter { $0.hasSuffix(".evemu") }.map { name in
                let path = Fixtures.path(of: "recordings/\(name)")
                return Source(testDescription: name, recording: path, description: path)
            }
            + Corpus.recordings.map { name in
                Source(
                    testDescription: name, recording: Corpus.path(of: name), description: Corpus.description(of: name),
                    properties: (try? Remedy.properties(of: Corpus.description(of: name))) ?? [])
            }
    }

    /// A line of debug-events without its time and the number of its node.
    private static func nodeless(_ line: String) -> String {
        String(line.prefix(1)) + timeless(line).dropFirst(10)
    }

    @Test(arguments: Source.all)
    func `Debian's own tool agrees with ours on a recording, from the panel and from the file`(source: Source) throws {
        try Self.compare(source)
    }

    /// Up to ten fingers that move, tremble, land and lift, without slots.
    @Test func `they also agree on a panel of protocol A`() throws {
        var text = ""
        var fingers: [(x: Int, y: Int)] = []
        for number in 0..<200 {
            // Pseudorandom numbers, the same in every run.
            let dice = (number * 7_919 + 13) % 101
            if dice < 25, fingers.count < 10 { fingers.append((dice * 160 % 4_000, dice * 97 % 2_500)) }
            if dice > 85, !fingers.isEmpty { fingers.remove(at: dice % fingers.count) }
            for index in fingers.indices {
                let step = (dice + index * 31) % 47 - 23
                fingers[index].x = min(4_095, max(0, fingers[index].x + step))
                fingers[index].y = min(2_559, max(0, fingers[index].y + step / 2))
            }
            for finger in fingers.indices.map({ fingers[(number + $0) % fingers.count] }) {
                text += "E: 0.000001 3 35 \(finger.x)\nE: 0.000001 3 36 \(finger.y)\nE: 0.000001 0 2 0\n"
            }
            if fingers.isEmpty { text += "E: 0.000001 0 2 0\n" }
            text += "E: 0.000001 0 0 0\n"
        }
        text += "E: 0.000001 0 2 0\nE: 0.000001 0 0 0\n"
        let folder = try TemporaryFolder()
        try Self.compare(
            Source(
                testDescription: "old protocol", recording: try folder.write(text, to: "old.events"),
                description: try folder.write(PanelFile.oldProtocol, to: "old.desc")))
    }

    private static func compare(_ source: Source) throws {
        let setup = Line.Setup(description: source.description, properties: source.properties, startsDaemon: false)
        let line = try Line(setup)
        let ours = try line.launch("touchd", ["--dump=debug-events"])
        _ = try ours.output.first { $0.contains("DEVICE_ADDED") }
        let theirs = try line.launch("/usr/bin/stdbuf", ["-oL", "/usr/bin/libinput", "debug-events"])
        _ = try theirs.output.first { $0.contains("DEVICE_ADDED") }
        try line.draw("await-open 2")
        try line.draw("play \(source.recording) speed 0")
        let files = source.recording == source.description ? [] : [source.description]
        let converted = try line.launch("touchctl", ["convert"] + files + [source.recording, "--to", "debug-events"])
        #expect(try converted.end() == 0)
        let file = try converted.output.rest().map(nodeless)
        // A slow dump has not read everything yet. Where the two differ, the comparison says how.
        let expected = file.count { $0.contains("TOUCH_") }
        _ = wrote(ours, expected, "TOUCH_")
        let live = try line.end(ours)
        let told = reports(try end(theirs, after: live, event: "TOUCH_"))
        #expect(told.count > 5)
        #expect(live.map(timeless) == told.map(timeless))
        #expect(file.filter { !$0.contains("DEVICE_") } == told.filter { !$0.contains("DEVICE_") }.map(nodeless))
    }

    /// The lines that a dump of fingers would write of recordings.
    private static func replayed(_ devices: [DeviceRecording]) -> [String] {
        final class Frames: SeatSink {
            var lines: [String] = []
            func deviceAdded(_ device: Device) {}
            func deviceRemoved(_ id: DeviceID) {}
            func notice(_ notice: Notice) {}
            func frame(_ frame: borrowing Frame) { lines.append(FingerLines.line(of: frame)) }
        }
        let frames = Frames()
        let view = PanelView(view: Size(width: 100, height: 100))
        RecordedSeat(devices, view: { _ in view }, sink: frames).play(devices)
        return frames.lines
    }

    @Test(arguments: Fixtures.names(in: "recordings").filter { $0.hasSuffix(".evemu") || $0.hasSuffix(".jsonl") })
    func `a recording of events or of fingers is replayed into a virtual panel, whatever its axes`(name: String) throws
    {
        let stem = name.split(separator: ".")[0]
        let folder = try TemporaryFolder()
        let panel = stem == "one-finger" ? try folder.write(PanelFile.singleTouch, to: "single.desc") : nil
        let original = try TemporaryFolder.bytes(of: Fixtures.path(of: "recordings/\(stem).evemu"))
        let expected = try DumpedContacts(Self.replayed(RecordingFile(reading: original).devices))
        let line = try Line(Line.Setup(description: panel, startsDaemon: false))
        let dump = try line.dump()
        let replay = try line.launch(
            "touchctl",
            ["replay", Fixtures.path(of: "recordings/\(name)"), "--speed", "1000000", "--into", line.control])
        #expect(try replay.end() == 0, "\(replay.errors.all)")
        let found = try DumpedContacts(line.end(dump))
        #expect(found.oddities.isEmpty && found.cancels == 0)
        #expect(found.contacts.count == expected.contacts.count && !found.contacts.isEmpty)
        for (found, expected) in zip(found.contacts, expected.contacts) {
            #expect(found.isOver == expected.isOver)
            #expect(abs(found.x - expected.x) < 0.05 && abs(found.y - expected.y) < 0.05)
        }
    }

    @Test func `a dump draws its trace on request`() throws {
        let line = try Line(Line.Setup(startsDaemon: false))
        let picture = try line.folder.write("", to: "plot.png")
        let dump = try line.launch("touchd", ["--dump", "--plot", picture])
        _ = try dump.output.first { $0.hasPrefix("Touches") }
        try line.draw("line 100,100 300,200 hold 20")
        _ = try line.end(dump)
        #expect(try TemporaryFolder.bytes(of: picture).starts(with: [0x89, 0x50, 0x4e, 0x47]))
    }
}
