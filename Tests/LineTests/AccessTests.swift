import Glibc
import StrictJSON
import Testing
import TestSupport
import Varlink

extension Trait where Self == ConditionTrait {
    /// Skips if tests cannot run as other users.
    static var needsRoot: Self { .enabled(if: geteuid() == 0, "skipped: only root can connect as another user") }
}

/// The rights of each role.
@Suite(.needsRoot) struct AccessTests {
    /// Groups that exist on every Debian system and are unused.
    private static let (games, tape): (UInt32, UInt32) = (60, 26)
    private static let denied = "org.varlink.service.PermissionDenied"

    /// A line whose socket is open to every user.
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
            try line.enroll()
            #expect(try line.verify(drawing: "1-4-8-5-9", as: .nobody).last?["outcome"] == "passed")
        }
    }

    @Test func `a user outside the front ends' group shows no scene`() throws {
        try withOpenLine("group-frontend=games") { line in
            let refusal = try line.refusal(of: Widgets.pattern(), as: .nobody)
            #expect(refusal?.name == Self.denied)
            #expect(try line.call("io.touchd.manage.Status", as: .nobody)["access"]?.objectValue?["role"] == "observer")
        }
    }

    @Test func `a member of the group of front ends shows scenes`() throws {
        try withOpenLine("group-frontend=games") { line in
            let screen = try line.present(Widgets.pattern(), as: .nobody.joining(Self.games))
            #expect(!screen.scene.isEmpty)
        }
    }

    @Test func `a member of the group of administrators enrolls`() throws {
        try withOpenLine("group-administrator=tape") { line in
            let member = Identity.nobody.joining(Self.tape)
            #expect(
                try line.call("io.touchd.manage.Status", as: member)["access"]?.objectValue?["role"] == "administrator")
            let refusal = try line.refusal("io.touchd.unlock.Remove", ["user": "anna"], as: member)
            #expect(refusal?.name == "io.touchd.unlock.NoSuchUser")
        }
    }

    @Test func `a user sees the results of its own calls alone`() throws {
        try withOpenLine { line in
            try line.enroll()
            _ = try line.verify(drawing: "1-4-8-5-9", as: .nobody)
            #expect(try line.results(as: .nobody).map { $0["kind"] } == ["unlock"])
            #expect(try line.results(as: .stranger).isEmpty)
            #expect(try line.results().count == 2)
        }
    }

    @Test func `a member of the group of backends sees all results`() throws {
        try withOpenLine("group-frontend=\ngroup-backend=games") { line in
            try line.enroll()
            #expect(try line.results(as: .nobody.joining(Self.games)).count == 1)
        }
    }

    @Test func `a result can be read by its id`() throws {
        try withOpenLine { line in
            let id = try #require(try line.verify(drawing: "1-2-3-6", as: .nobody).last?["result"])
            let result = try line.call("io.touchd.result.Get", ["id": id], as: .stranger)
            #expect(result["result"]?.objectValue?["outcome"] == "failed")
        }
    }

    @Test func `no scene can cover a pattern of another user`() throws {
        try withOpenLine { line in
            let guarded = try line.present(Widgets.pattern(), as: .nobody)
            #expect(try line.refusal(of: Widgets.pattern(), as: .stranger)?.name == "io.touchd.scene.Busy")
            try line.draw(dots: "1-2-3-6")
            try guarded.event("result")
        }
    }

    @Test func `a finger on another user's scene is cancelled when a pattern covers it`() throws {
        try withOpenLine { line in
            let other = try line.present(
                ["id": "free", "kind": "button", "x": 0, "y": 0, "width": 1_280, "height": 800], as: .stranger)
            try line.draw("down 1 640,400")
            try other.event("began")
            let guarded = try line.present(Widgets.pattern(), as: .nobody)
            #expect(try other.event("pressed", "cancelled")["name"] == "cancelled")
            try line.draw("move 1 700,500")
            try line.draw("up 1")
            try line.draw(dots: "1-2-3-6")
            try guarded.event("result")
            #expect(other.names == ["began", "cancelled"])
        }
    }

    @Test func `a scene below another user's does not become a pattern`() throws {
        try withOpenLine { line in
            let button: JSON = ["id": "b", "kind": "button", "x": 0, "y": 0, "width": 100, "height": 100]
            let below = try line.present(button, as: .nobody)
            let above = try line.present(button, as: .stranger)
            let change: JSONObject = ["scene": .string(below.scene), "widgets": [Widgets.pattern()]]
            #expect(try line.refusal("io.touchd.scene.Update", change, as: .nobody)?.name == "io.touchd.scene.Busy")
            above.hangUp()
        }
    }

    @Test func `an empty update reports nothing`() throws {
        try withOpenLine { line in
            let button: JSON = ["id": "b", "kind": "button", "x": 0, "y": 0, "width": 100, "height": 100]
            let screen = try line.present(button)
            try line.call("io.touchd.scene.Update", ["scene": .string(screen.scene)])
            try line.call("io.touchd.scene.Update", ["scene": .string(screen.scene), "widgets": [], "remove": []])
            try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            let rest = try screen.rest()
            #expect(rest.count == 1 && rest.first?["dismissed"] == true)
        }
    }

    @Test func `a hostile peer that knows every id learns nothing about another user's unlock`() throws {
        try withOpenLine { line in
            try line.enroll()
            let screen = try line.present(Widgets.pattern(), as: .nobody)
            let scene = JSON.string(screen.scene)
            let verification = try line.stream(
                "io.touchd.unlock.Verify", ["user": "anna", "scene": scene, "widget": "pad"], as: .nobody)
            _ = try verification.next()
            let listening = try line.stream("io.touchd.result.Watch", as: .stranger)
            _ = try listening.next()
            let requests = try line.stream("io.touchd.scene.Requests", as: .stranger)
            _ = try requests.next()
            for (method, more) in [("Update", ["remove": ["pad"]]), ("Dismiss", [:])] as [(String, JSONObject)] {
                var parameters = more
                parameters["scene"] = scene
                let refusal = try line.refusal("io.touchd.scene.\(method)", parameters, as: .stranger)
                #expect(refusal?.name == "io.touchd.scene.NoSuchScene")
            }
            for method in ["Verify", "Recover"] {
                let refusal = try line.refusal(
                    "io.touchd.unlock.\(method)",
                    [
                        "user": "anna", "scene": scene, "widget": "pad",
                        "key": .string(String(repeating: "c", count: 64)),
                    ],
                    as: .stranger)
                #expect(refusal != nil)
            }
            try line.draw(dots: "1-4-8-5-9")
            #expect(try verification.last()["outcome"] == "passed")
            #expect(try line.results(as: .stranger).isEmpty)
            #expect(listening.replies.all.count == 1 && requests.replies.all.count == 1)
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

    @Test func `another user's scene can be neither dismissed nor used for an unlock`() throws {
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

    @Test func `another user's challenge can be neither shown nor queried`() throws {
        try withOpenLine { line in
            let made = try line.call("io.touchd.captcha.Create", ["profile": "simple"], as: .nobody)
            let challenge = made["challenge"]?.stringValue ?? ""
            let scene = try line.refusal(of: Widgets.captcha(challenge), as: .stranger)
            #expect(scene?.name == "io.touchd.scene.NoSuchChallenge")
            let verdict = try line.refusal(
                "io.touchd.captcha.Await", ["challenge": .string(challenge)], as: .stranger)
            #expect(verdict?.name == "io.touchd.captcha.NoSuchChallenge")
        }
    }

    @Test func `users without permission in the socket's mode cannot connect`() throws {
        try withLine { line in
            unsafe chmod(line.folder.path, 0o711)
            #expect(throws: (any Error).self) { try Socket.connect(line.socket, as: .nobody) }
        }
    }
}
