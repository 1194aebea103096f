import TouchConfiguration
import Glibc
import SeededNumbers
import Simulation
import Testing
import TestSupport
import TouchCore

@testable import TouchVault

/// Everything visible of a vault from outside.
private struct Sight: Equatable {
    var users: [String] = []
    var failed: [Int] = []
    var results = 0
    /// Whether a caller waited until it was durable.
    var isTold = true

    init() {}

    /// The same as it is read from a vault.
    var visible: Sight {
        var sight = self
        sight.isTold = true
        return sight
    }

    init(_ vault: Vault) throws {
        let users = try vault.users()
        (self.users, failed) = (users.map(\.user.description), users.map(\.standing.failed))
        results = try vault.results(limit: 1_000).count
    }
}

/// Records what a vault does, cuts the power or kills the process at every step, and looks at what is left.
struct DurabilityTests {
    enum Remains: CaseIterable {
        /// After a cut: what was synced, or besides it any part of the rest.
        case synced, parts
        /// After a kill.
        case everything
    }

    /// A kiosk's use of its vault: enrollments, right and wrong attempts, results, a clearing, a removal.
    ///
    /// - Returns: how the vault looks after each of them, the first one before any.
    private static func work(_ recording: DiskRecording, at path: String, rounds: Int) throws -> [Sight] {
        var sights = [Sight()]
        let vault = try Vault.quick(
            path, resultLimit: 20, schedule: .classic, storage: recording.storage, isChecked: false)
        recording.tell(0)
        func step(_ body: () throws -> Void) throws {
            try body()
            sights.append(try Sight(vault))
            recording.tell(sights.count - 1)
        }
        try step { try vault.enroll("anna", seven) }
        try step { try vault.enroll("bert", zed) }
        for round in 0..<rounds {
            let dots = round % 7 == 6 ? seven : [round % 9, (round + 4) % 9, (round + 2) % 9, (round + 7) % 9]
            var moment = Moment.test
            moment.boottime.microseconds += Int64(round) * 100_000_000_000
            // Only what was stretched can be compared, so the count has to be there by then.
            var outcome: VerificationOutcome?
            try step { outcome = try vault.begin("anna", dots, at: moment).run(try pattern(dots)) }
            try step { if let outcome { _ = try vault.finish(outcome) } }
            let insert = { () throws(VaultError) in _ = try vault.insert(.sample()) }
            try step { try vault.later(insert).write.finish() }
            if round % 5 == 4 {
                _ = try vault.later(insert)
                sights.append(try Sight(vault))
                sights[sights.count - 1].isTold = false
            }
            if round % 9 == 8 { try step { _ = try vault.clearWait(of: UserName("anna")) } }
            if round % 20 == 19 { try step { try vault.enroll("carl", zed) } }
            if round % 20 == 10 { try step { _ = try vault.remove(UserName("carl")) } }
        }
        return sights
    }

    /// Ends at steps, each `distance` after the one before: how often, and what was wrong: a reported change that is lost, a
    /// change that was never made, or an alarm.
    private static func cut(
        _ recording: DiskRecording, _ sights: [Sight], path: String, leaving remains: Remains, distance: Int = 1,
        stopsAtFirst: Bool = false
    ) throws -> (cuts: Int, wrong: [String]) {
        let scratch = try TemporaryFolder(isInMemory: true)
        var (disk, told, cuts) = (LosingDisk(), -1, 0)
        var wrong: [String] = []
        for (index, step) in recording.steps.enumerated() where !stopsAtFirst || wrong.isEmpty {
            disk.carryOut(step)
            if case .told(let count) = step { told = count }
            guard index.isMultiple(of: distance) else { continue }
            var random = SplitMix64(seed: UInt64(index) &* 0x9E37_79B9)
            let left =
                switch remains {
                case .synced: disk.durable
                case .parts: disk.remains(using: &random)
                case .everything: disk.seen
                }
            for name in scratch.names { unsafe unlink(scratch.path(of: name)) }
            for (file, bytes) in left { try scratch.write(bytes, to: "vault" + file.dropFirst(path.count)) }
            cuts += 1
            do {
                let vault = try Vault.quick(scratch.path(of: "vault"), resultLimit: 20, schedule: .classic)
                let sight = try Sight(vault)
                // One unreported change may be there, besides one that is never reported.
                let next = sights.indices.first { $0 > told && sights[$0].isTold } ?? sights.count - 1
                let possible = sights[max(told, 0)...next].map(\.visible)
                if vault.alarm != nil { wrong.append("step \(index): alarm \(String(describing: vault.alarm))") }
                if !possible.contains(sight) { wrong.append("step \(index), \(told) told: \(sight)") }
            } catch { wrong.append("step \(index): \(error)") }
        }
        return (cuts, wrong)
    }

    @Test(arguments: Remains.allCases)
    func `no cut or kill loses a reported change, nor locks users`(
        remains: Remains
    ) throws {
        let scratch = try TemporaryFolder(isInMemory: true)
        let path = scratch.path(of: "vault")
        let recording = try DiskRecording("recorded \(remains)", of: path)
        let sights = try Self.work(recording, at: path, rounds: 30)
        let distance = effort("TOUCHD_CUTS_APART", usual: 5)
        let (cuts, wrong) = try Self.cut(
            recording, sights, path: path, leaving: remains, distance: distance)
        #expect(cuts >= 500 / distance)
        #expect(wrong == [])
    }

    @Test(arguments: [(false, true), (true, false)])
    func `the same power cuts expose a vault or a guard file that never syncs`(hasSyncs: Bool, syncsGuard: Bool) throws
    {
        let scratch = try TemporaryFolder(isInMemory: true)
        let path = scratch.path(of: "vault")
        let name = "never synced \(hasSyncs)"
        let recording = try DiskRecording(name, of: path, hasSyncs: hasSyncs, syncsGuard: syncsGuard)
        let sights = try Self.work(recording, at: path, rounds: 3)
        #expect(try !Self.cut(recording, sights, path: path, leaving: .synced, stopsAtFirst: true).wrong.isEmpty)
    }
}
