import Glibc
import StrictJSON
import Testing
import Varlink

extension Trait where Self == ConditionTrait {
    /// Skips where no other user can be played.
    static var needsRoot: Self { .enabled(if: geteuid() == 0, "skipped: only root can connect as another user") }
}

/// Who may do what.
@Suite(.needsRoot) struct AccessTests {
    /// Groups that every Debian has and nobody uses.
    private static let (games, tape): (UInt32, UInt32) = (60, 26)
    private static let denied = "org.varlink.service.PermissionDenied"

    /// A line whose socket everybody may open.
    func withOpenLine(_ access: String = "group-frontend=", _ body: (Line) throws -> Void) throws {
        try withLine(Line.Setup(access: access)) { line in
            line.openToEverybody()
            try body(line)
        }
    }

    @Test(
        arguments: ["Enroll", "Remove", "ClearWait", "MakeRecoveryKey"].map { "io.touchd.unlock.\($0)" })
    func `only an administrator changes patterns`(method: String) throws {
        try withOpenLine { line in
            let refusal = try line.refusal(method, ["user": "anna"], as: .nobody)
            #expect(refusal?.name == Self.denied)
        }
    }

    @Test func `only an administrator chooses the target of a captcha`() throws {
        try withOpenLine { line in
            let given: JSONObject = ["profile": "given", "given": ["targetValue": 0.5]]
            let refusal = try line.refusal("io.touchd.captcha.Create", given, as: .nobody)
            #expect(refusal?.name == Self.denied)
            #expect(try line.refusal("io.touchd.captcha.Create", ["profile": "simple"], as: .nobody) == nil)
        }
    }

    @Test func `a front end of another user unlocks`() throws {
        try withOpenLine { line in
            try line.enrol()
            #expect(try line.verify(drawing: "1-4-8-5-9", as: .nobody).last?["outcome"] == "passed")
        }
    }

    @Test func `whoever is not in the group of front ends shows no scene`() throws {
        try withOpenLine("group-frontend=games") { line in
            let refusal = try line.refusal(of: Widgets.pattern(), as: .nobody)
            #expect(refusal?.name == Self.denied)
            #expect(try line.call("io.touchd.manage.Status", as: .nobody)["role"] == "observer")
        }
    }

    @Test func `a member of the group of front ends shows scenes`() throws {
        try withOpenLine("group-frontend=games") { line in
            let screen = try line.present(Widgets.pattern(), as: .nobody.joining(Self.games))
            #expect(!screen.scene.isEmpty)
        }
    }

    @Test func `a member of the group of administrators enrols`() throws {
        try withOpenLine("group-administrator=tape") { line in
            let member = Identity.nobody.joining(Self.tape)
            #expect(try line.call("io.touchd.manage.Status", as: member)["role"] == "administrator")
            let refusal = try line.refusal("io.touchd.unlock.Remove", ["user": "anna"], as: member)
            #expect(refusal?.name == "io.touchd.unlock.NoSuchUser")
        }
    }

    @Test func `a user sees the results of its own calls alone`() throws {
        try withOpenLine { line in
            try line.enrol()
            _ = try line.verify(drawing: "1-4-8-5-9", as: .nobody)
            #expect(try line.results(as: .nobody).map { $0["kind"] } == ["unlock"])
            #expect(try line.results(as: .stranger).isEmpty)
            #expect(try line.results().count == 2)
        }
    }

    @Test func `a member of the group of backends sees all results`() throws {
        try withOpenLine("group-frontend=\ngroup-backend=games") { line in
            try line.enrol()
            #expect(try line.results(as: .nobody.joining(Self.games)).count == 1)
        }
    }

    @Test func `whoever has the id reads a result`() throws {
        try withOpenLine { line in
            let id = try #require(try line.verify(drawing: "1-2-3-6", as: .nobody).last?["result"])
            let result = try line.call("io.touchd.result.Get", ["id": id], as: .stranger)
            #expect(result["result"]?.objectValue?["outcome"] == "failed")
        }
    }

    @Test func `no scene comes above a pattern of another user`() throws {
        try withOpenLine { line in
            let guarded = try line.present(Widgets.pattern(), as: .nobody)
            #expect(try line.refusal(of: Widgets.pattern(), as: .stranger)?.name == "io.touchd.scene.Busy")
            try line.draw(dots: "1-2-3-6")
            try guarded.event("result")
        }
    }

    @Test func `the screen is free again when the other user is gone`() throws {
        try withOpenLine { line in
            let guarded = try line.present(Widgets.pattern(), as: .nobody)
            try line.call("io.touchd.scene.Dismiss", ["scene": .string(guarded.scene)], as: .nobody)
            let screen = try line.present(Widgets.pattern(), as: .stranger)
            #expect(!screen.scene.isEmpty)
        }
    }

    @Test func `nobody else's scene can be dismissed or unlocked on`() throws {
        try withOpenLine { line in
            let screen = try line.present(Widgets.pattern(), as: .nobody)
            let scene = JSON.string(screen.scene)
            let dismissal = try line.refusal("io.touchd.scene.Dismiss", ["scene": scene], as: .stranger)
            #expect(dismissal?.name == "io.touchd.scene.NoSuchScene")
            let verification = try line.refusal(
                "io.touchd.unlock.Verify", ["user": "anna", "scene": scene, "widget": "pad"], as: .stranger)
            #expect(verification?.name == "io.touchd.unlock.NoSuchWidget")
        }
    }

    @Test func `nobody else's challenge can be shown or asked for`() throws {
        try withOpenLine { line in
            let made = try line.call("io.touchd.captcha.Create", ["profile": "simple"], as: .nobody)
            let challenge = made["challenge"]?.stringValue ?? ""
            let scene = try line.refusal(of: Widgets.captcha(challenge), as: .stranger)
            #expect(scene?.name == "io.touchd.scene.NoSuchChallenge")
            let verdict = try line.refusal(
                "io.touchd.captcha.Verdict", ["challenge": .string(challenge)], as: .stranger)
            #expect(verdict?.name == "io.touchd.captcha.NoSuchChallenge")
        }
    }

    @Test func `the socket is closed to those whom its mode leaves out`() throws {
        try withLine { line in
            unsafe chmod(line.folder.path, 0o711)
            #expect(throws: (any Error).self) { try Socket.connect(line.socket, as: .nobody) }
        }
    }
}
