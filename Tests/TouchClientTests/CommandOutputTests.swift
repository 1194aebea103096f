import Arguments
import StrictJSON
import Testing

struct CommandOutputTests {
    private static let scene: JSONObject = [
        "scene": "0123456789abcdef0123456789abcdef", "uid": 1_000, "pid": 4_711, "kinds": ["pattern", "button"],
        "guarded": true, "shownUSec": 0,
    ]

    @Test func `scenes are shown as a table`() throws {
        let run = try FakeDaemon.touchctl("scenes", reply: ["scenes": [.object(Self.scene)]])
        let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(run.status == .passed && lines.count == 2)
        #expect(lines[0] == ["SCENE", "UID", "PID", "WIDGETS", "GUARDED", "SINCE"])
        #expect(
            lines[1].prefix(6) == ["0123456789abcdef0123456789abcdef", "1000", "4711", "pattern", "button", "yes"])
    }

    @Test func `an empty screen is reported`() throws {
        #expect(try FakeDaemon.touchctl("scenes", reply: ["scenes": []]).output == "nothing is on screen\n")
    }

    @Test func `the status names the owner of the screen, if known`() throws {
        let status = try FakeDaemon.touchctl("status", reply: ["screen": ["holder": .object(Self.scene)]])
        #expect(status.output.contains("\nheld by      uid 1000, pid 4711\n"))
        #expect(!(try FakeDaemon.touchctl("status", reply: [:]).output.contains("held by")))
    }

    @Test func `dismiss names the scene`() throws {
        let run = try FakeDaemon.touchctl(["dismiss", "abc"]) { call in
            let isRight =
                call["method"] == "io.touchd.scene.Dismiss" && call["parameters"]?.objectValue?["scene"] == "abc"
            return [isRight ? ["parameters": [:]] : ["error": "io.touchd.scene.NoSuchScene"]]
        }
        #expect(run.status == .passed && run.output == "scene dismissed\n")
        #expect(try FakeDaemon.touchctl("dismiss", reply: [:]).status == .usage)
    }

    @Test func `the exit status says whether nobody draws`() throws {
        let idle = try FakeDaemon.touchctl("drain", "5", reply: ["idle": true])
        #expect(idle.status == .passed && idle.output == "panels are at rest\n")
        let busy = try FakeDaemon.touchctl("drain", "5", reply: ["idle": false])
        #expect(busy.status == .refused && busy.output == "a panel is still touched after 5 s\n")
    }

    @Test func `without a time it waits half a minute`() throws {
        let run = try FakeDaemon.touchctl(["drain"]) { call in
            let isRight = call["parameters"]?.objectValue?["timeoutUSec"] == 30_000_000
            return [["parameters": ["idle": .bool(isRight)]]]
        }
        #expect(run.status == .passed)
    }

    @Test(arguments: ["-1", "601", "soon"]) func `other times are rejected`(time: String) throws {
        let run = try FakeDaemon.touchctl("drain", "--", time, reply: ["idle": true])
        #expect(run.status == .usage)
        #expect(run.complaints.first?.contains("0 to 600, not \(time)") == true)
    }

    @Test func `an older touchd does not know the call, and is not waited for`() throws {
        let run = try FakeDaemon.touchctl(["drain"]) { _ in
            [["error": "org.varlink.service.MethodNotFound", "parameters": ["method": "Drain"]]]
        }
        #expect(run.status == .couldNotRun)
    }

    /// Answers as a daemon with that many results does.
    private static func results(of count: Int64, _ words: String...) throws -> Run {
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

    @Test func `an administrator sees who was removed under duress`() throws {
        let run = try FakeDaemon.touchctl(
            "users",
            reply: [
                "users": [
                    ["name": "anna", "failedAttempts": 0, "hidden": true], ["name": "bert", "failedAttempts": 0],
                ]
            ])
        #expect(run.status == .passed)
        #expect(run.output.contains("anna (hidden)") && run.output.contains("bert "))
        #expect(!run.output.contains("bert (hidden)"))
    }
}
