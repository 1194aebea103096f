import Arguments
import enum Arguments.ExitStatus
import TestSupport
import Testing

/// `touchctl plot` from the command line.
struct PlotTests {
    private static let trace = """
        {"trace":1,"about":"a tap","view":[320,200]}
        {"us":0,"frame":[[1,"began",100,50]]}
        {"us":10000,"frame":[[1,"ended",100,50]]}

        """

    /// The first bytes of the picture; empty if there is none.
    private static func picture(in folder: TemporaryFolder) -> [UInt8] {
        Array(((try? TemporaryFolder.bytes(of: folder.path(of: "plot.png"))) ?? []).prefix(24))
    }

    private static func run(_ words: String...) -> (status: ExitStatus, complaint: String) {
        let run = ToolsRun(words)
        return (run.status, run.complaints.last ?? "")
    }

    @Test func `a trace becomes a picture of the requested size`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.trace, to: "trace.jsonl")
        let (status, complaint) = Self.run(
            "plot", "\(folder.path)/trace.jsonl", "-o", "\(folder.path)/plot.png", "--size", "300x200")
        #expect(status == .passed, "\(complaint)")
        let head: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 1, 44, 0, 0, 0, 200]
        #expect(Self.picture(in: folder) == head)
        let plain = try TemporaryFolder.bytes(of: folder.path(of: "plot.png"))
        _ = Self.run(
            "plot", "\(folder.path)/trace.jsonl", "-o", "\(folder.path)/plot.png", "--size", "300x200", "--map")
        #expect(Self.picture(in: folder) == head)
        #expect(try TemporaryFolder.bytes(of: folder.path(of: "plot.png")) != plain)
    }

    @Test(arguments: [
        ("{\"trace\":1,\"about\":\"\",\"view\":[1]}", "line 1: view must be 2 numbers"),
        ("hello", "line 1: "),
        (trace + "{\"us\":1}", "line 4: none of trace, kind"),
        (trace + "{\"widget\":\"w\",\"kind\":\"lever\",\"frame\":[0,0,9,9]}", "unknown kind lever"),
        ("{\"trace\":1,\"about\":\"\",\"view\":[0,0]}", "the view has no area"),
    ])
    func `a broken trace is reported with line and reason, and leaves no picture`(text: String, reason: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "trace.jsonl")
        let (status, complaint) = Self.run("plot", "\(folder.path)/trace.jsonl", "-o", "\(folder.path)/plot.png")
        #expect(status == .couldNotRun)
        #expect(complaint.contains("trace.jsonl: ") && complaint.contains(reason), "\(complaint)")
        #expect(Self.picture(in: folder).isEmpty)
    }

    @Test func `a missing trace and an unwritable picture are named`() throws {
        let folder = try TemporaryFolder()
        let (trace, none) = (try folder.write(Self.trace, to: "trace.jsonl"), "/proc/nonexistent/file")
        for (from, to) in [(none, none + ".png"), (trace, none)] {
            let (status, complaint) = Self.run("plot", from, "-o", to)
            #expect(status == .couldNotRun && complaint == "touchctl: \(none): No such file or directory")
        }
    }
}
