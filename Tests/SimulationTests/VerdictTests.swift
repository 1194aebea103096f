import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct VerdictTests {
    private static func unlock(_ kiosk: Kiosk, _ binding: JSONObject = [:]) throws -> JSONObject {
        try kiosk.verify(drawing: "1-4-8-5-9", with: ["claims": .object(binding)]).last ?? [:]
    }

    private static func keys(_ kiosk: Kiosk) throws -> [JSON?] {
        let jwks = try kiosk.call("io.touchd.token.Keys")["jwks"]?.objectValue
        return jwks?["keys"]?.arrayValue?.map { $0.objectValue?["kid"] } ?? []
    }

    @Test(arguments: [DiskRecording.Fault.full, .broken])
    func `while nothing can be written every drawing is answered and fails, and the right one passes afterward`(
        fault: DiskRecording.Fault
    ) throws {
        let kiosk = try Kiosk.ofAnna { $0.hasDisk = true }
        let disk = try #require(kiosk.disk)
        disk.fault = fault
        let replies = try kiosk.verify(drawing: "1-2-3-6-9", "1-4-8-5-9")
        let attempts = replies.compactMap { $0["attempt"]?.objectValue }
        #expect(attempts.map { $0["reason"] } == ["storage_failed", "storage_failed"])
        #expect(replies.last?["outcome"] == "failed" && replies.last?["token"] == nil)
        disk.fault = nil
        try kiosk.advance(by: .seconds(10))
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
    }

    /// Without a record, the reply would say that nothing changed.
    @Test func `a change whose record cannot be stored is made, and reported as failed`() throws {
        let kiosk = try Kiosk.ofAnna { $0.hasDisk = true }
        let disk = try #require(kiosk.disk)
        let administrator = try kiosk.peer()
        kiosk.clock.workTime = { .seconds(1) }
        try administrator.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": true])
        try kiosk.advance(by: .milliseconds(1_500))
        disk.fault = .broken
        _ = try administrator.reply(with: "io.touchd.unlock.StorageFailed")
        disk.fault = nil
        try kiosk.advance(by: .seconds(10))
        #expect(try kiosk.users().first?["state"] == "disabled")
    }

    @Test func `of sixty-four clients that redeem at the same moment one is accepted`() throws {
        let kiosk = try Kiosk.ofAnna()
        let token = try Self.unlock(kiosk)["token"]
        var streams: [KioskStream] = []
        try kiosk.whileStopped {
            for number in 0..<64 {
                let asked: JSONObject = ["token": token, "key": .string("asker \(number)")]
                streams.append(try kiosk.stream("io.touchd.token.Redeem", asked))
            }
        }
        let answers = try streams.map { try $0.last() }
        #expect(answers.count { $0["passed"] == true } == 1)
        #expect(answers.count { $0["reason"] == "token_used" } == 63)
    }

    @Test func `after a rotation the set has both keys, and after a revocation one`() throws {
        let kiosk = try Kiosk.ofAnna()
        let token = try Self.unlock(kiosk)["token"]
        let old = try Self.keys(kiosk)
        let new = try kiosk.call("io.touchd.token.RotateKeys")["kid"]
        #expect(try Self.keys(kiosk) == [new] + old)
        let last = try kiosk.call("io.touchd.token.RotateKeys", ["atOnce": true])["kid"]
        #expect(try Self.keys(kiosk) == [last])
        let answer = try kiosk.call("io.touchd.token.Redeem", ["token": token])
        #expect(answer == ["performed": false, "passed": false, "reason": "key_unknown"])
    }

    @Test func `unchanged results pass, compared with a head`() throws {
        let kiosk = try Kiosk.ofAnna()
        for dots in ["1-2-3-6-9", "1-4-8-5-9"] { _ = try kiosk.verify(drawing: dots) }
        let head = try kiosk.call("io.touchd.result.Head")["head"]
        let answer = try kiosk.call("io.touchd.result.VerifyChain", ["head": head])
        #expect(answer["intact"] == true && answer["compared"] == true && answer["checked"] == 3)
        #expect(answer["head"] == head)
    }

    @Test func `a lowered limit deletes the oldest results, however many there are`() throws {
        let kiosk = try Kiosk.ofAnna()
        for _ in 0..<20 { try kiosk.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": true]) }
        try kiosk.restartDaemon { $0.store = "results=3" }
        try kiosk.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": false])
        try kiosk.advance(by: .seconds(2))
        let kept = try kiosk.results()
        #expect((3..<11).contains(kept.count) && kept.last?["reason"] == "enabled", "\(kept.count)")
        #expect(try kiosk.call("io.touchd.result.VerifyChain")["intact"] == true)
    }
}
