import Simulation
import Testing
import TestSupport

@testable import TouchVault

extension DiskRecording.Step {
    /// The operation and its file; nil for anything but a sync or a write of a guard file.
    fileprivate func syncing(of path: String) -> String? {
        switch self {
        case .sync(let file) where file == path + "-wal": "log synced"
        case .sync(let file) where file == path + ".guard": "guard synced"
        case .write(let file, _, _) where file == path + ".guard": "guard written"
        case .write(let file, _, _) where file == path + "-wal": "log written"
        case .told(let count): "told \(count)"
        default: nil
        }
    }
}

struct LaterTests {
    private let scratch: TemporaryFolder
    init() throws { scratch = try TemporaryFolder() }

    private var path: String { scratch.path(of: "vault") }

    private func recorded(_ topic: String) throws -> (recording: DiskRecording, vault: Vault) {
        let recording = try DiskRecording(topic, of: path)
        return (recording, try Vault.quick(path, resultLimit: 1_000, storage: recording.storage, isChecked: false))
    }

    /// What was done from the first mark on, each kind in a row once.
    private func order(_ recording: DiskRecording) -> [String] {
        let all = recording.steps.compactMap { $0.syncing(of: path) }
        var order: [String] = []
        for step in all.drop(while: { $0 != "told 0" }) where order.last != step { order.append(step) }
        return order
    }

    @Test func `a guess is stretched only after its count is on the disk`() throws {
        let (recording, vault) = try recorded("order of a guess")
        try vault.enroll("anna", seven)
        recording.tell(0)
        let verification = try vault.begin("anna", zed)
        recording.tell(1)
        _ = try verification.run(try pattern(zed))
        recording.tell(2)
        #expect(
            order(recording) == [
                "told 0", "log written", "told 1", "log synced", "guard written", "guard synced", "told 2",
            ])
    }

    @Test func `no change begins before the previous one is on the disk`() throws {
        let (recording, vault) = try recorded("order of changes")
        recording.tell(0)
        let first = try vault.later { () throws(VaultError) in try vault.insert(.sample()) }
        let second = try vault.later { () throws(VaultError) in try vault.insert(.sample()) }
        recording.tell(1)
        try first.write.finish()
        recording.tell(2)
        try second.write.finish()
        #expect(
            order(recording) == [
                "told 0", "log written", "log synced", "guard written", "guard synced", "log written", "told 1",
                "told 2", "log synced", "guard written", "guard synced",
            ])
    }

    /// SQLite syncs the head of a new log, after a checkpoint and after a removed secret.
    @Test func `a change never syncs: its write does, which also starts a new log`() throws {
        let (recording, vault) = try recorded("syncs of changes")
        try vault.enroll("anna", seven)
        let anna = try UserName("anna")
        for number in 0..<450 {
            recording.tell(2 * number)
            let change = try vault.later { () throws(VaultError) in
                if number == 230 { #expect(try vault.remove(anna)) }
                _ = try vault.insert(.sample())
            }
            recording.tell(2 * number + 1)
            try change.write.finish()
        }
        var (isChange, syncs, starts) = (false, 0, 0)
        for step in recording.steps {
            switch step {
            case .told(let count): isChange = count % 2 == 0
            case .sync where isChange: syncs += 1
            case .write(path + "-wal", 0, _): starts += 1
            default: break
            }
        }
        #expect(syncs == 0)
        #expect(starts == 4)
    }
}
