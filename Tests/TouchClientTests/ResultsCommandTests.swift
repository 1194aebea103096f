import Arguments
import StrictJSON
import Testing

@testable import TouchClient

/// `touchctl results`.
struct ResultsCommandTests {
    /// Answers as a daemon with that many results does.
    private static func results(of count: Int64, _ words: String...) throws -> FakeDaemon.Run {
        try FakeDaemon.touchctl(words) { call in
            let parameters = call["parameters"]?.objectValue
            let after = parameters?["after"]?.integerValue ?? 0, limit = parameters?["limit"]?.integerValue ?? 100
            let results = (after + 1...max(after + 1, min(count, after + limit))).prefix { $0 <= count }.map { number in
                JSON.object(["sequence": .integer(number), "id": .string("id-\(number)"), "kind": "unlock"])
            }
            return [["parameters": ["results": .array(results)]]]
        }
    }

    @Test(arguments: [0, 1, 999, 1_000, 1_001, 2_000, 2_345] as [Int64])
    func `the newest thousand are shown, with the number of older ones, and all as JSON`(count: Int64) throws {
        let shown = try Self.results(of: count, "results")
        #expect(shown.status == .passed)
        let lines = shown.output.split(separator: "\n")
        if count == 0 {
            #expect(lines == ["no results yet"])
        } else {
            #expect(lines[1].contains("id-\(max(count - 999, 1)) ") || lines[1].hasSuffix("id-\(max(count - 999, 1))"))
            #expect(lines.contains { $0.hasSuffix("id-\(count)") })
            #expect((lines.last == "\(count - 1_000) older ones: touchctl --json results") == (count > 1_000))
        }
        let all = try JSONObject(parsing: try Self.results(of: count, "--json", "results").output)["results"]
        #expect(all?.arrayValue?.count == Int(count))
    }
}
