import Glibc
import StrictJSON
import Testing
import TestSupport

/// Administration of a running daemon: reloading its files, reading its counters.
@Suite struct ReloadTests {
    /// Writes the configuration with further settings.
    private func write(_ settings: String, for line: Line) throws {
        try line.configure { $0.store = "hash-memory=19MiB\nhash-passes=2\n" + settings }
    }

    /// Runs touchctl to its end.
    private func control(_ words: String..., on line: Line, exits status: Int32 = 0) throws -> [String] {
        let program = try line.launch("touchctl", ["--socket", line.socket] + words)
        #expect(try program.end() == status)
        return try program.output.rest()
    }

    @Test func `touchctl reload reports every change, and all except the start's keys apply at once`() throws {
        try withLine { line in
            try line.enroll()
            try line.configure {
                $0.view = "640x400"
                $0.trustsVirtual = false
                $0.access = "group-frontend=games"
            }
            try write("results=50\n[unlock]\nmin-dots=6\n[touchd]\nseat=seat1\n", for: line)
            let said = try control("reload", on: line)
            let expected = [
                "[touchd] seat: seat0 -> seat1 (after a restart of touchd)", "[view] size: 1280x800 -> 640x400",
                "[input] allow-provenance: physical,virtual -> physical", "[access] group-frontend:  -> games",
                "[unlock] min-dots: 4 -> 6", "[store] results: 10000 -> 50 (after a restart of touchd)",
            ]
            #expect(said == expected)
            let status = try line.call("io.touchd.manage.Status")
            #expect(status["viewWidth"]?.doubleValue == 640)
            #expect(status["access"]?.objectValue?["allowProvenance"] == ["physical"])
            #expect(try control("reload", on: line) == expected.filter { $0.contains("after a restart") })
        }
    }

    @Test func `a pin added by a reload counts for the next drawing`() throws {
        try withLine { line in
            try line.enroll()
            #expect(try line.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
            let pin = String(repeating: "a", count: 32)
            try write("[input]\npinned-panels=\(pin)\n", for: line)
            #expect(try control("reload", on: line) == ["[input] pinned-panels:  -> \(pin)"])
            let attempt = try line.verify(drawing: "1-4-8-5-9").first?["attempt"]?.objectValue
            #expect(attempt?["reason"] == "untrusted_panel")
        }
    }

    @Test func `invalid files change nothing, all errors are reported, and it is counted`() throws {
        try withLine { line in
            try write("[captcha]\ntolerance=big\n[unlokc]\nmin-dots=5\n[unlock]\nmin-dots=7\n", for: line)
            let said = try control("reload", on: line, exits: 1)
            #expect(said.count == 3 && said.last == "configuration unchanged")
            for fault in ["[captcha] tolerance=big", "no section [unlokc]"] {
                #expect(said.contains { $0.contains(fault) }, "\(said)")
            }
            let program = try line.launch("touchctl", ["--socket", line.socket, "stats"])
            #expect(try program.end() == 0)
            let counted = try program.output.rest().filter { $0.hasPrefix("reloads") }.map { $0.filter { $0 != " " } }
            #expect(counted == ["reloads0", "reloads_refused1"])
            // Five dots: the seven of the invalid files do not apply.
            try line.enroll()
        }
    }

    @Test func `SIGHUP is a reload`() throws {
        try withLine { line in
            try line.configure { $0.rotation = 90 }
            line.daemon?.send(SIGHUP)
            _ = try line.daemon?.errors.first { $0.contains("[view] rotate=0 -> 90") }
        }
    }

    @Test func `touchctl stats counts frames and results`() throws {
        try withLine { line in
            try line.enroll()
            _ = try line.verify(drawing: "1-4-8-5-9")
            let said = try control("stats", on: line)
            for stage in ["kernel to read: ", "kernel to delivered: "] {
                let frames = said.first { $0.hasPrefix(stage) }?.dropFirst(stage.count).prefix { $0 != " " }
                #expect(Int(frames ?? "") ?? 0 > 10, "\(said)")
            }
            let squeezed = said.map { $0.split(separator: " ").joined(separator: " ") }
            #expect(squeezed.contains("results unlock passed 1"), "\(said)")
        }
    }

    @Test func `the file for Prometheus appears with a reload, is world-readable and agrees with the socket`() throws {
        try withLine { line in
            try line.enroll()
            let path = line.folder.path(of: "touchd.prom")
            try write("[metrics]\nprometheus-file=\(path)\nprometheus-interval=1h\n", for: line)
            try line.call("io.touchd.manage.Reload")
            // Made in parts, so that many users hold up no touches.
            try #require(Patience.until { unsafe access(path, F_OK) == 0 })
            let samples = try Self.samples(of: path)
            let counters = try line.call("io.touchd.monitor.Statistics")["counters"]?.arrayValue ?? []
            let frames = counters.compactMap(\.objectValue).first { $0["name"] == "frames" }?["value"]?.integerValue
            #expect(frames ?? 0 > 10)
            for stage in ["read", "delivered"] {
                let name = "touchd_frame_\(stage)_seconds"
                #expect(samples["\(name)_count"] == 0, "\(samples)")
                #expect(samples["\(name)_bucket{le=\"+Inf\"}"] == 0)
            }
            #expect(samples["touchd_reloads_total"] == 1)
            #expect(samples["touchd_results_total{kind=\"enrollment\",outcome=\"passed\"}"] == 1, "\(samples)")
            var status = stat()
            #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o644)
        }
    }

    /// The samples of a file in Prometheus' text format, by name and labels.
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
