import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchConfiguration
import TouchCore

struct CoverTests {
    /// A front end with a button over the whole view.
    private final class FrontEnd {
        private let stream: KioskStream
        private var heard = 1
        let scene: JSON?

        init(on rig: Kiosk, as user: UInt32 = 1_001) throws {
            let widgets: JSON = [Widgets.full("button")]
            let identity = Identity(user: user, group: user)
            stream = try rig.stream("io.touchd.scene.Present", ["widgets": widgets], as: identity)
            scene = try stream.next()["scene"]
        }

        /// The replies since the last call.
        func replies() -> [JSONObject] {
            defer { heard = stream.all.count }
            return Array(stream.all[heard...])
        }

        /// The names of the events among them.
        func events() -> [String] { replies().compactMap { $0["event"]?.objectValue?["name"]?.stringValue } }

        func hangUp() { stream.hangUp() }
    }

    private let rig: Kiosk
    init() throws { rig = try Kiosk.large { $0.access.frontend = [] } }

    private func dismiss(_ frontEnd: FrontEnd) throws {
        try rig.call("io.touchd.scene.Dismiss", ["scene": frontEnd.scene])
    }

    @Test(arguments: [1_001, 1_002] as [UInt32])
    func `a scene learns when another covers or uncovers it, and nothing else about it`(other: UInt32) throws {
        let lower = try FrontEnd(on: rig)
        #expect(lower.replies() == [])
        let upper = try FrontEnd(on: rig, as: other)
        #expect(lower.replies() == [["covered": true]] && upper.replies() == [])
        upper.hangUp()
        #expect(lower.replies() == [["covered": false]])
    }

    @Test func `of three scenes the newest is uncovered, and removing the middle one changes nothing`() throws {
        let (lowest, middle, newest) = try (FrontEnd(on: rig), FrontEnd(on: rig), FrontEnd(on: rig))
        for covered in [lowest, middle] { #expect(covered.replies() == [["covered": true]]) }
        try dismiss(middle)
        #expect(lowest.replies() == [] && newest.replies() == [])
        try dismiss(newest)
        #expect(lowest.replies() == [["covered": false]])
    }

    @Test func `a scene that learns that it is uncovered gets the next finger`() throws {
        let (lower, upper) = try (FrontEnd(on: rig), FrontEnd(on: rig))
        _ = lower.replies()
        try rig.tap(Point(x: 500, y: 500))
        #expect(lower.replies() == [])
        try dismiss(upper)
        #expect(lower.replies() == [["covered": false]])
        try rig.tap(Point(x: 500, y: 500))
        #expect(lower.events() == ["began", "pressed"])
    }

    @Test func `a gesture in progress continues when another scene covers it`() throws {
        let lower = try FrontEnd(on: rig)
        try rig.report(.began, Point(x: 500, y: 500))
        let upper = try FrontEnd(on: rig)
        try rig.report(.ended, Point(x: 500, y: 500))
        #expect(lower.events() == ["began", "pressed"] && upper.replies() == [])
    }

    @Test func `a scene that changes below another is not notified again that it is covered`() throws {
        let (lower, upper) = try (FrontEnd(on: rig), FrontEnd(on: rig))
        _ = lower.replies()
        let change: JSONObject = ["scene": lower.scene, "widgets": [Widgets.full("slider")]]
        try rig.call("io.touchd.scene.Update", change, as: Identity(user: 1_001, group: 1_001))
        let told = lower.replies()
        #expect(told.count == 1 && told[0]["layout"] != nil && told[0]["covered"] == nil)
        #expect(upper.replies() == [])
    }
}
