import Simulation
import TestSupport
import Testing
import TouchCore

@testable import TouchService
@testable import TouchSessions
@testable import TouchVault

/// Changes of the vault, each reported when it is on the disk.
@Suite final class VaultWritesTests {
    private let rig: Kiosk
    private var told: [String] = []

    init() throws { rig = try Kiosk.large() }

    private func change(_ name: String, failing: Bool = false) {
        let (vault, result) = (
            rig.daemon.keeper.vault, rig.daemon.results.result(.restriction, "disabled", of: nil, by: 0)
        )
        rig.daemon.keeper.writes.make(in: vault) { () throws(VaultError) in
            _ = try vault.insert(result)
            if failing { throw .outOfMemory }
            return name
        } then: { [unowned self] in
            told.append((try? $0.get()) ?? "\(name) failed")
        }
    }

    @Test func `fingers do not wait for the disk, and changes are reported in order, and once`() throws {
        let screen = try rig.present(Widgets.full("button"))
        rig.clock.workTime = { .seconds(1) }
        for name in ["first", "second", "third"] { change(name) }
        try rig.tap(Point(x: 500, y: 500))
        #expect(screen.names == ["began", "pressed"] && told == [])
        try rig.advance(by: .seconds(1))
        #expect(told == ["first"])
        rig.daemon.keeper.writes.settle()
        #expect(told == ["first", "second", "third"])
        change("fourth")
        try rig.advance(by: .seconds(10))
        #expect(told == ["first", "second", "third", "fourth"])
    }

    @Test func `changes that cannot be made are reported as failed, and leave no trace`() throws {
        for (name, failing) in [("first", true), ("second", false), ("third", true)] { change(name, failing: failing) }
        #expect(told == ["first failed"])
        try rig.settle()
        #expect(told == ["first failed", "second", "third failed"])
        #expect(try rig.results().count == 1)
    }
}
