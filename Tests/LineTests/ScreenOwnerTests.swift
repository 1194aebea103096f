import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Ownership of the screen: attacks of one front end on another.
@Suite(.needsRoot) struct ScreenOwnerTests {
    private static let (games, tape): (UInt32, UInt32) = (60, 26)
    private static let busy = "io.touchd.scene.Busy"
    private static let button: JSON = ["id": "b", "kind": "button", "x": 0, "y": 0, "width": 1_280, "height": 800]

    private func withOpenLine(
        _ access: String = "group-frontend=", unlock: String = "", _ body: (Line) throws -> Void
    ) throws {
        try withLine(Line.Setup(access: access + "\n[unlock]\n" + unlock)) { line in
            line.openToEverybody()
            try body(line)
        }
    }

    /// Puts a button on screen as soon as the screen is free.
    private func presentWhenFree(_ line: Line, as identity: Identity) throws -> Presentation {
        var screen: Presentation?
        guard
            Patience.until({
                screen = try? line.present(Self.button, as: identity); return screen != nil
            }),
            let screen
        else { throw TimedOut(what: "a free screen") }
        return screen
    }

    @Test(arguments: [Identity.nobody, nil])
    func `an unlock does not begin below another user's scene, and an administrator sees whose`(
        user: Identity?
    ) throws {
        try withOpenLine { line in
            let lock = try line.present(Widgets.pattern(), as: user)
            let screen = try presentWhenFree(line, as: .stranger)
            let refusal = try line.refusal(
                "io.touchd.unlock.Verify", ["user": "anna", "scene": .string(lock.scene), "widget": "pad"], as: user)
            #expect(refusal?.name == "io.touchd.unlock.Busy")
            let told = user == nil ? Int64(Identity.stranger.user) : nil
            #expect(refusal?.parameters["uid"]?.integerValue == told)
            screen.hangUp()
        }
    }

    @Test func `an administrator sees whose scenes are on screen and dismisses any`() throws {
        try withOpenLine { line in
            let lock = try line.present(Widgets.pattern(), as: .nobody)
            let verification = try line.stream(
                "io.touchd.unlock.Verify", ["user": "anna", "scene": .string(lock.scene), "widget": "pad"], as: .nobody)
            _ = try verification.next()
            #expect(try line.refusal(of: Self.button)?.parameters["uid"] == 65_534)
            let refusal = try line.refusal(of: Self.button, as: .stranger)
            #expect(refusal?.name == Self.busy && refusal?.parameters["uid"] == nil)
            let scenes = try line.call("io.touchd.scene.List")["scenes"]?.arrayValue?.compactMap(\.objectValue)
            let scene = try #require(scenes?.first)
            #expect(scenes?.count == 1 && scene["scene"] == .string(lock.scene) && scene["uid"] == 65_534)
            #expect(scene["pid"]?.integerValue == Int64(getpid()) && scene["kinds"] == ["pattern"])
            #expect(scene["guarded"] == true && scene["shownUSec"]?.integerValue ?? 0 > 0)
            let holder = try line.call("io.touchd.manage.Status")["screen"]?.objectValue?["holder"]?.objectValue
            #expect(holder?["uid"] == 65_534)
            #expect(try line.call("io.touchd.manage.Status", as: .stranger)["screen"]?.objectValue?["holder"] == nil)
            let denied = try line.refusal("io.touchd.scene.List", as: .stranger)
            #expect(denied?.name == "org.varlink.service.PermissionDenied")
            try line.call("io.touchd.scene.Dismiss", ["scene": .string(lock.scene)])
            #expect(try lock.rest().last?["dismissed"] == true)
            #expect(try verification.last()["outcome"] == "cancelled")
            #expect(try line.refusal(of: Self.button, as: .stranger) == nil)
        }
    }

    @Test func `one user cannot use up the slots for scenes, and some are reserved for administrators`() throws {
        try withOpenLine { line in
            func fill(_ identity: Identity) throws -> [Presentation] {
                var all: [Presentation] = []
                while all.count < 64, let next = try? line.present(Self.button, as: identity) { all.append(next) }
                return all
            }
            var held = [try fill(.nobody)]
            #expect(held[0].count < 64)
            for user: UInt32 in 2_001...2_005 { held.append(try fill(Identity(user: user, group: user))) }
            #expect(try line.refusal(of: Self.button, as: .stranger)?.name == Self.busy)
            let screen = try line.present(Self.button)
            #expect(!screen.scene.isEmpty)
            withExtendedLifetime(held) {}
        }
    }

    @Test func `a user who is not named may not present`() throws {
        try withOpenLine("group-frontend=\nscreen=nobody, @games") { (line: Line) throws in
            let denied = "org.varlink.service.PermissionDenied"
            #expect(try line.refusal(of: Self.button, as: .stranger)?.name == denied)
            #expect(try line.refusal(of: Self.button, as: .nobody) == nil)
            #expect(try line.refusal(of: Self.button, as: .stranger.joining(Self.games)) == nil)
            #expect(try line.refusal(of: Self.button) == nil)
        }
    }

    @Test func `a front end that is not named neither receives nor answers requests`() throws {
        try withOpenLine("group-frontend=\nscreen=nobody") { line in
            try line.enroll()
            let denied = "org.varlink.service.PermissionDenied"
            let hostile = try line.stream("io.touchd.scene.Requests", as: .stranger)
            #expect(throws: ClientError.self) { try hostile.next() }
            let serving = try line.stream("io.touchd.scene.Requests", as: .nobody)
            _ = try serving.next()
            let sudo = try line.stream("io.touchd.unlock.Verify", ["user": "anna"])
            let wanted = try serving.replies.first { $0["wanted"] != nil }["wanted"]?.objectValue
            let id = try #require(wanted?["id"])
            var widget = Widgets.pattern().objectValue ?? [:]
            widget["request"] = id
            #expect(try line.refusal(of: .object(widget), as: .stranger)?.name == denied)
            let screen = try line.present(.object(widget), as: .nobody)
            _ = try sudo.next()
            try line.draw(dots: "1-4-8-5-9")
            #expect(try sudo.last()["outcome"] == "passed")
            withExtendedLifetime(screen) {}
        }
    }

    @Test func `a user removed from the list loses the screen and the requests at a reload`() throws {
        try withOpenLine { line in
            let screen = try line.present(Self.button, as: .stranger)
            let hostile = try line.stream("io.touchd.scene.Requests", as: .stranger)
            _ = try hostile.next()
            let own = try line.present(Self.button, as: .nobody)
            try line.configure { $0.access = "group-frontend=\nscreen=nobody" }
            try line.call("io.touchd.manage.Reload")
            #expect(try screen.rest().last?["dismissed"] == true)
            #expect(throws: ClientError.remote(.permissionDenied)) { try hostile.last() }
            try line.draw("tap 640,400")
            try own.event("pressed")
        }
    }

    @Test func `requests of others leave an administrator room for an unlock`() throws {
        try withOpenLine { line in
            try line.enroll()
            let serving = try line.stream("io.touchd.scene.Requests", as: .nobody)
            _ = try serving.next()
            let asking = try (UInt32(2_001)...2_004).flatMap { user in
                try (0..<8).map { _ in
                    try line.stream(
                        "io.touchd.unlock.Verify", ["user": "anna"], as: Identity(user: user, group: user))
                }
            }
            let sudo = try line.stream("io.touchd.unlock.Verify", ["user": "anna"])
            let wanted = try serving.replies.first { $0["wanted"]?.objectValue?["uid"] == 0 }
            #expect(wanted["wanted"]?.objectValue?["user"] == "anna")
            withExtendedLifetime((asking, sudo)) {}
        }
    }

    @Test func `an administrator forbids the live trail`() throws {
        try withOpenLine(unlock: "trail=count") { line in
            let screen = try line.present(Widgets.live(), as: .nobody)
            try line.draw(dots: "1-2-3-6")
            try screen.event("completed")
            #expect(screen.events.allSatisfy { $0["dot"] == nil && $0["x"] == nil && $0["angle"] == nil })
            #expect(screen.events.contains { $0["count"] == 4 })
        }
    }

    @Test func `a live trail ends when a reload forbids it`() throws {
        try withOpenLine { line in
            let screen = try line.present(Widgets.live(), as: .nobody)
            try line.configure { $0.access = "group-frontend=\n[unlock]\ntrail=count" }
            try line.call("io.touchd.manage.Reload")
            try line.draw(dots: "1-2-3-6")
            try screen.event("completed")
            #expect(screen.events.allSatisfy { $0["dot"] == nil })
        }
    }

    @Test func `a front end is notified that the daemon stops, but not that panels are gone`() throws {
        try withOpenLine { line in
            let screen = try line.present(Widgets.pattern())
            let watch = try line.stream("io.touchd.device.Watch")
            _ = try watch.next()
            try line.draw("down 0 400,200")
            try screen.event("began")
            try line.stopDaemon()
            let rest = try screen.rest()
            #expect(rest.contains { $0["event"]?.objectValue?["name"] == "cancelled" })
            #expect(rest.last?["stopping"] == true)
            #expect(try watch.replies.rest().allSatisfy { $0["removed"] == nil })
        }
    }
}
