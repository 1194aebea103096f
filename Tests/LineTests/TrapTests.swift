import Glibc
import StrictJSON
import Testing
import TestSupport

/// What kernel, driver and libinput do to touches in the field, through real libinput.
@Suite struct TrapTests {
    /// Kernel events in short: `slot 0, id 5, x 100, y 200 |` ends a frame.
    static func recording(_ text: String) -> String {
        let codes = [
            "slot": "3 2f", "id": "3 39", "x": "3 35", "y": "3 36", "tool": "3 37", "key": "1 14a", "three": "1 14e",
        ]
        var (lines, time) = ("", 0)
        for frame in text.split(separator: "|") {
            for event in frame.split(separator: ",") {
                let words = event.split(separator: " ")
                if words == ["dropped"] { lines += "E: \(stamp(time)) 0 3 0\n" }
                guard words.count == 2, let code = codes[String(words[0])] else { continue }
                lines += "E: \(stamp(time)) \(code) \(words[1])\n"
            }
            lines += "E: \(stamp(time)) 0 0 0\n"
            time += 2
        }
        return lines
    }

    /// Hundredths of a second as evemu writes them.
    private static func stamp(_ hundredths: Int) -> String {
        "\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst())0000"
    }

    /// The result of a stream: `began 1, cancelled 1, …`, frames separated by `|`.
    private func story(
        _ text: String, description: String? = nil, notice: String? = nil, speed: Int = 1
    ) throws -> String {
        var setup = Line.Setup(startsDaemon: false)
        let folder = try TemporaryFolder()
        if let description { setup.description = try folder.write(description, to: "panel.desc") }
        var story = ""
        try withLine(setup) { line in
            let dump = try line.dump()
            let path = try line.folder.write(Self.recording(text), to: "trap.events")
            try line.draw("play \(path) speed \(speed)")
            let lines = try line.end(dump)
            var frames: [String] = []
            for object in try lines.map({ try JSONObject(parsing: $0) }) where object["type"] == "frame" {
                let contacts = object["contacts"]?.arrayValue?.compactMap(\.objectValue) ?? []
                frames.append(
                    contacts.map { "\($0["phase"]?.stringValue ?? "?") \($0["id"]?.integerValue ?? 0)" }
                        .joined(separator: ", "))
            }
            story = frames.joined(separator: " | ")
            if let notice {
                let count = lines.filter { $0.contains("\"\(notice)\"") }.count
                #expect(count == 1, "\(notice) in \(lines)")
            }
        }
        return story
    }

    @Test func `a finger that lifts unseen is cancelled`() throws {
        let story = try story("slot 0,id 5,x 100,y 100,key 1|x 300|id -1,key 0,dropped|x 400", notice: "events-lost")
        #expect(story.hasSuffix("cancelled 1") && !story.contains("ended"), "\(story)")
    }

    /// At speed 0 everything is there before the first event is read.
    @Test(arguments: [0, 1])
    func `a tracking id that changes without a lift is another finger`(speed: Int) throws {
        let story = try story(
            "slot 0,id 45,x 4000,y 100,key 1|id 46,x 100|x 120|id -1,key 0", notice: "replaced-finger", speed: speed)
        #expect(story == "began 1 | cancelled 1, began 2 | moved 2 | ended 2")
    }

    @Test func `a tracking id that changes with a lift in the same frame is another finger`() throws {
        let story = try story(
            "slot 0,id 45,x 4000,y 100,key 1|id -1,id 46,x 3990|x 3980|id -1,key 0")
        #expect(story == "began 1 | ended 1, began 2 | moved 2 | ended 2")
    }

    @Test(arguments: [0, 1])
    func `of two fingers only the replaced one is another`(speed: Int) throws {
        let story = try story(
            "slot 0,id 1,x 1000,y 100,slot 1,id 2,x 3000,y 100,key 1|slot 0,x 1010,slot 1,id -1,id 3,x 3010|"
                + "slot 0,id -1,slot 1,id -1,key 0", speed: speed)
        #expect(story == "began 1, began 2 | moved 1, ended 2, began 3 | ended 1, ended 3")
    }

    @Test func `a movement below the fuzz of the last slot does not hold back the others`() throws {
        let fuzzy = PanelFile.tenContacts(fuzz: 40)
        let story = try story(
            "slot 0,id 1,x 1000,y 100,slot 1,id 2,x 3000,y 100,key 1|slot 0,x 1100,slot 1,x 3001|"
                + "slot 0,id -1,slot 1,id -1,key 0", description: fuzzy)
        #expect(story == "began 1, began 2 | moved 1 | ended 1, ended 2")
    }

    @Test func `a palm is cancelled, and the finger after it is reported`() throws {
        let story = try story(
            "slot 0,id 1,x 1000,y 100,key 1|tool 2|x 1200|tool 0|id -1,key 0|id 2,x 500,key 1|id -1,key 0",
            description: PanelFile.tenContacts(hasToolType: true))
        #expect(story == "began 1 | cancelled 1 | began 2 | ended 2")
    }

    @Test func `a panel that has only multitouch axes works`() throws {
        let story = try story(
            "slot 0,id 1,x 1000,y 100|slot 1,id 2,x 2000,y 100|x 2010|slot 0,id -1|slot 1,id -1",
            description: PanelFile.tenContacts(hasPlainAxes: false))
        #expect(story == "began 1 | began 2 | moved 2 | ended 1 | ended 2")
    }

    /// As the kernel's input_mt_report_slot_state and Windows-certified panels do: a palm lifts as a palm, and the next
    /// finger in its slot reports after its id that it is one.
    @Test func `three fingers after three palms are reported`() throws {
        let story = try story(
            (1...3).map { "slot 0,id \($0 * 2),tool 2,x 1000,y \($0)|id -1|id \($0 * 2 + 1),tool 0,x 2000,y 9|id -1" }
                .joined(separator: "|"), description: PanelFile.tenContacts(hasToolType: true))
        #expect(story == "began 1 | ended 1 | began 2 | ended 2 | began 3 | ended 3")
    }

    @Test func `after a drop in the middle of a frame and another slot every tap is reported and none stays`() throws {
        let story = try story(
            "slot 0,id 1,x 1000,y 100,key 1|dropped,x 1010|slot 1,id 2,x 3000,y 700|id -1|slot 0,id -1|id 3,x 500,y 9|"
                + "id -1,key 0", notice: "events-lost")
        #expect(story == "began 1 | cancelled 1 | began 2 | ended 2 | began 3 | ended 3")
    }

    @Test func `a finger that rests through a loss continues in the silence after it`() throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            let dump = try line.dump()
            try line.draw("down 0 640,400")
            try line.draw("lose down 1 200,200")
            _ = try dump.output.first { $0.contains(#""cancelled""#) }
            _ = try dump.output.first { $0.contains(#""id":2,"phase":"began""#) && $0.contains(#""id":3"#) }
            try line.draw("up 0")
            try line.draw("up 1")
            let found = try DumpedContacts(line.end(dump))
            #expect(found.oddities.isEmpty && found.cancels == 1 && found.contacts.count == 3)
            #expect(!found.contacts.contains { !$0.isOver })
        }
    }

    @Test func `forty fingers of one panel are reported, each once`() throws {
        let down = (0..<40).map { "slot \($0),id \($0 + 1),x \($0 * 100),y 100" }.joined(separator: "|")
        let up = (0..<40).map { "slot \($0),id -1" }.joined(separator: "|")
        let story = try story("\(down)|\(up)", description: PanelFile.tenContacts(slots: 40))
        let phases = story.split { $0 == "|" || $0 == "," }.map { $0.split(separator: " ").first ?? "" }
        #expect(phases.filter { $0 == "began" }.count == 40 && phases.filter { $0 == "ended" }.count == 40)
    }

    @Test func `of three fingers on a panel with two slots the third is reported once it has one`() throws {
        let story = try story(
            "slot 0,id 1,x 1000,y 100,key 1|slot 1,id 2,x 3000,y 100|three 1|x 3010|slot 0,id -1,three 0|"
                + "id 3,x 2000,y 900|x 2010|slot 1,id -1|slot 0,id -1,key 0",
            description: PanelFile.tenContacts(slots: 2, countsFingers: true))
        #expect(story == "began 1 | began 2 | moved 2 | ended 1 | began 3 | moved 3 | ended 2 | ended 3")
    }

    @Test func `a slot that a panel does not have cancels no other finger`() throws {
        let story = try story(
            "slot 0,id 1,x 1000,y 100,key 1|slot 2,id 7,x 3000|x 3010|slot 0,x 1010|slot 2,id -1|slot 0,id -1,key 0",
            description: PanelFile.tenContacts(slots: 2))
        let phases = story.split { $0 == "|" || $0 == "," }.map { $0.split(separator: " ").first ?? "" }
        let ends = phases.count { $0 == "ended" || $0 == "cancelled" }
        #expect(phases.count { $0 == "began" } == ends && ends >= 1, "\(story)")
    }

    /// libinput distinguishes the fingers of a seat by the bits of a word, so it follows thirty-two.
    @Test func `forty fingers on two panels of a seat are reported, each once`() throws {
        let folder = try TemporaryFolder()
        let panel = try folder.write(PanelFile.tenContacts(slots: 20), to: "panel.desc")
        func events(down: Bool) throws -> String {
            let text = (0..<20).map { "slot \($0),id \(down ? $0 + 1 : -1),x \($0 * 100 + 5),y 100" }
            return try folder.write(Self.recording(text.joined(separator: "|")), to: "\(down).events")
        }
        try withLine(Line.Setup(description: panel, panels: 2, startsDaemon: false)) { line in
            let dump = try line.launch("touchd", ["--dump=json"])
            for _ in 0..<2 { _ = try dump.output.first { $0.contains(#""type":"device""#) } }
            for isDown in [true, false] {
                for panel in ["", "panel 2 "] { try line.draw("\(panel)play \(events(down: isDown)) speed 0") }
            }
            let found = try DumpedContacts(line.end(dump))
            #expect(found.oddities.isEmpty && found.cancels == 0 && !found.contacts.contains { !$0.isOver })
            #expect(found.contacts.count == 40)
        }
    }

    @Test func `a panel of protocol A is read through mtdev`() throws {
        // Anonymous contacts, each closed by SYN_MT_REPORT (0 2).
        let frames = [[(1_000, 100)], [(1_010, 100), (3_000, 500)], [(1_020, 110), (3_010, 500)], [(3_020, 510)], []]
        var text = ""
        for frame in frames {
            for (x, y) in frame {
                text += "E: 0.000001 3 35 \(x)\nE: 0.000001 3 36 \(y)\nE: 0.000001 0 2 0\n"
            }
            if frame.isEmpty { text += "E: 0.000001 0 2 0\n" }
            text += "E: 0.000001 0 0 0\n"
        }
        let folder = try TemporaryFolder()
        let description = try folder.write(PanelFile.oldProtocol, to: "panel.desc")
        try withLine(Line.Setup(description: description, startsDaemon: false)) { line in
            let dump = try line.dump()
            let path = try line.folder.write(text, to: "old.events")
            try line.draw("play \(path) speed 0")
            let found = try DumpedContacts(line.end(dump))
            #expect(found.oddities.isEmpty && found.cancels == 0)
            #expect(found.contacts.count == 2 && !found.contacts.contains { !$0.isOver })
        }
    }

    @Test func `a finger that is down when the panel is opened is reported and ignored`() throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            try line.draw("down 0 640,400")
            let dump = try line.dump()
            try line.draw("move 0 700,400")
            try line.draw("up 0")
            try line.draw("tap 100,100 hold 1")
            let found = try DumpedContacts(line.end(dump))
            #expect(found.device?["fingers_at_start"] == 1 && found.contacts.count == 1)
        }
    }

    @Test func `a panel unplugged during a gesture cancels each finger once`() throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            let dump = try line.dump()
            try line.draw("down 0 100,100")
            try line.draw("down 1 900,100")
            _ = try dump.output.first { $0.contains(#""id":2,"phase":"began""#) }
            try line.draw("unplug")
            _ = try dump.output.first { $0.contains(#""type":"removed""#) }
            let found = try DumpedContacts(line.end(dump))
            #expect(found.cancels == 2 && found.oddities.isEmpty && !found.contacts.contains { !$0.isOver })
        }
    }

    @Test func `consecutive losses cause no lifts, and are reported once`() throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            let dump = try line.dump()
            for _ in 0..<8 {
                try line.draw("down 0 640,400")
                _ = try dump.output.first { $0.contains("began") }
                try line.draw("lose up 0")
                _ = try dump.output.first { $0.contains("cancelled\",") }
            }
            let lines = try line.end(dump)
            #expect(try DumpedContacts(lines).cancels == 8)
            #expect(lines.filter { $0.contains("\"events-lost\"") }.count == 1)
        }
    }
}
