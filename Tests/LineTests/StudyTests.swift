import Glibc
import StrictJSON
import TestSupport
import Testing

/// `touchctl study`, with a page and a person that are a test.
@Suite(.showsLogs) struct StudyTests {
    private let line: Line
    private let file: String

    init() throws {
        line = try Line(Line.Setup(startsDaemon: false))
        file = line.folder.path(of: "study")
    }

    /// Somebody who agreed, with the rounds that have not been shown yet.
    private final class Person {
        let stream: Stream
        var rounds: [JSON]

        init(_ stream: Stream, _ rounds: [JSON]) { (self.stream, self.rounds) = (stream, rounds) }
    }

    /// A study and the person who agreed to it; `words` may begin with another program that runs it.
    private func begin(
        rounds: Int = 4, trustsVirtual: Bool = true, under words: String...
    ) throws -> (program: Program, person: Person) {
        try line.configure { $0.trustsVirtual = trustsVirtual }
        try line.startDaemon()
        let command = [Program.built("touchctl"), "--socket", line.socket, "study", "gesture", "--to", file]
        let all = words + command + ["--rounds", "\(rounds)"]
        let program = try line.launch(all[0], Array(all.dropFirst()))
        _ = try program.output.first { $0.hasPrefix("waiting for a person who agrees") }
        return (program, try consent())
    }

    /// A person agrees once the study has arrived at the daemon.
    private func consent() throws -> Person {
        var person: Person?
        let isThere = try Patience.until {
            let stream = try line.stream("io.touchd.scene.Requests", ["kinds": ["study"]])
            person = try stream.next()["requests"]?.arrayValue.map { Person(stream, $0) }
            return person != nil
        }
        guard isThere, let person else { throw Silence("a study") }
        return person
    }

    /// The next round, on screen.
    private func show(_ person: Person) throws -> (id: JSON, scene: Presentation<Stream>) {
        while person.rounds.isEmpty {
            if let wanted = try person.stream.next()["wanted"] { person.rounds.append(wanted) }
        }
        let id = try #require(person.rounds.removeFirst().objectValue?["id"])
        try line.call("io.touchd.captcha.Refresh", ["challengeId": id])
        let scene = try line.present([
            "id": "round", "kind": "gesture", "x": 0.0, "y": 0.0, "width": 400.0, "height": 300.0, "request": id,
        ])
        return (id, scene)
    }

    private func decline(_ person: Person) throws {
        let (id, scene) = try show(person)
        try line.call("io.touchd.captcha.Decline", ["challengeId": id])
        scene.hangUp()
    }

    /// The outcomes in a file, each line of which is whole.
    private func outcomes() throws -> [String] {
        let text = String(decoding: try TemporaryFolder.bytes(of: file), as: UTF8.self)
        #expect(text.isEmpty || text.last == "\n")
        return try text.split(separator: "\n").map {
            try JSONObject(parsing: String($0))["outcome"]?.stringValue ?? "?"
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
    func `an interrupted study takes its round off the screen and leaves whole lines`(signal: Int32) throws {
        let (program, person) = try begin()
        try decline(person)
        let (id, scene) = try show(person)
        program.send(signal)
        #expect(try program.end() == 128 + signal)
        _ = try person.stream.first { $0["over"] == id }
        #expect(try outcomes() == ["declined"])
        _ = scene
    }

    @Test func `a page that goes away ends the study, with a sentence, and the round counts for nobody`() throws {
        let (program, person) = try begin()
        let (_, scene) = try show(person)
        scene.hangUp()
        let (status, _, errors) = try program.outcome()
        #expect(status == 1)
        #expect(
            errors == [
                "touchctl: round 1 was taken off the screen: the person, the page or the panel has gone; "
                    + "0 of 4 rounds are in \(file)"
            ])
        #expect(try outcomes() == ["cancelled"])
    }

    @Test func `a person who leaves between two rounds ends the study, with a sentence`() throws {
        let (program, person) = try begin()
        let (id, scene) = try show(person)
        person.stream.hangUp()
        // The daemon has seen the end when there is nobody to agree to another study.
        let isGone = try Patience.until {
            try line.status("access")["connections"] == 3
        }
        #expect(isGone)
        try line.call("io.touchd.captcha.Decline", ["challengeId": id])
        scene.hangUp()
        let (status, _, errors) = try program.outcome()
        #expect(status == 1)
        #expect(errors == ["touchctl: the person no longer agrees, or has left: 1 of 4 rounds are in \(file)"])
    }

    /// As on a full disk, the first write beyond the limit is a short one.
    @Test func `a file that cannot grow keeps whole lines, and the study ends with a sentence`() throws {
        let whole =
            #"{"study":1,"kind":"gesture","profile":"default","input":"both","visit":"a","outcome":"missed","#
            + #""corrections":0}"# + "\n"
        // Sixty bytes of the next line fit.
        var text = whole
        while text.utf8.count + whole.utf8.count < 964 { text += whole }
        text += String(repeating: "\n", count: 964 - text.utf8.count)
        try line.folder.write(text, to: "study")
        let (program, person) = try begin(
            under: "/bin/bash", "-c", #"trap "" XFSZ; ulimit -f 1; exec "$@""#, "study")
        try decline(person)
        let (status, _, errors) = try program.outcome()
        #expect(status == 3)
        #expect(errors == ["touchctl: \(file): File too large; the rounds before this one are in it"])
        #expect(try line.folder.text(of: "study") == text)
    }

    @Test func `a study goes on after half a line, which it names`() throws {
        try line.folder.write(#"{"study":1,"kind":"ges"#, to: "study")
        let (program, person) = try begin(rounds: 1)
        #expect(program.output.all.first == "\(file): line 1: half a line, left out")
        try decline(person)
        #expect(try program.end() == 0)
        let report = try line.launch("touchctl", ["study", "report", file]).outcome()
        #expect(report.status == 0)
        #expect(report.output.prefix(2) == ["\(file): line 1: half a line, left out", "1 round of 1 visit"])
    }

    @Test func `a touch that does not count as a person's ends the study, and is nobody's failure`() throws {
        let (program, person) = try begin(trustsVirtual: false)
        let (_, scene) = try show(person)
        for _ in 0..<12 where program.isRunning { try line.draw("tap 200,150") }
        let (status, _, errors) = try program.outcome()
        #expect(status == 1)
        #expect(errors == ["touchctl: round 1 was not judged: untrusted_panel (see touchctl doctor)"])
        #expect(try outcomes() == ["cancelled"])
        _ = scene
    }
}
