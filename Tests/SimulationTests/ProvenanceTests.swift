import Simulation
import StrictJSON
import TestSupport
import Testing

@Suite(.showsLogs) struct ProvenanceTests {
    @Test func `every result has the panel's provenance: watched, listed, and read by its id`() throws {
        let kiosk = try Kiosk()
        let watch = try kiosk.watching("io.touchd.result.Watch")
        try kiosk.enroll()
        let id = try kiosk.verify(drawing: "1-4-8-5-9").last?["resultId"] ?? .null
        let results = try kiosk.results()
        #expect(results.map { $0["kind"] } == ["enrollment", "unlock"])
        #expect(results.map { $0["provenance"] } == ["virtual", "virtual"])
        #expect(try results == [watch.next()["result"], watch.next()["result"]].compactMap { $0?.objectValue })
        let result = try kiosk.call("io.touchd.result.Get", ["id": id])["result"]?.objectValue
        #expect(result == results.last && result?["id"] == id && result?["panel"] == "touchsim panel")
    }

    @Test func `the right pattern on an untrusted panel is refused`() throws {
        let kiosk = try Kiosk.ofAnna()
        try kiosk.restartDaemon { $0.trustsVirtual = false }
        let replies = try kiosk.verify(drawing: "1-4-8-5-9")
        #expect(replies.first?["attempt"]?.objectValue?["reason"] == "untrusted_panel")
        #expect(replies.last?["outcome"] == "failed")
    }

    @Test func `an untrusted panel enrolls no user`() throws {
        let kiosk = try Kiosk { $0.trustsVirtual = false }
        let (screen, enrollment) = try kiosk.asking("Enroll", on: Widgets.enrollment())
        try kiosk.draw(dots: "1-4-8-5-9")
        try screen.event("first_recorded")
        try kiosk.draw(dots: "1-4-8-5-9")
        let last = try enrollment.last()
        #expect(last["outcome"] == "failed" && last["reason"] == "untrusted_panel")
        #expect(try kiosk.users().isEmpty)
    }

    @Test func `the daemon warns at start that programs may be fingers`() throws {
        let kiosk = try Kiosk()
        let log = kiosk.log()
        #expect(log.contains { $0.hasPrefix("<4>") && $0.contains("allow-provenance=physical,virtual") })
    }
}
