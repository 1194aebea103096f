import Simulation
import StrictJSON
import TestSupport
import Testing

@Suite(.showsLogs) struct ReloadTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk.ofAnna() }

    private func write(_ settings: String) throws {
        try kiosk.configure { $0.store = settings }
    }

    private func reload() throws -> [String] {
        let reply = try kiosk.call("io.touchd.manage.Reload")
        #expect(reply["applied"] == true && reply["problems"] == [])
        return (reply["changes"]?.arrayValue ?? []).compactMap(\.objectValue).map { change in
            let words = ["section", "key", "before", "after"].map { change[$0]?.stringValue ?? "?" }
            return "[\(words[0])] \(words[1]): \(words[2]) -> \(words[3])"
                + (change["needsRestart"] == true ? " (after a restart)" : "")
        }
    }

    @Test func `a reload reports every change, and all except the start's keys apply at once`() throws {
        try kiosk.configure {
            $0.view = "640x400"
            $0.trustsVirtual = false
            $0.access = "group-frontend=games"
        }
        try write("results=50\n[unlock]\nmin-dots=6\n[touchd]\nseat=seat1\n")
        let said = try reload()
        let expected = [
            "[touchd] seat: seat0 -> seat1 (after a restart)", "[view] size: 1280x800 -> 640x400",
            "[input] allow-provenance: physical,virtual -> physical", "[access] group-frontend:  -> games",
            "[unlock] min-parts: pattern:4, pin:4 -> pattern:6, pin:4",
            "[store] results: 10000 -> 50 (after a restart)",
        ]
        #expect(said == expected)
        let status = try kiosk.call("io.touchd.manage.Status")
        #expect(status["viewWidth"]?.doubleValue == 640)
        #expect(status["access"]?.objectValue?["allowProvenance"] == ["physical"])
        #expect(try reload() == expected.filter { $0.contains("after a restart") })
    }

    @Test func `a pin added by a reload counts for the next drawing`() throws {
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
        let pin = String(repeating: "a", count: 32)
        try write("[input]\npinned-panels=\(pin)\n")
        #expect(try reload() == ["[input] pinned-panels:  -> \(pin)"])
        let attempt = try kiosk.verify(drawing: "1-4-8-5-9").first?["attempt"]?.objectValue
        #expect(attempt?["reason"] == "untrusted_panel")
    }

    @Test func `invalid files change nothing, all errors are reported, and it is counted`() throws {
        try write("[captcha]\ntolerance=big\n[unlokc]\nmin-dots=5\n[unlock]\nmin-dots=7\n")
        let reply = try kiosk.call("io.touchd.manage.Reload")
        #expect(reply["applied"] == false && reply["changes"] == [])
        let problems = reply["problems"]?.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(problems.count == 2)
        for fault in ["[captcha] tolerance=big", "no section [unlokc]"] {
            #expect(problems.contains { $0.contains(fault) }, "\(problems)")
        }
        let counters = try kiosk.call("io.touchd.monitor.Statistics")["counters"]?.arrayValue ?? []
        let counted = counters.compactMap(\.objectValue).filter {
            $0["name"]?.stringValue?.hasPrefix("reloads") == true
        }
        #expect(
            counted.map { "\($0["name"]?.stringValue ?? "") \($0["value"] ?? .null)" } == [
                "reloads 0", "reloads_refused 1",
            ])
        // Five dots: the seven of the invalid files do not apply.
        try kiosk.enroll("bert")
    }

    @Test func `the file for Prometheus appears with a reload, is world-readable and agrees with the socket`() throws {
        let path = kiosk.folder.path(of: "touchd.prom")
        try write("[metrics]\nprometheus-file=\(path)\nprometheus-interval=1h\n")
        try kiosk.call("io.touchd.manage.Reload")
        try #require(kiosk.folder.has("touchd.prom"))
        let samples = try Self.samples(of: path)
        let counters = try kiosk.call("io.touchd.monitor.Statistics")["counters"]?.arrayValue ?? []
        let frames = counters.compactMap(\.objectValue).first { $0["name"] == "frames" }?["value"]?.integerValue
        #expect(frames ?? 0 > 10)
        for stage in ["read", "delivered"] {
            let name = "touchd_frame_\(stage)_seconds"
            #expect(samples["\(name)_count"] == 0, "\(samples)")
            #expect(samples["\(name)_bucket{le=\"+Inf\"}"] == 0)
        }
        #expect(samples["touchd_reloads_total"] == 1)
        #expect(samples["touchd_results_total{kind=\"enrollment\",outcome=\"passed\"}"] == 1, "\(samples)")
        #expect(TemporaryFolder.permissions(of: path) == 0o644)
    }

    private static func samples(of path: String) throws -> [String: Double] {
        let text = try String(decoding: TemporaryFolder.bytes(of: path), as: UTF8.self)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let pairs = lines.map { line in
            let words = line.split(separator: " ")
            return (String(words[0]), Double(words.count == 2 ? words[1] : "") ?? .nan)
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
