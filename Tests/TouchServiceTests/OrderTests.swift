import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchVault
import Varlink

@testable import TouchService
@testable import TouchSessions

/// What ends at one moment ends in a fixed order, which is also that of its results.
@Suite struct OrderTests {
    private let rig: Kiosk
    init() throws { rig = try Kiosk.large() }

    private static let names = (10..<18).map { "n\($0)" }

    private static func results(_ rig: Kiosk, _ member: String) throws -> [String] {
        try rig.results().compactMap { $0[member]?.stringValue }
    }

    private static func captcha(_ name: String, _ rig: Kiosk) throws -> JSON {
        let made = try rig.call("io.touchd.captcha.Create", ["kind": "gesture", "profile": "default"])
        return [
            "id": .string(name), "kind": "gesture", "x": 0, "y": 0, "width": 300, "height": 300,
            "gesture": ["challengeId": made["challengeId"]],
        ]
    }

    @Test func `captchas of a scene that goes end in the order of their names`() throws {
        let screen = try Presentation(try Self.names.reversed().map { try Self.captcha($0, rig) }, on: rig)
        try rig.dismiss(screen)
        #expect(try Self.results(rig, "widget") == Self.names)
    }

    @Test func `captchas that end with the daemon end in the order in which they were made`() throws {
        let screens = try Self.names.map { try rig.present(Self.captcha($0, rig)) }
        rig.daemon.challenges.stop()
        rig.daemon.keeper.writes.settle()
        #expect(try Self.results(rig, "widget") == Self.names)
        withExtendedLifetime(screens) {}
    }

    @Test func `unlocks that end with the daemon end in the order in which they began`() throws {
        let callers = try Self.names.map { try rig.stream("io.touchd.unlock.Verify", ["user": .string($0)]) }
        rig.daemon.unlocks.sessions.stop()
        rig.daemon.keeper.writes.settle()
        #expect(try Self.results(rig, "user") == Self.names)
        withExtendedLifetime(callers) {}
    }

    @Test func `what ends while the daemon stops has one result, and what waited for it is done`() throws {
        let caller = try rig.stream("io.touchd.unlock.Verify", ["user": "n10"])
        let session = try #require(rig.daemon.unlocks.sessions.all.first)
        var done: [Int] = []
        for number in 0..<2 {
            session.end(.cancelled)
            session.afterward { done.append(number) }
        }
        #expect(done.isEmpty)
        rig.daemon.unlocks.sessions.stop()
        rig.daemon.keeper.writes.settle()
        #expect(try Self.results(rig, "user") == ["n10"] && done == [0, 1])
        withExtendedLifetime(caller) {}
    }

    @Test func `what waited for an attempt is also done if the call fails first`() throws {
        let caller = try rig.stream("io.touchd.unlock.Verify", ["user": "n10"])
        let session = try #require(rig.daemon.unlocks.sessions.all.first)
        var isDone = false
        session.end(.cancelled)
        session.afterward { isDone = true }
        session.fail(.permissionDenied)
        #expect(isDone && session.ending != nil)
        rig.daemon.keeper.writes.settle()
        #expect(session.ending != nil && session.showing == nil)
        withExtendedLifetime(caller) {}
    }
}
