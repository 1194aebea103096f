import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import Varlink

@Suite(.showsLogs) struct ScreenOwnerTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    private static let games: UInt32 = 60
    private static let busy = "io.touchd.scene.Busy"

    @Test(arguments: [Identity.nobody, nil])
    func `an unlock does not begin below another user's scene, and an administrator sees whose`(
        user: Identity?
    ) throws {
        let lock = try kiosk.present(Widgets.pattern(), as: user)
        // The lock has no caller.
        try kiosk.advance(by: .seconds(5))
        let screen = try kiosk.present(Widgets.button, as: .stranger)
        let refusal = try kiosk.refusal(
            "io.touchd.unlock.Verify", ["user": "anna", "scene": .string(lock.scene), "widget": "pad"], as: user)
        #expect(refusal?.name == "io.touchd.unlock.Busy")
        let told = user == nil ? Int64(Identity.stranger.user) : nil
        #expect(refusal?.parameters["uid"]?.integerValue == told)
        screen.hangUp()
    }

    @Test func `an administrator sees whose scenes are on screen and dismisses any`() throws {
        let (lock, verification) = try kiosk.asking(as: .nobody)
        #expect(try kiosk.refusal(of: Widgets.button)?.parameters["uid"] == 65_534)
        let refusal = try kiosk.refusal(of: Widgets.button, as: .stranger)
        #expect(refusal?.name == Self.busy && refusal?.parameters["uid"] == nil)
        try kiosk.advance(by: .seconds(5))
        let scenes = try kiosk.call("io.touchd.scene.List")["scenes"]?.arrayValue?.compactMap(\.objectValue)
        let scene = try #require(scenes?.first)
        #expect(scenes?.count == 1 && scene["scene"] == .string(lock.scene) && scene["uid"] == 65_534)
        #expect(scene["pid"]?.integerValue == Int64(getpid()) && scene["kinds"] == ["pattern"])
        #expect(scene["guarded"] == true && scene["shownUSec"] == 5_000_000)
        let holder = try kiosk.status("screen")["holder"]?.objectValue
        #expect(holder?["uid"] == 65_534)
        #expect(try kiosk.status("screen", as: .stranger)["holder"] == nil)
        try kiosk.dismiss(lock)
        #expect(try lock.rest().last?["dismissed"] == true)
        #expect(try verification.last()["outcome"] == "cancelled")
        #expect(try kiosk.refusal(of: Widgets.button, as: .stranger) == nil)
    }

    @Test func `one user cannot use up the slots for scenes, and some are reserved for administrators`() throws {
        func fill(_ identity: Identity) throws -> [Presentation<KioskStream>] {
            var all: [Presentation<KioskStream>] = []
            while all.count < 64, let next = try? kiosk.present(Widgets.button, as: identity) { all.append(next) }
            return all
        }
        var held = [try fill(.nobody)]
        #expect(held[0].count < 64)
        for user: UInt32 in 2_001...2_005 { held.append(try fill(Identity(user: user, group: user))) }
        #expect(try kiosk.refusal(of: Widgets.button, as: .stranger)?.name == Self.busy)
        let screen = try kiosk.present(Widgets.button)
        #expect(!screen.scene.isEmpty)
        withExtendedLifetime(held) {}
    }

    @Test func `a user who is not named may neither present nor receive requests`() throws {
        try kiosk.restartDaemon { $0.access = "group-frontend=\nscreen=nobody, @games" }
        let hostile = try kiosk.stream("io.touchd.scene.Requests", as: .stranger)
        #expect(throws: ClientError.remote(.permissionDenied)) { try hostile.next() }
        #expect(try kiosk.refusal(of: Widgets.button, as: .stranger) == .permissionDenied)
        #expect(try kiosk.refusal(of: Widgets.button, as: .nobody) == nil)
        #expect(try kiosk.refusal(of: Widgets.button, as: .stranger.joining(Self.games)) == nil)
        #expect(try kiosk.refusal(of: Widgets.button) == nil)
    }

    @Test func `a user removed from the list loses the screen and the requests at a reload`() throws {
        let screen = try kiosk.present(Widgets.button, as: .stranger)
        let hostile = try kiosk.watching("io.touchd.scene.Requests", as: .stranger)
        let own = try kiosk.present(Widgets.button, as: .nobody)
        try kiosk.reload { $0.access = "group-frontend=\nscreen=nobody" }
        #expect(try screen.rest().last?["dismissed"] == true)
        #expect(throws: ClientError.remote(.permissionDenied)) { try hostile.last() }
        try kiosk.draw("tap 640,400")
        try own.event("pressed")
    }

    @Test func `an administrator forbids the live trail, also of a pattern on screen`() throws {
        var screen = try kiosk.present(Widgets.live(), as: .nobody)
        try kiosk.reload { $0.access = "group-frontend=\n[unlock]\ntrail=count" }
        for _ in 0..<2 {
            try kiosk.draw(dots: "1-2-3-6")
            try screen.event("completed")
            #expect(screen.events.allSatisfy { $0["dot"] == nil && $0["x"] == nil && $0["angle"] == nil })
            #expect(screen.events.contains { $0["count"] == 4 })
            screen = try kiosk.present(Widgets.live(), as: .nobody)
        }
    }

    @Test func `a front end is notified that the daemon stops, but not that panels are gone`() throws {
        let screen = try kiosk.present(Widgets.pattern())
        let watch = try kiosk.watching("io.touchd.device.Watch")
        try kiosk.draw("down 0 400,200")
        try screen.event("began")
        try kiosk.stopDaemon()
        let rest = try screen.rest()
        #expect(rest.contains { $0["event"]?.objectValue?["name"] == "cancelled" })
        #expect(rest.last?["stopping"] == true)
        #expect(try watch.rest().allSatisfy { $0["removed"] == nil })
    }
}
