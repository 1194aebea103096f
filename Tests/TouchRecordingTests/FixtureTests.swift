import TestSupport
import Testing
import TouchModels
import TouchRecording

/// Every file below Tests/Fixtures/traces is a test, and so is the trace in docs/trace.md.
struct FixtureTests {
    @Test(arguments: Fixtures.names(in: "traces").flatMap(Fixtures.traces) + ["../../docs/trace.md"])
    func `a trace plays to exactly its events`(path: String) throws {
        let lines = Fixtures.text(of: path).split(separator: "\n")
        let isDocument = path.hasSuffix(".md")
        let trace = try Trace(
            parsing: lines.filter { !isDocument || $0.hasPrefix("    {") }.joined(separator: "\n"))
        let played = try trace.play()
        let same = played.count == trace.events.count && zip(played, trace.events).allSatisfy { $0.agrees(with: $1) }
        #expect(!trace.about.isEmpty)
        #expect(same, "played:\n\(Self.list(played))\nexpected:\n\(Self.list(trace.events))")
    }

    static func list(_ events: [TraceEvent]) -> String {
        events.map(\.line).joined(separator: "\n")
    }

    @Test func `every model has traces`() {
        for model in ModelCatalog.all {
            #expect(!Fixtures.traces(model.kind).isEmpty, "Tests/Fixtures/traces/\(model.kind) has none")
        }
    }

    @Test(arguments: [
        ("", "line 1: a trace begins with {\"trace\":1,…}"),
        ("{\"us\":1,\"tick\":true}", "line 1: a trace begins with {\"trace\":1,…}"),
        ("{\"trace\":2,\"about\":\"\",\"view\":[1,1]}", "line 1: only version 1 is known"),
        ("{\"trace\":1,\"about\":\"\",\"view\":[1]}", "line 1: view must be 2 numbers"),
        (
            "{\"trace\":1,\"about\":\"\",\"view\":[1,1]}\n\n{\"us\":0.5,\"tick\":true}",
            "line 3: us must be whole microseconds"
        ),
        (
            "{\"trace\":1,\"about\":\"\",\"view\":[1,1]}\n{\"us\":1}",
            "line 2: none of trace, kind, event, frame, tick, cancel, judge, reset"
        ),
        (
            "{\"trace\":1,\"about\":\"\",\"view\":[1,1]}\n{\"us\":1,\"frame\":[[0,\"began\",1,1]]}",
            "line 2: a contact is [id, \"began|moved|ended|cancelled\", x, y]"
        ),
    ])
    func `a broken trace names the line and the reason`(text: String, sentence: String) {
        let error = #expect(throws: TraceError.self) { try Trace(parsing: text) }
        #expect(error?.description == sentence)
    }
}
