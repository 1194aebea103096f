import Arguments
import TestSupport
import Testing
import TouchRecording

@testable import DeskTools

@Suite struct ReplayTests {
    private static let recording = """
        # EVEMU 1.3
        N: Panel
        I: 0018 0000 0000 0000
        A: 2f 0 4 0 0 0
        A: 35 0 1000 0 0 0
        A: 36 0 1000 0 0 0
        E: 0.000001 0003 0039 0001
        E: 0.000001 0003 0035 0100
        E: 0.000001 0003 0036 0100
        E: 0.000001 0000 0000 0000
        E: 0.020001 0003 0035 0120
        E: 0.020001 0000 0000 0000
        E: 0.700001 0003 0039 -001
        E: 0.700001 0000 0000 0000

        """
    private static let scene = """
        {"trace":1,"about":"a button","view":[1000,1000]}
        {"widget":"go","kind":"button","frame":[0,0,300,300],"settings":{"longPressUSec":500000}}

        """

    private static func replay(_ words: [String] = []) throws -> String {
        let folder = try TemporaryFolder()
        let (file, scene) = (folder.path + "/r.evemu", folder.path + "/s.jsonl")
        try File.write(Array(Self.recording.utf8), to: file)
        try File.write(Array(Self.scene.utf8), to: scene)
        let run = ToolsRun(["replay", file, "--scene", scene] + words)
        #expect(run.status == .passed && run.complaints.isEmpty, "\(run.complaints)")
        return run.output
    }

    @Test func `a replay on a panel says that no touchsim is there, in the words of touchsim`() throws {
        let folder = try TemporaryFolder()
        let (file, socket) = (folder.path + "/r.evemu", folder.path + "/none.sock")
        try File.write(Array(Self.recording.utf8), to: file)
        let run = ToolsRun(["replay", file, "--into", socket])
        #expect(run.status == .couldNotRun)
        #expect(
            run.complaints == ["touchctl: touchsim is not running at \(socket) (start one with --control \(socket))"])
    }

    @Test func `a replay is a trace of the scene, the frames and the events, and plays to the same events`() throws {
        let trace = try Trace(parsing: Self.replay())
        #expect(trace.widgets.map(\.id) == ["go"])
        #expect(trace.inputs.count >= 3)
        #expect(trace.events.contains { $0.widget == "go" })
        let played = try trace.play()
        #expect(played.count == trace.events.count)
        for (played, written) in zip(played, trace.events) { #expect(played.agrees(with: written)) }
    }

    @Test func `the bytes are the same at any speed`() throws {
        let fast = try Self.replay()
        #expect(fast == (try Self.replay(["--speed", "20"])))
        #expect(fast == (try Self.replay(["--speed", "100000"])))
    }
}
