import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct VerdictTests {
    private static func unlock(_ kiosk: Kiosk, _ binding: JSONObject = [:]) throws -> JSONObject {
        try kiosk.verify(drawing: "1-4-8-5-9", with: ["claims": .object(binding)]).last ?? [:]
    }

    private static func redeem(
        _ kiosk: Kiosk, _ token: JSON?, _ more: JSONObject = [:], as identity: Identity? = nil
    ) throws -> JSONObject {
        var parameters: JSONObject = ["token": token]
        for (key, value) in more { parameters[key] = value }
        return try kiosk.call("io.touchd.token.Redeem", parameters, as: identity)
    }

    private static func keys(_ kiosk: Kiosk) throws -> [JSON?] {
        let jwks = try kiosk.call("io.touchd.token.Keys")["jwks"]?.objectValue
        return jwks?["keys"]?.arrayValue?.map { $0.objectValue?["kid"] } ?? []
    }

    @Test func `an unlock issues a token that is accepted once`() throws {
        let kiosk = try Kiosk.ofAnna()
        let last = try Self.unlock(kiosk, ["audience": "bank", "nonce": "n1"])
        let answer = try Self.redeem(kiosk, last["token"], ["audience": "bank", "nonce": "n1"])
        #expect(answer["performed"] == true)
        #expect(answer["passed"] == true)
        let verdict = answer["claims"]?.objectValue
        #expect(verdict?["kind"] == "unlock")
        #expect(verdict?["user"] == "anna")
        #expect(verdict?["resultId"] == last["resultId"])
        #expect(verdict?["provenance"] == "virtual")
        let again = try Self.redeem(kiosk, last["token"], ["audience": "bank"])
        #expect(again == ["performed": true, "passed": false, "reason": "token_used"])
    }

    @Test(arguments: [DiskRecording.Fault.full, .broken])
    func `while nothing can be written every drawing is answered and fails, and the right one passes afterward`(
        fault: DiskRecording.Fault
    ) throws {
        let kiosk = try Kiosk.ofAnna { $0.hasDisk = true }
        let disk = try #require(kiosk.disk)
        disk.fault = fault
        let replies = try kiosk.verify(drawing: "1-2-3-6-9", "1-4-8-5-9", attempts: 2)
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
        let user = try kiosk.call("io.touchd.unlock.Users")["users"]?.arrayValue?.first?.objectValue
        #expect(user?["state"] == "disabled")
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
        #expect(try Self.redeem(kiosk, token) == ["performed": false, "passed": false, "reason": "key_unknown"])
    }
}
