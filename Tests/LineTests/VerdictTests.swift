import Glibc
import StrictJSON
import Testing
import Varlink

@Suite struct VerdictTests {
    /// Unlocks with the right drawing and returns the last reply.
    private static func unlock(_ line: Line, _ binding: JSONObject = [:]) throws -> JSONObject {
        let screen = try line.present(Widgets.pattern())
        var parameters: JSONObject = ["user": "anna", "scene": .string(screen.scene), "widget": "pad"]
        for (key, value) in binding { parameters[key] = value }
        let verification = try line.stream("io.touchd.unlock.Verify", parameters)
        _ = try verification.next()
        try line.draw(dots: "1-4-8-5-9")
        let last = try verification.last()
        try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
        return last
    }

    private static func redeem(
        _ line: Line, _ token: JSON?, _ more: JSONObject = [:], as identity: Identity? = nil
    ) throws -> JSONObject {
        var parameters: JSONObject = ["token": token]
        for (key, value) in more { parameters[key] = value }
        return try line.call("io.touchd.token.Redeem", parameters, as: identity)
    }

    private static func keys(_ line: Line) throws -> [JSON?] {
        let jwks = try line.call("io.touchd.token.Keys")["jwks"]?.objectValue
        return jwks?["keys"]?.arrayValue?.map { $0.objectValue?["kid"] } ?? []
    }

    @Test func `an unlock issues a token that is accepted once`() throws {
        try withLine { line in
            try line.enroll()
            let last = try Self.unlock(line, ["audience": "bank", "nonce": "n1"])
            let answer = try Self.redeem(line, last["token"], ["audience": "bank", "nonce": "n1"])
            #expect(answer["performed"] == true)
            #expect(answer["passed"] == true)
            let verdict = answer["claims"]?.objectValue
            #expect(verdict?["kind"] == "unlock")
            #expect(verdict?["user"] == "anna")
            #expect(verdict?["result"] == last["result"])
            #expect(verdict?["provenance"] == "virtual")
            let again = try Self.redeem(line, last["token"], ["audience": "bank"])
            #expect(again == ["performed": true, "passed": false, "reason": "token_used"])
        }
    }

    @Test func `a wrong drawing issues no token`() throws {
        try withLine { line in
            try line.enroll()
            let last = try line.verify(drawing: "1-2-3-6-9").last
            #expect(last?["outcome"] == "failed")
            #expect(last?["token"] == nil)
        }
    }

    @Test func `a captcha with a given target issues no token`() throws {
        try withLine { line in
            let challenge = try line.challenge(at: 0.33)
            let screen = try line.present(Widgets.captcha(challenge))
            try line.slide(to: 0.33, on: screen)
            try screen.event("result")
            let verdict = try line.call("io.touchd.captcha.Await", ["challenge": .string(challenge)])
            #expect(verdict["outcome"] == "passed")
            #expect(verdict["token"] == nil)
        }
    }

    @Test(arguments: [["audience": ""], ["nonce": ""]] as [JSONObject])
    func `an empty audience or nonce is rejected`(binding: JSONObject) throws {
        try withLine { line in
            var parameters: JSONObject = ["user": "anna", "scene": "s", "widget": "w"]
            for (key, value) in binding { parameters[key] = value }
            let refusal = try line.refusal("io.touchd.unlock.Verify", parameters)
            #expect(refusal?.name == "org.varlink.service.InvalidParameter")
        }
    }

    @Test func `of sixty-four clients that redeem at the same moment one is accepted`() throws {
        try withLine { line in
            try line.enroll()
            let token = try Self.unlock(line)["token"]
            // Each has a separate connection and thread.
            let streams = try (0..<64).map { number in
                try Stream(
                    "io.touchd.token.Redeem", ["token": token, "key": .string("asker \(number)")], on: line.socket)
            }
            let answers = try streams.map { try $0.last() }
            #expect(answers.count { $0["passed"] == true } == 1)
            #expect(answers.count { $0["reason"] == "token_used" } == 63)
        }
    }

    @Test func `a lost reply can be requested again with the same key`() throws {
        try withLine { line in
            try line.enroll()
            let token = try Self.unlock(line)["token"]
            let first = try Self.redeem(line, token, ["key": "order 7"])
            var second = try Self.redeem(line, token, ["key": "order 7"])
            #expect(second["repeated"] == true)
            second["repeated"] = nil
            #expect(first == second)
        }
    }

    @Test func `a token stays used after a restart of the daemon`() throws {
        try withLine { line in
            try line.enroll()
            let token = try Self.unlock(line)["token"]
            #expect(try Self.redeem(line, token)["passed"] == true)
            try line.stopDaemon()
            try line.startDaemon()
            #expect(try Self.redeem(line, token)["reason"] == "token_used")
        }
    }

    @Test func `after a rotation the set has both keys, and after a revocation one`() throws {
        try withLine { line in
            try line.enroll()
            let token = try Self.unlock(line)["token"]
            let old = try Self.keys(line)
            let new = try line.call("io.touchd.token.RotateKeys")["kid"]
            #expect(try Self.keys(line) == [new] + old)
            let last = try line.call("io.touchd.token.RotateKeys", ["atOnce": true])["kid"]
            #expect(try Self.keys(line) == [last])
            #expect(try Self.redeem(line, token) == ["performed": false, "passed": false, "reason": "key_unknown"])
        }
    }

    @Test func `a user who is not an administrator may redeem but not rotate`() throws {
        guard geteuid() == 0 else { return }
        try withLine { line in
            line.openToEverybody()
            #expect(try Self.redeem(line, "x", as: .nobody)["reason"] == "bad_request")
            let refusal = try line.refusal("io.touchd.token.RotateKeys", as: .nobody)
            #expect(refusal?.name == "org.varlink.service.PermissionDenied")
        }
    }
}
