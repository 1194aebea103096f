import Arguments
import enum Arguments.ExitStatus
import TestSupport
import Testing

@testable import DeskTools

@Suite struct ConvertTests {
    private static let description = """
        # EVEMU 1.3
        N: Panel
        I: 0018 0000 0000 0000
        B: 03 00 00 00 00 00 00 60 00
        A: 35 0 1279 0 0 0
        A: 36 0 767 0 0 0

        """
    private static let events = "E: 0.000001 0003 0035 0045\nE: 0.000001 0000 0000 0000\n"

    /// touchctl's output for those words, with two files in place of `desc` and `events`.
    private static func run(_ words: String...) throws -> (
        status: ExitStatus, output: String, complaints: [String]
    ) {
        let folder = try TemporaryFolder()
        let names = ["desc", "events", "out"].map(folder.path(of:))
        try File.write(Array(description.utf8), to: names[0])
        try File.write(Array(events.utf8), to: names[1])
        let words = words.map { word in ["desc", "events"].contains(word) ? folder.path(of: word) : word }
        let run = ToolsRun(["convert"] + words + ["-o", names[2]])
        return (run.status, (try? File.text(names[2])) ?? "", run.complaints)
    }

    @Test func `a description and its events become one recording`() throws {
        let (status, output, complaints) = try Self.run("desc", "events", "--to", "record")
        #expect(status == .passed && complaints.isEmpty)
        #expect(output.contains("ndevices: 1\n"))
        #expect(output.contains("    name: \"Panel\"\n"))
        #expect(output.contains("    - [  0,      1,   3,  53,      45]"))
    }

    @Test func `an unknown format is a usage error that names the known ones`() throws {
        let (status, _, complaints) = try Self.run("events", "--to", "xml")
        #expect(status == .usage)
        #expect(complaints.first?.contains("text, json, evemu, record, evtest, debug-events") == true)
    }

    @Test func `one of several devices is chosen by its number`() throws {
        let (status, output, _) = try Self.run("desc", "desc", "--device", "2", "--to", "evemu")
        #expect(status == .passed && output.contains("N: Panel"))
        #expect(try Self.run("desc", "desc", "--to", "evemu").status == .usage)
        #expect(try Self.run("desc", "--device", "2", "--to", "evemu").status == .usage)
    }

    @Test func `a file that is not a recording is named`() throws {
        let (status, _, complaints) = try Self.run("events", "--from", "record", "--to", "json")
        #expect(status == .couldNotRun)
        #expect(complaints.first?.contains("/events: ") == true)
    }

    @Test func `lines that belong to no recording are an error`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/lines"
        for text in ["{\"a\":1}\n{\"b\":2}\n", "{\"type\":\"weather\"}\n"] {
            try File.write(Array(text.utf8), to: path)
            let (status, output, complaints) = try Self.run(path, "--to", "evemu")
            #expect(status == .couldNotRun && output.isEmpty)
            #expect(complaints == ["touchctl: \(path): contains no device and no event"])
        }
    }
}
