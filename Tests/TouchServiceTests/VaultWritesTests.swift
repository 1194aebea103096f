import TouchConfiguration
import EventLoop
import Glibc
import Synchronization
import Testing
import TouchCore
import TestSupport

@testable import TouchSessions
@testable import TouchVault

/// A disk whose syncs block until they are released.
private final class SlowDisk: Sendable {
    private let isOpen = Mutex(false)
    private let syncs = Mutex(0)

    var begun: Int { syncs.withLock { $0 } }

    func open() { isOpen.withLock { $0 = true } }

    var steps: OpenFile.Steps {
        OpenFile.Steps(sync: { [self] _ in
            syncs.withLock { $0 += 1 }
            while !isOpen.withLock({ $0 }) { usleep(100) }
            return true
        })
    }
}

@Suite final class VaultWritesTests {
    private let loop: EventLoop
    private let disk = SlowDisk()
    private let folder: TemporaryFolder
    private let vault: Vault
    private let writes: VaultWrites
    private var told: [String] = []

    init() throws {
        loop = try EventLoop()
        folder = try TemporaryFolder()
        var pepper = [UInt8](repeating: 7, count: 32)
        vault = try Vault.open(
            path: folder.path(of: "vault"), pepper: SecretBytes(wiping: &pepper), parameters: .standard,
            resultLimit: 10,
            schedule: .present, schema: .present, storage: Storage(logSteps: disk.steps))
        writes = try VaultWrites(on: loop)
    }

    deinit { disk.open() }

    private func change(_ name: String, failing: Bool = false) {
        writes.make(in: vault) { [vault] () throws(VaultError) in
            _ = try vault.insert(.sample)
            if failing { throw .outOfMemory }
            return name
        } then: { [unowned self] result in
            told.append((try? result.get()) ?? "\(name) failed")
        }
    }

    private func turn(until isDone: () -> Bool) throws {
        while !isDone() { _ = try loop.runRound(timeout: .seconds(1)) }
    }

    @Test(arguments: [["first"], ["first", "second", "third"]])
    func `the loop keeps running while the disk is busy`(names: [String]) throws {
        for name in names { change(name) }
        var ticks = 0
        var timer: Timer?
        timer = try loop.timer { [loop] in
            ticks += 1
            timer?.arm(at: loop.now.advanced(by: .milliseconds(1)))
        }
        timer?.arm(at: loop.now)
        try turn { ticks >= 20 && disk.begun > 0 }
        #expect(told == [])
        disk.open()
        try turn { told.count == names.count }
        #expect(told == names)
        timer?.cancel()
    }

    @Test func `a change waits for an earlier one that something else waits for, too`() throws {
        let earlier = try vault.later { [vault] () throws(VaultError) in try vault.insert(.sample) }
        change("later")
        #expect(try vault.results(after: 0, limit: 10).count == 1)
        disk.open()
        try turn { !told.isEmpty }
        try earlier.write.finish()
        #expect(try vault.results(after: 0, limit: 10).count == 2)
    }

    @Test func `pending changes are reported in order, and once`() throws {
        disk.open()
        for name in ["first", "second", "third"] { change(name) }
        writes.settle()
        #expect(told == ["first", "second", "third"])
        change("fourth")
        try turn { told.count >= 4 }
        #expect(told.last == "fourth")
        #expect(told.count == 4)
    }

    @Test func `changes that cannot be made are reported as failed, and leave no trace`() throws {
        disk.open()
        change("first", failing: true)
        change("second")
        change("third", failing: true)
        #expect(told == ["first failed"])
        try turn { told.count == 3 }
        #expect(told == ["first failed", "second", "third failed"])
        #expect(try vault.results(after: 0, limit: 10).count == 1)
    }
}

extension InteractionResult {
    fileprivate static var sample: InteractionResult {
        InteractionResult(
            kind: .captcha, outcome: .failed, reason: "missed", owner: 1_000, provenance: "virtual", input: "drag",
            attempt: 1,
            moment: ResultMoment(
                boot: BootID(bytes: [UInt8](repeating: 1, count: 16)), monotonic: .zero, wall: WallTime(microseconds: 2)
            ))
    }
}
