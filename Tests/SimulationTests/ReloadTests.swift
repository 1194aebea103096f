import Simulation
import StrictJSON
import TestSupport
import Testing

@Suite(.showsLogs) struct ReloadTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk.ofAnna() }

    private func reload(_ settings: String? = nil) throws -> [String] {
        let reply = try kiosk.reload { $0.store = settings ?? $0.store }
        #expect(reply["applied"] == true && reply["problems"] == [])
        return (reply["changes"]?.arrayValue ?? []).compactMap(\.objectValue).map { change in
            let words = ["section", "key", "before", "after"].map { change[$0]?.stringValue ?? "?" }
            return "[\(words[0])] \(words[1]): \(words[2]) -> \(words[3])"
                + (change["needsRestart"] == true ? " (after a restart)" : "")
        }
    }

    @Test func `a reload reports every change, and all except the start's keys apply at once`() throws {
        try kiosk.configure { ($0.view, $0.trustsVirtual, $0.access) = ("640x400", false, "group-frontend=games") }
        let said = try reload("results=50\n[unlock]\nmin-dots=6\n[touchd]\nseat=seat1\n")
        let expected = [
            "[touchd] seat: seat0 -> seat1 (after a restart)", "[view] size: 1280x800 -> 640x400",
            "[input] allow-provenance: physical,virtual -> physical", "[access] group-frontend:  -> games",
            "[unlock] min-parts: pattern:4, pin:4 -> pattern:6, pin:4",
            "[store] results: 10000 -> 50 (after a restart)",
        ]
        #expect(said == expected)
        #expect(try kiosk.call("io.touchd.manage.Status")["viewWidth"]?.doubleValue == 640)
        #expect(try kiosk.status("access")["allowProvenance"] == ["physical"])
        #expect(try reload() == expected.filter { $0.contains("after a restart") })
    }

    @Test func `a pin added by a reload counts for the next drawing`() throws {
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
        let pin = String(repeating: "a", count: 32)
        #expect(try reload("[input]\npinned-panels=\(pin)\n") == ["[input] pinned-panels:  -> \(pin)"])
        let attempt = try kiosk.verify(drawing: "1-4-8-5-9").first?["attempt"]?.objectValue
        #expect(attempt?["reason"] == "untrusted_panel")
    }

    @Test func `invalid files change nothing, all errors are reported, and it is counted`() throws {
        let reply = try kiosk.reload {
            $0.store = "[captcha]\ntolerance=big\n[unlokc]\nmin-dots=5\n[unlock]\nmin-dots=7\n"
        }
        #expect(reply["applied"] == false && reply["changes"] == [])
        let problems = reply["problems"]?.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(problems.count == 2)
        for fault in ["[captcha] tolerance=big", "no section [unlokc]"] {
            #expect(problems.contains { $0.contains(fault) }, "\(problems)")
        }
        let counted = try kiosk.counters().filter { $0["name"]?.stringValue?.hasPrefix("reloads") == true }
        #expect(counted.map { $0["name"] } == ["reloads", "reloads_refused"] && counted.map { $0["value"] } == [0, 1])
        // Five dots: the seven of the invalid files do not apply.
        try kiosk.enroll("bert")
    }

    @Test func `the file for Prometheus appears with a reload, for everybody`() throws {
        let path = kiosk.folder.path(of: "touchd.prom")
        try kiosk.reload { $0.store = "[metrics]\nprometheus-file=\(path)\nprometheus-interval=1h\n" }
        try #require(kiosk.folder.has("touchd.prom"))
        let lines = try kiosk.folder.text(of: "touchd.prom").split(separator: "\n")
        let frames = try kiosk.counters().first { $0["name"] == "frames" }
        #expect(frames?["value"]?.integerValue ?? 0 > 10)
        for stage in ["read", "delivered"] {
            let name = "touchd_frame_\(stage)_seconds"
            #expect(lines.contains("\(name)_count 0") && lines.contains("\(name)_bucket{le=\"+Inf\"} 0"), "\(lines)")
        }
        #expect(lines.contains("touchd_reloads_total 1"))
        #expect(lines.contains(#"touchd_results_total{kind="enrollment",outcome="passed"} 1"#), "\(lines)")
        #expect(TemporaryFolder.permissions(of: path) == 0o644)
    }
}
