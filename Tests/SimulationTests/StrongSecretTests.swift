import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import Varlink

/// `[unlock] strong-after=`: with the usual minimums a PIN is stronger than a pattern.
@Suite(.showsLogs) struct StrongSecretTests {
    /// A kiosk where the pattern counts for an hour after the PIN.
    private static func kiosk(_ key: String = "strong-after=1h") throws -> Kiosk {
        let kiosk = try Kiosk.ofAnna { $0.access = "group-frontend=\n[unlock]\n\(key)" }
        try PINPadTests.enroll("anna", "4071", kiosk)
        return kiosk
    }

    /// Whether the pattern counts; if not, that is said at once, and of nothing else.
    private static func takesPattern(_ kiosk: Kiosk) throws -> Bool {
        let screen = try kiosk.present(Widgets.pattern())
        defer { screen.hangUp() }
        let start = kiosk.clock.now
        let verification = try kiosk.verification(on: screen)
        let first = try verification.next()
        if first["ready"] == true {
            try kiosk.draw(dots: "1-4-8-5-9")
            return try verification.last()["outcome"] == "passed"
        }
        #expect(first == ["outcome": "failed", "reason": "strong_needed", "secret": "pin"])
        #expect(kiosk.clock.now == start)
        return false
    }

    private static func enterPIN(
        _ kiosk: Kiosk, _ digits: String = "4071", _ more: JSONObject = ["maxAttempts": 1]
    ) throws -> JSONObject {
        let screen = try kiosk.present(PINPadTests.pad())
        defer { screen.hangUp() }
        let verification = try kiosk.verification(on: screen, more)
        try verification.next()
        try kiosk.enter(digits + ">", on: screen.parts(of: "pad"))
        return try verification.last()
    }

    /// Parameters of a `Verify` whose token is the proof for a change.
    private static let proving: JSONObject = ["maxAttempts": 1, "claims": ["audience": "io.touchd.unlock"]]

    @Test func `a change needs the stronger secret, also while the weaker one counts`() throws {
        let kiosk = try Self.kiosk()
        _ = try Self.enterPIN(kiosk)
        #expect(try Self.takesPattern(kiosk))
        let lock = try kiosk.present(Widgets.pattern())
        let refused = try kiosk.verification(on: lock, Self.proving).last()
        #expect(refused["reason"] == "strong_needed" && refused["secret"] == "pin")
        lock.hangUp()
        // Nor does a proof count that was made before that was so.
        try kiosk.reload { $0.access = "group-frontend=" }
        let proofs = try (0..<4).map { _ in
            try kiosk.verify(drawing: "1-4-8-5-9", with: Self.proving).last?["token"]
        }
        try kiosk.reload { $0.access += "\n[unlock]\nstrong-after=1h" }
        let pads = try [PINPadTests.pad(["purpose": "enroll"]), Widgets.enrollment()].map { try kiosk.present($0) }
        for (number, (pad, slot)) in [(pads[0], nil), (pads[0], "duress"), (pads[1], nil as JSON?)].enumerated() {
            let call: JSONObject = [
                "user": "anna", "proof": proofs[number], "slot": slot, "scene": .string(pad.scene), "widget": "pad",
            ]
            let refusal = try kiosk.refusal("io.touchd.unlock.Enroll", call)
            #expect(refusal?.parameters["reason"] == "strong_needed", "\(number)")
        }
        for pad in pads { pad.hangUp() }
        for (proof, reason) in [
            (proofs[3], "strong_needed"), (try Self.enterPIN(kiosk, "4071", Self.proving)["token"], nil),
        ] {
            let refusal = try kiosk.refusal("io.touchd.unlock.Remove", ["user": "anna", "proof": proof])
            #expect(refusal?.parameters["reason"]?.stringValue == reason)
        }
    }

    @Test func `after a removal under duress the weaker everyday secret still needs the stronger one`() throws {
        let kiosk = try Self.kiosk()
        let (screen, enrollment) = try kiosk.asking(
            "Enroll", on: PINPadTests.pad(["purpose": "enroll"]),
            ["slot": "duress", "proof": try Self.enterPIN(kiosk, "4071", Self.proving)["token"]])
        for _ in 0..<2 {
            try kiosk.enter("5926>", on: screen.parts(of: "pad"))
            try kiosk.advance(by: .seconds(2))
        }
        #expect(try enrollment.last()["outcome"] == "passed")
        screen.hangUp()
        let proof = try Self.enterPIN(kiosk, "5926", Self.proving)["token"]
        #expect(try Self.takesPattern(kiosk))
        try kiosk.call("io.touchd.unlock.Remove", ["user": "anna", "proof": proof])
        /// What is told of the everyday pattern, but for what counts on with each entry.
        func told(_ user: String = "anna") throws -> [JSONObject] {
            try kiosk.verify(user, drawing: "1-4-8-5-9").map { reply in
                let told = reply["attempt"]?.objectValue ?? reply
                return ["outcome": told["outcome"], "reason": told["reason"], "secret": told["secret"]]
            }
        }
        let unknown = try told("nobody-here")
        #expect(unknown.first?["reason"] == "wrong_pattern")
        #expect(try told() == unknown)
        #expect(try Self.enterPIN(kiosk)["outcome"] == "passed")
        #expect(try told().last?["outcome"] == "passed")
    }

    @Test func `after a start, after the time and after a change the stronger secret is needed, once`() throws {
        let kiosk = try Self.kiosk()
        #expect(try !Self.takesPattern(kiosk))
        #expect(try Self.enterPIN(kiosk)["outcome"] == "passed")
        try kiosk.advance(by: .seconds(3_500))
        // A pattern does not make the time longer.
        #expect(try Self.takesPattern(kiosk))
        try kiosk.advance(by: .seconds(100))
        #expect(try !Self.takesPattern(kiosk))
        _ = try Self.enterPIN(kiosk)
        try kiosk.call("io.touchd.unlock.Restrict", ["user": "anna", "neverExpires": true, "disabled": true])
        try kiosk.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": false])
        #expect(try !Self.takesPattern(kiosk))
        _ = try Self.enterPIN(kiosk)
        #expect(try Self.takesPattern(kiosk))
        try kiosk.restartDaemon()
        #expect(try !Self.takesPattern(kiosk))
        // What was refused at once is no result.
        #expect(try !kiosk.results().contains { $0["reason"] == "strong_needed" })
        // Until the next start, however long that is.
        try kiosk.reload { $0.access = "group-frontend=\n[unlock]\nstrong-after=start" }
        _ = try Self.enterPIN(kiosk)
        try kiosk.advance(by: .seconds(10 * 86_400))
        #expect(try Self.takesPattern(kiosk))
    }

    @Test func `an entry that began while it counted is refused, right or wrong, without being counted`() throws {
        let kiosk = try Self.kiosk("strong-after=1min")
        _ = try Self.enterPIN(kiosk)
        let asked = try kiosk.asking(on: Widgets.pattern(), ["maxAttempts": 2, "timeoutUSec": 600_000_000])
        try kiosk.advance(by: .seconds(90))
        var attempts: [JSONObject] = []
        for dots in ["1-4-8-5-9", "1-2-3-6-9"] {
            try kiosk.draw(dots: dots)
            let reply = try asked.call.first { $0["attempt"] != nil }
            var attempt = reply["attempt"]?.objectValue ?? [:]
            #expect(attempt["reason"] == "strong_needed" && attempt["attemptsLeft"] == 5)
            (attempt["resultId"], attempt["number"]) = (nil, nil)
            attempts.append(attempt)
            try kiosk.advance(by: .seconds(2))
        }
        #expect(attempts[0] == attempts[1])
    }

    @Test func `a call that names no kind asks for the stronger, one that names the weaker is refused`() throws {
        let kiosk = try Self.kiosk()
        let front = try kiosk.servingScreen()
        let asking: JSONObject = ["user": "anna", "asking": ["secret": "pattern"]]
        #expect(try kiosk.call("io.touchd.unlock.Verify", asking)["reason"] == "strong_needed")
        let first = try kiosk.stream("io.touchd.unlock.Verify", ["user": "anna"])
        #expect(try front.wanted()["secret"] == "pin")
        first.hangUp()
        _ = try Self.enterPIN(kiosk)
        let second = try kiosk.stream("io.touchd.unlock.Verify", ["user": "anna"])
        #expect(try front.wanted()["secret"] == "pattern")
        second.hangUp()
    }

    @Test func `the stronger kind is the one of which the minimum leaves more`() throws {
        let kiosk = try Self.kiosk()
        try kiosk.reload { $0.access += "\nmin-parts=pattern:6" }
        let screen = try kiosk.present(PINPadTests.pad())
        let call: JSONObject = ["user": "anna", "scene": .string(screen.scene), "widget": "pad"]
        #expect(try kiosk.call("io.touchd.unlock.Verify", call)["secret"] == "pattern")
    }

    @Test func `a user with one kind is never asked for more, also after a recovery, and a reload ends it`() throws {
        let kiosk = try Kiosk.ofAnna { $0.access = "group-frontend=\n[unlock]\nstrong-after=1h" }
        #expect(try Self.takesPattern(kiosk))
        try PINPadTests.enroll("anna", "4071", kiosk)
        let key = try kiosk.call("io.touchd.unlock.MakeRecoveryKey", ["user": "anna"])["key"]
        let (screen, recovery) = try kiosk.asking("Recover", on: Widgets.enrollment(), ["key": key])
        try kiosk.draw(["1-4-8-5-9", "1-4-8-5-9"], on: screen)
        #expect(try recovery.last()["outcome"] == "passed")
        screen.hangUp()
        #expect(try Self.takesPattern(kiosk))
        try PINPadTests.enroll("anna", "4071", kiosk)
        #expect(try !Self.takesPattern(kiosk))
        try kiosk.reload { $0.access = "group-frontend=" }
        #expect(try Self.takesPattern(kiosk))
    }
}
