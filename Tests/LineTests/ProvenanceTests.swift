import StrictJSON
import Testing

/// The provenance of the panel, everywhere it is reported.
@Suite struct ProvenanceTests {
    @Test func `a panel made by a program is listed as virtual`() throws {
        try withLine { line in
            let devices = try line.devices()
            #expect(devices.map { $0["provenance"] } == ["virtual"])
        }
    }

    @Test func `a result read by its id has the panel's provenance`() throws {
        try withLine { line in
            try line.enroll()
            let id = try line.verify(drawing: "1-4-8-5-9").last?["result"] ?? .null
            let result = try line.call("io.touchd.result.Get", ["id": id])["result"]?.objectValue
            #expect(result?["id"] == id)
            #expect(result?["provenance"] == "virtual")
            #expect(result?["panel"] == "touchsim panel")
        }
    }

    @Test func `every listed result has the panel's provenance`() throws {
        try withLine { line in
            try line.enroll()
            _ = try line.verify(drawing: "1-2-3-6-9")
            let results = try line.results()
            #expect(results.map { $0["kind"] } == ["enrollment", "unlock"])
            #expect(results.map { $0["provenance"] } == ["virtual", "virtual"])
        }
    }

    @Test func `every watched result has the panel's provenance`() throws {
        try withLine { line in
            let watch = try line.stream("io.touchd.result.Watch")
            #expect(try watch.next() == ["ready": true])
            try line.enroll()
            let result = try watch.next()["result"]?.objectValue
            #expect(result?["kind"] == "enrollment")
            #expect(result?["provenance"] == "virtual")
        }
    }

    @Test func `the right pattern on an untrusted panel is refused`() throws {
        try withLine { line in
            try line.enroll()
            try line.stopDaemon()
            try line.configure { $0.trustsVirtual = false }
            try line.startDaemon()
            let replies = try line.verify(drawing: "1-4-8-5-9")
            #expect(replies.first?["attempt"]?.objectValue?["reason"] == "untrusted_panel")
            #expect(replies.last?["outcome"] == "failed")
        }
    }

    @Test func `an untrusted panel enrolls no user`() throws {
        try withLine(Line.Setup(trustsVirtual: false)) { line in
            let screen = try line.present(Widgets.enrollment())
            let enrollment = try line.stream(
                "io.touchd.unlock.Enroll", ["user": "anna", "scene": .string(screen.scene), "widget": "pad"])
            _ = try enrollment.next()
            try line.draw(dots: "1-4-8-5-9")
            try screen.event("first_recorded")
            try line.draw(dots: "1-4-8-5-9")
            let last = try enrollment.last()
            #expect(last["outcome"] == "failed")
            #expect(last["reason"] == "untrusted_panel")
            #expect(try line.call("io.touchd.unlock.Users")["users"] == [])
        }
    }

    @Test func `a captcha solved on an untrusted panel is refused`() throws {
        try withLine(Line.Setup(trustsVirtual: false)) { line in
            let challenge = try line.challenge(at: 0.33)
            let screen = try line.present(Widgets.captcha(challenge))
            try line.slide(to: 0.33, on: screen)
            let event = try screen.event("result")
            #expect(event["passed"] == false)
            #expect(event["reason"] == "untrusted_panel")
        }
    }

    @Test func `the daemon warns at start that programs may be fingers`() throws {
        try withLine { line in
            let log = try line.log()
            #expect(log.contains { $0.hasPrefix("<4>") && $0.contains("allow-provenance=physical,virtual") })
        }
    }
}
