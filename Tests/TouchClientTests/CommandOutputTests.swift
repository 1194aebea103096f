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

/// What `touchctl align` makes of the offsets that the daemon measured.
struct AlignTests {
    /// Replies of a run in which every mark is off by so much, and the last one by more.
    private static func touchctl(
        _ words: [String] = [], x: Double, y: Double, last: Double = 0, millimetersPerPixel: Double? = 0.25
    ) throws -> Run {
        let offsets: [JSON] = (Int64(1)...5).map { target in
            let across = target == 5 ? x + last : x
            let length = (across * across + y * y).squareRoot()
            return [
                "target": .integer(target), "place": ["x": 128, "y": 80], "x": .real(across), "y": .real(y),
                "distanceMm": millimetersPerPixel.map { .real($0 * length) },
            ]
        }
        return try FakeDaemon.touchctl(["align"] + words) { call in
            #expect(call["parameters"]?.objectValue?["measure"] == true)
            let aiming: JSON = ["stage": "aiming", "target": 1, "targets": 5, "place": ["x": 128, "y": 80]]
            let last: JSON = ["stage": "measured", "targets": 5, "offsets": .array(offsets)]
            return [["parameters": aiming, "continues": true], ["parameters": last]]
        }
    }

    @Test func `touches on their marks are aligned`() throws {
        let run = try Self.touchctl(x: 3, y: -4)
        #expect(run.status == .passed)
        let expected =
            "touch the middle of mark 1 of 5, shown at 128, 80\nmark 5: 3 px to the right, 4 px up, 1.3 mm\naligned: at most 5 px (1.3 mm) off, at mark 1"
        #expect(run.output == expected + " (tolerance 5.0 mm)\n")
    }

    @Test func `touches that are all off by the same are the page's fault`() throws {
        let run = try Self.touchctl(x: 622, y: 0)
        #expect(run.status == .refused)
        #expect(run.output.contains("not aligned: 622 px (155.5 mm) off at mark 1 (tolerance 5.0 mm)"))
        #expect(run.output.contains("show the front end full screen"))
    }

    @Test func `touches that are off by different distances are the calibration's`() throws {
        let run = try Self.touchctl(x: 0, y: 0, last: 90)
        #expect(run.status == .refused)
        #expect(run.output.contains("90 px (22.5 mm) off at mark 5") && run.output.contains("run touchctl calibrate"))
    }

    @Test(arguments: [("5.1", true), ("4.9", false)])
    func `the tolerance decides`(tolerance: String, isAligned: Bool) throws {
        let run = try Self.touchctl(["--tolerance", tolerance], x: 20, y: 0)
        #expect(run.status == (isAligned ? .passed : .refused))
    }

    @Test(arguments: [(20.0, true), (21, false)])
    func `on a panel of unknown size four pixels count as a millimeter`(x: Double, isAligned: Bool) throws {
        let run = try Self.touchctl(x: x, y: 0, millimetersPerPixel: nil)
        #expect(run.status == (isAligned ? .passed : .refused))
        #expect(run.output.contains("\(Int(x)) px off") && !run.output.contains("px ("))
    }

    @Test func `with --json the replies are printed as they came`() throws {
        let run = try Self.touchctl(["--json"], x: 0, y: 0)
        let last = try #require(run.output.split(separator: "\n").last)
        #expect(try JSONObject(parsing: String(last))["offsets"]?.arrayValue?.count == 5)
    }

    @Test(arguments: ["cancelled", "refused"])
    func `what ends without a measurement is no success`(stage: String) throws {
        let run = try FakeDaemon.touchctl("align", reply: ["stage": .string(stage)])
        #expect(run.status != .passed)
    }
}
