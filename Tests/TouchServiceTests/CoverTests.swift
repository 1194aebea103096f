import Simulation
import StrictJSON
import Testing
import TouchConfiguration
import TouchCore

struct CoverTests {
    private static let user: UInt32 = 1_001

    private let rig: Kiosk
    init() throws { rig = try Kiosk.large { $0.access.frontend = [] } }

    /// A front end with a button over the whole view, and the name of its scene.
    private func present(as user: UInt32 = user) throws -> (peer: KioskPeer, scene: String) {
        let peer = try rig.peer(user: user)
        let widgets: JSON = [HostileFrontEnd.widget("button")]
        let reply = try peer.answer(to: "io.touchd.scene.Present", ["widgets": widgets], more: true)
        return (peer, try #require(reply["scene"]?.stringValue))
    }

    /// The replies since the last call.
    private func replies(of peer: KioskPeer) throws -> [JSONObject] {
        try rig.settle()
        return try peer.replies()
    }

    @Test(arguments: [user, 1_002])
    func `a scene learns when another covers or uncovers it, and nothing else about it`(other: UInt32) throws {
        let lower = try present()
        #expect(try replies(of: lower.peer) == [])
        var upper: KioskPeer? = try present(as: other).peer
        #expect(try replies(of: lower.peer) == [["covered": true]])
        #expect(try replies(of: #require(upper)) == [])
        upper = nil
        #expect(try replies(of: lower.peer) == [["covered": false]])
    }

    @Test func `of three scenes the newest is uncovered, and removing the middle one changes nothing`() throws {
        let lowest = try present()
        let middle = try present()
        let newest = try present()
        #expect(try replies(of: lowest.peer) == [["covered": true]])
        #expect(try replies(of: middle.peer) == [["covered": true]])
        let control = try rig.peer(user: Self.user)
        _ = try control.answer(to: "io.touchd.scene.Dismiss", ["scene": .string(middle.scene)])
        #expect(try replies(of: lowest.peer) == [])
        #expect(try replies(of: newest.peer) == [])
        _ = try control.answer(to: "io.touchd.scene.Dismiss", ["scene": .string(newest.scene)])
        #expect(try replies(of: lowest.peer) == [["covered": false]])
    }

    @Test func `a scene that learns that it is uncovered gets the next finger`() throws {
        let lower = try present()
        let upper = try present()
        _ = try replies(of: lower.peer)
        try rig.tap(Point(x: 500, y: 500))
        #expect(try replies(of: lower.peer) == [])
        let control = try rig.peer(user: Self.user)
        _ = try control.answer(to: "io.touchd.scene.Dismiss", ["scene": .string(upper.scene)])
        #expect(try replies(of: lower.peer) == [["covered": false]])
        try rig.tap(Point(x: 500, y: 500))
        #expect(try lower.peer.eventNames() == ["began", "pressed"])
    }

    @Test func `a gesture in progress continues when another scene covers it`() throws {
        let lower = try present()
        try rig.report(.began, Point(x: 500, y: 500))
        let upper = try present()
        try rig.report(.ended, Point(x: 500, y: 500))
        #expect(try lower.peer.eventNames() == ["began", "pressed"])
        #expect(try replies(of: upper.peer) == [])
    }

    @Test func `a scene that changes below another is not notified again that it is covered`() throws {
        let lower = try present()
        let upper = try present()
        _ = try replies(of: lower.peer)
        let control = try rig.peer(user: Self.user)
        let change: JSONObject = ["scene": .string(lower.scene), "widgets": [HostileFrontEnd.widget("slider")]]
        _ = try control.answer(to: "io.touchd.scene.Update", change)
        let told = try replies(of: lower.peer)
        #expect(told.count == 1 && told[0]["layout"] != nil && told[0]["covered"] == nil)
        #expect(try replies(of: upper.peer) == [])
    }
}
