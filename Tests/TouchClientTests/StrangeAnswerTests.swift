import Arguments
import StrictJSON
import Testing

@testable import TouchClient

@Suite(.timeLimit(.minutes(10))) struct StrangeAnswerTests {
    private static let max = JSON.integer(.max)
    private static let min = JSON.integer(.min)

    @Test func `a status with extreme numbers is shown`() throws {
        let run = try FakeDaemon.touchctl(
            "status",
            reply: [
                "version": "1", "uptimeUSec": Self.max, "viewWidth": 1e308, "viewHeight": -1e308,
                "panels": ["count": Self.max, "frames": Self.min],
                "pause": ["paused": ["seat"], "cleaningUSec": Self.min],
                "access": ["standing": [["name": "anna", "failedAttempts": Self.max, "waitUSec": Self.min]]],
            ])
        #expect(run.status == .passed)
        #expect(run.output.contains("view 1e+308×-1e+308"))
        #expect(run.output.contains("\(Int64.min) frames"))
    }

    @Test func `a histogram with extreme counts is shown`() throws {
        let steps: JSON = [
            ["upToUSec": Self.max, "count": Self.max], ["upToUSec": Self.min, "count": Self.max],
        ]
        func latency(_ count: JSON) -> JSON {
            ["stage": "read", "count": count, "sumUSec": Self.max, "maxUSec": Self.max, "buckets": steps]
        }
        let run = try FakeDaemon.touchctl(
            "stats",
            reply: [
                "uptimeUSec": Self.min, "latencies": [latency(Self.max), latency(1)],
                "counters": [
                    ["name": "frames", "value": Self.min],
                    ["name": "unheard", "reason": "busy", "panel": "hall", "value": 3],
                ],
            ])
        let rows = run.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(rows.contains(["unheard", "busy", "hall", "3"]), "\(run.output)")
        #expect(run.status == .passed)
        #expect(run.output.contains("longest 9223372036854775.8 ms\n"))
        // More in a bucket than in total: the bar is limited to its maximum.
        #expect(run.output.contains(String(repeating: "▮", count: 40) + "\n"))
        #expect(!run.output.contains(String(repeating: "▮", count: 41)))
    }

    @Test(arguments: [
        "results", "devices", "users", "scenes", "reload", "keys", "audit head", "watch devices", "watch --ignored",
        "calibrate",
    ])
    func `no number in a reply ends the program`(command: String) throws {
        let strange: JSONObject = [
            "id": Self.max, "wallTimeUSec": Self.min, "enrolledWallTimeUSec": Self.min,
            "expiresWallTimeUSec": Self.max,
            "failedAttempts": Self.max, "attemptsLeft": Self.min,
            "area": ["width": 1e308, "height": Self.min],
            "number": Self.min, "device": Self.max, "x": 1e308, "y": -1e308, "panelX": 1e308, "panelY": -1e308,
            "widthMm": -1e308, "heightMm": 1e-308, "rotation": Self.max, "slots": Self.min,
        ]
        let list: JSON = [.object(strange)]
        let run = try FakeDaemon.touchctl(command.split(separator: " ").map(String.init)) { _ in
            let reply: JSONObject = [
                "results": list, "devices": list, "users": list, "stage": "kept", "applied": true, "changes": list,
                "landings": list, "scenes": list,
                "place": ["x": 1e308, "y": -1e308], "target": Self.max, "missMm": 1e308,
            ]
            return [["parameters": .object(reply)]]
        }
        #expect(run.status == .passed && !run.output.isEmpty)
    }

    @Test func `ignored touches are printed line by line, including unknown reasons and omissions`() throws {
        let landings: [JSON] = [
            [
                "number": 7, "device": 2, "reason": "edge_zone", "panel": "hall", "x": 3.04, "y": 400, "panelX": 0.002,
                "panelY": 0.5,
            ],
            ["number": 11, "device": 2, "reason": "hit_by_lightning"],
            ["number": Self.max, "device": 2, "reason": "lost"], ["number": Self.min, "reason": "busy"],
        ]
        let run = try FakeDaemon.touchctl(["watch", "--ignored"]) { _ in
            [["parameters": ["landings": []], "continues": true]]
                + landings.enumerated().map { index, landing in
                    [
                        "parameters": ["landings": [landing]],
                        "continues": .bool(index < landings.count - 1),
                    ]
                }
        }
        #expect(run.status == .passed && run.complaints == [])
        #expect(
            run.output.split(separator: "\n") == [
                "edge_zone, panel hall, at 3,400 (0.2 %, 50 % of the panel): it landed in the edge zone",
                "… 3 not shown", "hit_by_lightning, panel 2", "… \(Int64.max - 12) not shown",
                "lost, panel 2: the kernel dropped reports", "busy, panel 0: the widget is tracking another finger",
            ])
    }

    @Test func `a target far outside is named, not counted in pixels`() throws {
        let run = try FakeDaemon.touchctl(["calibrate"]) { _ in
            [["parameters": ["stage": "aiming", "place": ["x": 1e308, "y": 3.6]]]]
        }
        #expect(run.output.contains("at 1e+308, 4\n"))
    }

    @Test(
        arguments: [
            (["calibrate"], ["stage": "aiming"], "how the calibration ended"),
            (["audit", "verify"], ["alive": true], "whether results were changed"),
        ] as [([String], JSONObject, String)])
    func `a stream that ends early is an error that names what is missing`(
        words: [String], reply: JSONObject, missing: String
    ) throws {
        let run = try FakeDaemon.touchctl(words) { _ in [["parameters": .object(reply)]] }
        #expect(run.status == .couldNotRun)
        #expect(run.complaints == ["touchctl: service bug: call ended without reporting \(missing)"])
    }

    @Test(arguments: [(nil, false, true), ("5:00", true, true), ("5:00", false, false)])
    func `a head that cannot be compared proves nothing`(head: String?, isCompared: Bool, passes: Bool) throws {
        let run = try FakeDaemon.touchctl(["audit", "verify"] + [head].compactMap { $0 }) { _ in
            [["parameters": ["intact": true, "compared": .bool(isCompared), "checked": 3, "head": "8:00"]]]
        }
        #expect(run.status == (passes ? .passed : .refused))
    }

    @Test func `a broken chain is named with its place, and ends with 1`() throws {
        let run = try FakeDaemon.touchctl(
            "audit", "verify",
            reply: ["intact": false, "broken": "edited", "sequence": 3, "checked": 2, "head": "8:00"])
        #expect(run.status == .refused && run.output == "edited at result 3; the 2 before it are intact\n")
    }

    @Test(arguments: [[1, 0, 1e308, 0, 1, 0], [1, 0, 0]] as [JSON])
    func `an invalid calibration becomes no rule`(matrix: JSON) throws {
        let run = try FakeDaemon.touchctl(
            "calibrate", "--export", reply: ["calibrations": [["panel": "Larch", "matrix": matrix]]])
        #expect(run.status == .couldNotRun && run.output.isEmpty)
        #expect(run.complaints.first?.contains("a calibration with the matrix \(matrix)") == true)
    }

    @Test func `a view of impossible size is rejected`() throws {
        let run = try FakeDaemon.touchctl("unlock", "anna", reply: ["viewWidth": 1e308, "viewHeight": -1e308])
        #expect(run.status == .couldNotRun)
        #expect(run.complaints == ["touchctl: service bug: a view of 1e+308×-1e+308"])
    }

    @Test func `a picture accepts places outside of it`() {
        var picture = TerminalPicture(width: 1e-308, height: -1e308)
        let far = [0, 1e308, -1e308, .infinity, -.infinity, .nan]
        for (x, y) in zip(far, far.reversed()) {
            picture.write("far", .ink, x: x, y: y)
            picture.line(.ink, from: (x, y), to: (y, x))
        }
        #expect(!picture.text.isEmpty)
    }

    private static let verdict: JSONObject = [
        "kind": "unlock", "user": "anna", "issuer": "kiosk", "provenance": "physical", "resultId": "7",
    ]

    @Test func `a token with a complete verdict is accepted`() throws {
        let run = try FakeDaemon.touchctl(
            "redeem", "a.b.c", reply: ["performed": true, "passed": true, "claims": .object(Self.verdict)])
        #expect(run.status == .passed)
        #expect(run.output == "accepted: unlock of anna, physical panel, kiosk, result 7\n")
    }

    @Test(arguments: [nil, "kind", "issuer", "provenance", "resultId"], [false, true])
    func `a token with an incomplete verdict is rejected`(missing: String?, isJSON: Bool) throws {
        var verdict = Self.verdict
        if let missing { verdict[missing] = nil } else { verdict = [:] }
        let reply: JSONObject = [
            "performed": true, "passed": true, "claims": missing == nil ? nil : .object(verdict),
        ]
        let run = try FakeDaemon.touchctl(["redeem", "a.b.c"] + (isJSON ? ["--json"] : [])) { _ in
            [["parameters": .object(reply)]]
        }
        #expect(run.status == .couldNotRun && run.output.isEmpty)
        #expect(run.complaints.first?.contains("without the claim \(missing ?? "kind")") == true)
    }

    @Test(
        arguments: [
            ["next": 0], ["next": -1], ["next": "on"], ["lines": "x", "next": 1], ["next": 1.5],
        ] as [JSONObject])
    func `a recording whose pages repeat is abandoned`(page: JSONObject) throws {
        let run = try FakeDaemon.touchctl("bundle", "/proc/nonexistent/b.tar.gz", reply: page)
        #expect(run.status == .couldNotRun)
        #expect(run.complaints.first?.contains("Recording continued at") == true)
    }

    @Test(arguments: [("x", "1000 bytes"), (String(repeating: "x", count: 1_000_000), "68000000 bytes")])
    func `an endless recording is abandoned`(page: String, bytes: String) throws {
        let run = try FakeDaemon.touchctl(["bundle", "/proc/nonexistent/b.tar.gz"]) { call in
            let from = call["parameters"]?.objectValue?["from"]?.integerValue ?? 0
            return [["parameters": ["lines": .string(page), "next": .integer(from + 1)]]]
        }
        #expect(run.status == .couldNotRun)
        #expect(run.complaints.first?.contains("Recording did not end after \(bytes)") == true)
    }

    @Test(arguments: [["unlock", "anna"], ["unlock", "anna", "--on-screen"], ["captcha"], ["enroll", "anna"]])
    func `a daemon that ends a call without a result is reported`(words: [String]) throws {
        let run = try FakeDaemon.touchctl(words) { _ in
            [["parameters": ["viewWidth": 800, "viewHeight": 480, "challengeId": "c"]]]
        }
        #expect(run.status == .couldNotRun)
        #expect(run.complaints.first?.contains("call ended without reporting") == true)
    }

    @Test func `an unlock that passes before a scene is shown is rejected`() throws {
        let run = try FakeDaemon.touchctl("unlock", "anna", "--frame", "0,0,300,300", reply: ["outcome": "passed"])
        #expect(run.status == .couldNotRun && run.output.isEmpty)
        #expect(run.complaints.first?.contains("without reporting the scene's name") == true)
    }

    @Test func `a year beyond all calendars has no date`() {
        #expect(Words.moment("2000000000-01-01") == nil)
        #expect(Words.moment("9999-01-01") != nil)
    }
}
