import Simulation
import StrictJSON
import Testing
import TouchVault
import Varlink

@testable import TouchService
@testable import TouchSessions

/// What ends at one moment ends in a fixed order, which is also that of its results.
@Suite struct OrderTests {
    private static let names = (10..<18).map { "n\($0)" }

    private static func results(_ peer: KioskPeer, _ member: String) throws -> [String] {
        let list = try peer.answer(to: "io.touchd.result.List", ["limit": 100])["results"]?.arrayValue ?? []
        return list.compactMap { $0.objectValue?[member]?.stringValue }
    }

    private static func captcha(_ name: String, _ peer: KioskPeer) throws -> JSON {
        let made = try peer.answer(to: "io.touchd.captcha.Create", ["kind": "gesture", "profile": "default"])
        return [
            "id": .string(name), "kind": "gesture", "x": 0, "y": 0, "width": 300, "height": 300,
            "gesture": ["challengeId": made["challengeId"]],
        ]
    }

    @Test func `captchas of a scene that goes end in the order of their names`() throws {
        let rig = try DaemonRig()
        let (peer, screen) = try (rig.peer(), rig.peer())
        let widgets = try Self.names.reversed().map { try Self.captcha($0, peer) }
        let scene = try screen.answer(to: "io.touchd.scene.Present", ["widgets": .array(widgets)], more: true)["scene"]
        _ = try peer.answer(to: "io.touchd.scene.Dismiss", ["scene": scene])
        #expect(try Self.results(peer, "widget") == Self.names)
    }

    @Test func `captchas that end with the daemon end in the order in which they were made`() throws {
        let rig = try DaemonRig()
        let peer = try rig.peer()
        var screens: [KioskPeer] = []
        for name in Self.names {
            screens.append(try rig.peer())
            let widget = try Self.captcha(name, peer)
            _ = try screens[screens.count - 1].answer(
                to: "io.touchd.scene.Present", ["widgets": [widget]], more: true)
        }
        rig.daemon.challenges.stop()
        rig.daemon.keeper.writes.settle()
        #expect(try Self.results(peer, "widget") == Self.names)
    }

    @Test func `unlocks that end with the daemon end in the order in which they began`() throws {
        let rig = try DaemonRig()
        let peer = try rig.peer()
        var callers: [KioskPeer] = []
        for name in Self.names {
            callers.append(try rig.peer())
            try callers[callers.count - 1].call("io.touchd.unlock.Verify", ["user": .string(name)], more: true)
            try rig.settle()
        }
        rig.daemon.unlocks.sessions.stop()
        rig.daemon.keeper.writes.settle()
        #expect(try Self.results(peer, "user") == Self.names)
    }

    @Test func `what ends while the daemon stops has one result, and what waited for it is done`() throws {
        let rig = try DaemonRig()
        let (peer, caller) = try (rig.peer(), rig.peer())
        try caller.call("io.touchd.unlock.Verify", ["user": "n10"], more: true)
        try rig.settle()
        let session = try #require(rig.daemon.unlocks.sessions.all.first)
        var done: [Int] = []
        for number in 0..<2 {
            session.end(.cancelled)
            session.afterward { done.append(number) }
        }
        #expect(done.isEmpty)
        rig.daemon.unlocks.sessions.stop()
        rig.daemon.keeper.writes.settle()
        #expect(try Self.results(peer, "user") == ["n10"] && done == [0, 1])
    }

    @Test func `what waited for an attempt is also done if the call fails first`() throws {
        let rig = try DaemonRig()
        let caller = try rig.peer()
        try caller.call("io.touchd.unlock.Verify", ["user": "n10"], more: true)
        try rig.settle()
        let session = try #require(rig.daemon.unlocks.sessions.all.first)
        var isDone = false
        session.end(.cancelled)
        session.afterward { isDone = true }
        session.fail(.permissionDenied)
        #expect(isDone && session.ending != nil)
        rig.daemon.keeper.writes.settle()
        #expect(session.ending != nil && session.showing == nil)
    }

    @Test func `of several unknown widgets the first one is named`() throws {
        let rig = try DaemonRig()
        let (peer, screen) = try (rig.peer(), rig.peer())
        let scene = try screen.answer(
            to: "io.touchd.scene.Present",
            ["widgets": [["id": "a", "kind": "button", "x": 0, "y": 0, "width": 9, "height": 9]]], more: true)["scene"]
        let answer = try peer.answer(
            to: "io.touchd.scene.Update", ["scene": scene, "remove": .array(Self.names.map { .string($0) })])
        #expect(answer["widget"] == "n10")
    }
}
