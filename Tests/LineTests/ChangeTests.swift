import Glibc
import StrictJSON
import Testing
import Varlink

/// Patterns changed by their users, and the duress pattern.
@Suite struct ChangeTests {
    private static let everyday = "1-4-8-5-9"
    private static let forced = "7-5-9-6-2"
    private static let fresh = "2-4-8-6-9"

    /// A token of an unlock that counts as proof for a change.
    private func proof(
        _ dots: String, on line: Line, _ user: String = "anna", as identity: Identity? = nil
    ) throws -> JSON {
        let screen = try line.present(Widgets.pattern(), as: identity)
        let verification = try line.stream(
            "io.touchd.unlock.Verify",
            [
                "user": .string(user), "scene": .string(screen.scene), "widget": "pad", "maxAttempts": 1,
                "audience": "io.touchd.unlock",
            ], as: identity)
        _ = try verification.next()
        try line.draw(dots: dots)
        let token = try verification.last()["token"] ?? .null
        try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)], as: identity)
        return token
    }

    /// Draws twice for a change; returns the steps and the last reply.
    private func change(
        _ line: Line, proof: JSON, slot: JSON? = nil, drawing drawings: [String]
    ) throws -> (steps: [String], last: JSONObject) {
        let screen = try line.present(Widgets.enrollment())
        let enrollment = try line.stream(
            "io.touchd.unlock.Enroll",
            ["user": "anna", "proof": proof, "slot": slot, "scene": .string(screen.scene), "widget": "pad"])
        _ = try enrollment.next()
        for dots in drawings {
            try line.draw(dots: dots)
            try screen.event("cleared")
        }
        let replies = try enrollment.replies.rest()
        try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
        return (replies.compactMap { $0["step"]?.stringValue }, replies.last ?? [:])
    }

    private func setDuress(_ line: Line) throws {
        let last = try change(
            line, proof: proof(Self.everyday, on: line), slot: "duress", drawing: [Self.forced, Self.forced]
        ).last
        #expect(last["outcome"] == "passed")
    }

    @Test func `a right drawing after a restriction neither passes nor proves anything`() throws {
        try withLine { line in
            try line.enroll()
            let screen = try line.present(Widgets.pattern())
            let verification = try line.stream(
                "io.touchd.unlock.Verify",
                [
                    "user": "anna", "scene": .string(screen.scene), "widget": "pad", "maxAttempts": 1,
                    "audience": "io.touchd.unlock",
                ])
            _ = try verification.next()
            // The daemon reads the drawing and the call one after the other, and has not compared the drawing by then.
            line.daemon?.send(SIGSTOP)
            try line.draw(dots: Self.everyday)
            let administrator = try LineClient(line.socket)
            let call = #"{"method":"io.touchd.unlock.Restrict","parameters":{"user":"anna","disabled":true}}"#
            administrator.send(Array(call.utf8) + [0])
            line.daemon?.send(SIGCONT)
            _ = try administrator.message()
            let last = try verification.last()
            #expect(last["outcome"] == "failed" && last["token"] == nil, "\(last)")
        }
    }

    @Test func `a proof from before a user was blocked neither removes nor enrolls`() throws {
        try withLine { line in
            try line.enroll()
            let proofs = try (0..<2).map { _ in try proof(Self.everyday, on: line) }
            try line.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": true])
            let refusal = try line.refusal("io.touchd.unlock.Remove", ["user": "anna", "proof": proofs[0]])
            #expect(refusal?.parameters["reason"] == "token_expired")
            let screen = try line.present(Widgets.enrollment())
            let late = try line.refusal(
                "io.touchd.unlock.Enroll",
                ["user": "anna", "proof": proofs[1], "scene": .string(screen.scene), "widget": "pad"])
            #expect(late?.name == "io.touchd.unlock.ProofRefused")
        }
    }

    @Test func `a change in progress while the user is removed stores nothing`() throws {
        try withLine { line in
            try line.enroll()
            let token = try proof(Self.everyday, on: line)
            let screen = try line.present(Widgets.enrollment())
            let enrollment = try line.stream(
                "io.touchd.unlock.Enroll",
                ["user": "anna", "proof": token, "scene": .string(screen.scene), "widget": "pad"])
            _ = try enrollment.next()
            try line.call("io.touchd.unlock.Remove", ["user": "anna"])
            for _ in 0..<2 {
                try line.draw(dots: Self.fresh)
                try screen.event("cleared")
            }
            let last = try enrollment.last()
            #expect(last["outcome"] == "failed")
            #expect(last["reason"] == "superseded")
            #expect(try line.call("io.touchd.unlock.Users")["users"] == [])
            #expect(try line.results().last?["reason"] == "superseded")
        }
    }

    @Test func `a user changes the pattern with the old one, once for each proof`() throws {
        try withLine { line in
            try line.enroll()
            let token = try proof(Self.everyday, on: line)
            let (steps, last) = try change(line, proof: token, drawing: [Self.fresh, Self.fresh])
            #expect(steps == ["first_recorded"])
            #expect(last["outcome"] == "passed")
            #expect(try line.verify(drawing: Self.everyday).last?["outcome"] == "failed")
            #expect(try line.verify(drawing: Self.fresh).last?["outcome"] == "passed")
            #expect(try line.results().map { $0["kind"] }.contains("change"))
            let screen = try line.present(Widgets.enrollment())
            let refusal = try line.refusal(
                "io.touchd.unlock.Enroll",
                ["user": "anna", "proof": token, "scene": .string(screen.scene), "widget": "pad"])
            #expect(refusal == VarlinkError("io.touchd.unlock.ProofRefused", ["reason": "token_expired"]))
        }
    }

    @Test func `the proof of one user changes no other user, and a front end without a proof changes nothing`() throws {
        try withLine { line in
            try line.enroll()
            try line.enroll("bert", dots: Self.fresh)
            let token = try proof(Self.fresh, on: line, "bert")
            #expect(
                try line.refusal("io.touchd.unlock.Remove", ["user": "anna", "proof": token])
                    == VarlinkError("io.touchd.unlock.ProofRefused", ["reason": "subject_mismatch"]))
            line.openToEverybody()
            #expect(
                try line.refusal("io.touchd.unlock.Remove", ["user": "anna"], as: .nobody)?.name
                    == "org.varlink.service.PermissionDenied")
            #expect(try line.verify(drawing: Self.everyday).last?["outcome"] == "passed")
        }
    }

    @Test func `a user removes their own pattern with it`() throws {
        try withLine { line in
            try line.enroll()
            try line.call("io.touchd.unlock.Remove", ["user": "anna", "proof": proof(Self.everyday, on: line)])
            #expect(try line.call("io.touchd.unlock.Users")["users"] == [])
        }
    }

    @Test func `the normal pattern cannot be the duress pattern`() throws {
        try withLine { line in
            try line.enroll()
            let (steps, last) = try change(
                line, proof: proof(Self.everyday, on: line), slot: "duress",
                drawing: [Self.everyday, Self.everyday, Self.forced, Self.forced])
            #expect(steps == ["first_recorded", "same_as_everyday", "first_recorded"])
            #expect(last["outcome"] == "passed")
        }
    }

    @Test func `an unlock under duress looks like any other, and is reported to those who see all results`() throws {
        try withLine(Line.Setup(access: "group-frontend=")) { line in
            try line.enroll()
            try setDuress(line)
            line.openToEverybody()
            func shape(_ replies: [JSONObject]) -> [JSONObject] {
                replies.map { reply in
                    var reply = reply
                    for key in ["result", "token", "padding"] where reply[key] != nil { reply[key] = "some" }
                    if var attempt = reply["attempt"]?.objectValue {
                        attempt["result"] = "some"
                        reply["attempt"] = .object(attempt)
                    }
                    return reply
                }
            }
            let free = try line.verify(drawing: Self.everyday, as: .nobody)
            let forced = try line.verify(drawing: Self.forced, as: .nobody)
            #expect(forced.last?["outcome"] == "passed")
            #expect(shape(free) == shape(forced))
            #expect(free.map { $0.description.utf8.count } == forced.map { $0.description.utf8.count })
            let id = forced.last?["result"] ?? .null
            let seen = try line.call("io.touchd.result.Get", ["id": id], as: .nobody)["result"]?.objectValue
            #expect(seen?["outcome"] == "passed")
            #expect(seen?["reason"] == nil)
            #expect(try line.call("io.touchd.result.Get", ["id": id])["result"]?.objectValue?["reason"] == "duress")
            #expect(try line.results(as: .nobody).allSatisfy { $0["reason"] == nil })
            let request: JSONObject = ["token": forced.last?["token"], "key": "order"]
            #expect(try line.call("io.touchd.token.Redeem", request)["duress"] == true)
            let other = try line.call("io.touchd.token.Redeem", ["token": free.last?["token"]])
            #expect(other["duress"] == nil)
        }
    }

    @Test func `a change under duress changes only the duress pattern`() throws {
        try withLine { line in
            try line.enroll()
            try setDuress(line)
            let token = try proof(Self.forced, on: line)
            #expect(try change(line, proof: token, drawing: [Self.fresh, Self.fresh]).last["outcome"] == "passed")
            #expect(try line.verify(drawing: Self.fresh).last?["outcome"] == "passed")
            #expect(try line.results().last?["reason"] == "duress")
            #expect(try line.verify(drawing: Self.everyday).last?["outcome"] == "passed")
            #expect(try line.results().last?["reason"] == nil)
        }
    }

    /// What a front end without administrator rights sees of users.
    private func users(_ line: Line) throws -> [JSONObject] {
        line.openToEverybody()
        return try line.call("io.touchd.unlock.Users", as: .nobody)["users"]?.arrayValue?.compactMap(\.objectValue)
            ?? []
    }

    @Test func `a change under duress shows in the list of users like any change`() throws {
        try withLine(Line.Setup(access: "group-frontend=")) { line in
            try line.enroll()
            try setDuress(line)
            let before = try users(line)
            let token = try proof(Self.forced, on: line)
            #expect(try change(line, proof: token, drawing: [Self.fresh, Self.fresh]).last["outcome"] == "passed")
            let after = try users(line)
            let times = try [before, after].map { try #require($0.first?["enrolledWallTimeUSec"]?.integerValue) }
            #expect(times[1] > times[0])
            var (old, new) = (before.first ?? [:], after.first ?? [:])
            (old["enrolledWallTimeUSec"], new["enrolledWallTimeUSec"]) = (0, 0)
            #expect(old == new)
            #expect(try line.verify(drawing: Self.forced).last?["outcome"] == "failed")
        }
    }

    @Test func `a duress pattern that is set under duress passes, as one that is set freely would`() throws {
        try withLine(Line.Setup(access: "group-frontend=")) { line in
            try line.enroll()
            try setDuress(line)
            let before = try users(line)
            let (steps, last) = try change(
                line, proof: proof(Self.forced, on: line), slot: "duress",
                drawing: [Self.forced, Self.forced, Self.fresh, Self.fresh])
            #expect(steps == ["first_recorded", "same_as_everyday", "first_recorded"])
            #expect(last["outcome"] == "passed")
            #expect(try users(line) == before)
            for dots in [Self.forced, Self.fresh] {
                #expect(try line.verify(drawing: dots).last?["outcome"] == "passed")
                #expect(try line.results().last?["reason"] == "duress")
            }
            #expect(try line.verify(drawing: Self.everyday).last?["outcome"] == "passed")
            #expect(try line.results().last?["reason"] == nil)
        }
    }

    @Test func `a removal under duress appears to be done, and the normal pattern still passes`() throws {
        try withLine(Line.Setup(access: "group-frontend=")) { line in
            try line.enroll()
            try setDuress(line)
            line.openToEverybody()
            let token = try proof(Self.forced, on: line, as: .nobody)
            let answer = try line.call("io.touchd.unlock.Remove", ["user": "anna", "proof": token], as: .nobody)
            #expect(answer.isEmpty)
            #expect(try users(line).isEmpty)
            let status = try line.call("io.touchd.manage.Status", as: .nobody)
            #expect(status["access"]?.objectValue?["standing"] == [])
            func shape(_ user: String) throws -> [JSONObject] {
                try line.verify(user, drawing: Self.forced, as: .nobody).map { reply in
                    var reply = reply
                    for key in ["result", "padding"] { reply[key] = nil }
                    var attempt = reply["attempt"]?.objectValue ?? [:]
                    for key in ["result", "attemptsLeft", "attemptsUntilLocked"] { attempt[key] = nil }
                    for key in ["attemptsLeft", "attemptsUntilLocked"] { reply[key] = nil }
                    reply["attempt"] = .object(attempt)
                    return reply
                }
            }
            #expect(try shape("anna") == shape("zoe"))
            #expect(try line.verify(drawing: Self.everyday, as: .nobody).last?["outcome"] == "passed")
            #expect(try users(line).isEmpty)
            let seen = try line.call("io.touchd.unlock.Users")["users"]?.arrayValue?.first?.objectValue
            #expect(seen?["hidden"] == true)
            let removal = try line.results().first { $0["kind"] == "removal" }
            #expect(removal?["reason"] == "duress")
            try line.call("io.touchd.unlock.Remove", ["user": "anna"])
            #expect(try line.call("io.touchd.unlock.Users")["users"] == [])
        }
    }

    @Test func `a duress pattern is stored at the first try, also after the hash settings changed`()
        throws
    {
        try withLine { line in
            try line.enroll()
            try line.stopDaemon()
            try line.configure { $0.store = "hash-memory=512MiB\nhash-passes=6" }
            try line.startDaemon()
            try setDuress(line)
            #expect(try line.verify(drawing: Self.forced).last?["outcome"] == "passed")
        }
    }

    @Test func `only administrators see who has a duress pattern`() throws {
        try withLine { line in
            try line.enroll()
            func user(_ identity: Identity?) throws -> JSONObject? {
                try line.call("io.touchd.unlock.Users", as: identity)["users"]?.arrayValue?.first?.objectValue
            }
            #expect(try user(nil)?["duress"] == false)
            try setDuress(line)
            #expect(try user(nil)?["duress"] == true)
            line.openToEverybody()
            #expect(try user(.nobody)?["duress"] == nil)
        }
    }

    @Test func `a drawing that is being checked when the daemon stops costs no attempt`() throws {
        try withLine { line in
            try line.configure { $0.store = "hash-memory=512MiB\nhash-passes=6" }
            try line.stopDaemon()
            try line.startDaemon()
            try line.enroll()
            let screen = try line.present(Widgets.pattern())
            let verification = try line.stream(
                "io.touchd.unlock.Verify", ["user": "anna", "scene": .string(screen.scene), "widget": "pad"])
            _ = try verification.next()
            try line.draw(dots: Self.everyday)
            try screen.event("completed")
            try line.stopDaemon()
            try line.startDaemon()
            let user = try line.call("io.touchd.unlock.Users")["users"]?.arrayValue?.first?.objectValue
            #expect(user?["failedAttempts"] == 0)
            #expect(try line.results().last?["outcome"] == "cancelled")
        }
    }

    @Test func `a malformed recovery key is distinguished from a wrong one and costs no try`() throws {
        try withLine { line in
            try line.enroll()
            let screen = try line.present(Widgets.enrollment())
            for _ in 0..<7 {
                let refusal = try line.refusal(
                    "io.touchd.unlock.Recover",
                    ["user": "anna", "key": "abc", "scene": .string(screen.scene), "widget": "pad"])
                #expect(refusal?.name == "io.touchd.unlock.MalformedKey")
            }
        }
    }
}
