import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

/// A secret of an eleventh kind does all that a pattern does.
@Suite(.showsLogs) struct DialsTests {
    private static func widget(_ settings: JSONObject = [:], request: JSON? = nil) -> JSON {
        [
            "id": "pad", "kind": "dials", "x": 100.0, "y": 100.0, "width": 400.0, "height": 400.0,
            "dials": .object(settings), "request": request,
        ]
    }

    /// Turns the dials from zero and hands them in.
    private static func enter(_ numbers: String, _ kiosk: Kiosk) throws {
        for (dial, number) in numbers.enumerated() {
            for _ in 0..<(number.wholeNumberValue ?? 0) { try kiosk.draw("tap \(150 + 100 * dial),200") }
        }
        try kiosk.draw("tap 300,400")
    }

    /// Answers a call on the widget by entries.
    private static func answer(
        _ method: String, _ parameters: JSONObject, _ entries: [String], _ kiosk: Kiosk
    ) throws -> [JSONObject] {
        var more = parameters
        if method == "Verify" { more["maxAttempts"] = .integer(Int64(entries.count)) }
        let (screen, answers) = try kiosk.asking(
            method, on: widget(method == "Verify" ? [:] : ["purpose": "enroll"]), more)
        #expect(answers.all.first?["secret"] == "dials")
        for numbers in entries {
            try enter(numbers, kiosk)
            try screen.event("cleared")
        }
        let replies = try answers.rest()
        try kiosk.dismiss(screen)
        return replies
    }

    private static func verify(_ numbers: String..., on kiosk: Kiosk) throws -> [JSONObject] {
        try answer("Verify", ["claims": ["audience": "io.touchd.unlock"]], numbers, kiosk)
    }

    private static func reasons(_ replies: [JSONObject]) -> [JSON?] {
        replies.compactMap { $0["attempt"]?.objectValue }.map { $0["reason"] }
    }

    private static func enrolled() throws -> Kiosk {
        let kiosk = try Kiosk()
        let replies = try answer("Enroll", [:], ["3141", "3141"], kiosk)
        #expect(replies.last?["outcome"] == "passed")
        return kiosk
    }

    @Test func `it is enrolled, verified, listed, named in results and survives a restart`() throws {
        let kiosk = try Self.enrolled()
        for _ in 0..<2 {
            #expect(Self.reasons(try Self.verify("1413", "3141", on: kiosk)) == ["wrong_dials", nil])
            let user = try kiosk.users().first
            #expect(user?["secrets"] == ["dials"])
            #expect(try kiosk.results().last?["secret"] == "dials")
            try kiosk.stopDaemon()
            try kiosk.startDaemon()
        }
        #expect(try kiosk.call("io.touchd.result.VerifyChain")["intact"] == true)
    }

    @Test func `no finger on it is recorded or reported`() throws {
        let kiosk = try Kiosk()
        let watch = try kiosk.stream("io.touchd.monitor.Contacts")
        let screen = try kiosk.present(Self.widget())
        try kiosk.draw("tap 150,200")
        #expect(watch.all.last?["hidden"] == true && !screen.names.isEmpty)
        let recorded = try kiosk.call("io.touchd.monitor.Recording")["lines"]?.stringValue
        #expect(recorded?.contains("\"gap\"") == true && recorded?.contains("\"frame\"") == false)
    }

    @Test func `a common one is refused, and a slip is one entry`() throws {
        let kiosk = try Kiosk()
        let replies = try Self.answer("Enroll", [:], ["7777", "3141", "3142", "3141"], kiosk)
        #expect(replies.compactMap { $0["step"]?.stringValue } == ["too_common", "first_recorded", "mismatch"])
        #expect(replies.last?["outcome"] == "passed")
    }

    @Test func `it is changed by proof, and put under duress`() throws {
        let kiosk = try Self.enrolled()
        let proof = try Self.verify("3141", on: kiosk).last?["token"] ?? .null
        #expect(try Self.answer("Enroll", ["proof": proof], ["2718", "2718"], kiosk).last?["outcome"] == "passed")
        #expect(Self.reasons(try Self.verify("3141", "2718", on: kiosk)) == ["wrong_dials", nil])
        let other = try Self.verify("2718", on: kiosk).last?["token"] ?? .null
        let duress: JSONObject = ["proof": other, "slot": "duress"]
        #expect(try Self.answer("Enroll", duress, ["1618", "1618"], kiosk).last?["outcome"] == "passed")
        #expect(try Self.verify("1618", on: kiosk).last?["outcome"] == "passed")
        #expect(try kiosk.results().last?["reason"] == "duress")
    }

    @Test func `guesses are limited, and the recovery key leads to a new one`() throws {
        let kiosk = try Self.enrolled()
        let key = try kiosk.call("io.touchd.unlock.MakeRecoveryKey", ["user": "anna"])["key"] ?? .null
        let replies = try Self.verify("1000", "2000", "3000", "4000", "5000", "3141", on: kiosk)
        #expect(Self.reasons(replies).last == "locked")
        #expect(try Self.answer("Recover", ["key": key], ["2718", "2718"], kiosk).last?["outcome"] == "passed")
        #expect(try Self.verify("2718", on: kiosk).last?["outcome"] == "passed")
    }

    @Test func `a caller without a scene gets it from the front end that serves the screen`() throws {
        let kiosk = try Self.enrolled()
        let screen = try kiosk.watching("io.touchd.scene.Requests")
        let verification = try kiosk.stream("io.touchd.unlock.Verify", ["user": "anna"])
        let wanted = try screen.first { $0["wanted"] != nil }["wanted"]?.objectValue
        #expect(wanted?["secret"] == "dials" && wanted?["rows"] == nil)
        let scene = try kiosk.present(Self.widget(request: wanted?["id"]))
        #expect(try verification.next()["ready"] == true)
        try Self.enter("3141", kiosk)
        try scene.event("cleared")
        #expect(try verification.last()["outcome"] == "passed")
    }
}
