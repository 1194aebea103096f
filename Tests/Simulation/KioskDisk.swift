private import Glibc
import TestSupport
import TouchVault

/// The disk below a kiosk's vault, which fills up, breaks or loses power: what was synced stays, of the rest any part may.
package final class KioskDisk {
    private let folder: TemporaryFolder
    private let vault: String
    /// Those of all starts: a vault may be closed after the next one was opened.
    private var recordings: [DiskRecording] = []
    private var base: [String: [UInt8]] = [:]
    private var syncsLeft: Int?
    private var lastStep: Int?
    /// Whether a thread does its work now.
    private let isAside: () -> Bool
    /// How often the loop of touches has waited for the disk.
    package var waits = 0
    /// Called when the power fails.
    var failing: () -> Void = {}

    /// Counts the disks of a process, for names in SQLite.
    nonisolated(unsafe) private static var count = 0

    init(in folder: TemporaryFolder, isAside: @escaping () -> Bool) {
        (self.folder, self.isAside) = (folder, isAside)
        vault = folder.path(of: "state/vault.db")
    }

    /// Why nothing can be written; nil: it can.
    package var fault: DiskRecording.Fault? {
        get { recordings.last?.fault }
        set { recordings.last?.fault = newValue }
    }

    /// Whether all that was written is synced.
    var isAtRest: Bool {
        guard let recording = recordings.last else { return true }
        var disk = LosingDisk(base)
        for step in recording.steps { disk.carryOut(step) }
        return disk.durable == disk.seen
    }

    /// Whether the power has failed; nothing that happens from then on is real.
    package var isOff: Bool { lastStep != nil }

    /// The power fails before one of the next syncs is done.
    package func failPower(afterSyncs count: Int) { syncsLeft = count }

    /// Records what a daemon that starts now writes.
    func storage() throws -> Storage {
        unsafe Self.count += 1
        let recording = try DiskRecording("disk \(unsafe Self.count)", of: vault)
        (base, syncsLeft, lastStep) = (files, nil, nil)
        recording.syncing = { [unowned self] in
            if !isAside() { waits += 1 }
            guard let left = syncsLeft else { return }
            syncsLeft = left - 1
            if left <= 1 { failPower() }
        }
        recordings.append(recording)
        return recording.storage
    }

    private var files: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in ["", "-wal", ".guard"].map({ vault + $0 }) {
            files[path] = try? TemporaryFolder.bytes(of: path)
        }
        return files
    }

    func failPower() {
        guard lastStep == nil, let recording = recordings.last else { return }
        failPower(afterSteps: recording.count)
    }

    /// The power has failed after so many steps since the daemon's start, of which nobody has heard.
    package func failPower(afterSteps count: Int) {
        lastStep = count
        failing()
    }

    /// What a loss of power leaves of what was not synced.
    package enum Remains { case nothing, everything, anything }

    func restore(_ leaving: Remains, using random: inout some RandomNumberGenerator) throws {
        guard let recording = recordings.last, let lastStep else { return }
        var disk = LosingDisk(base)
        for step in recording.steps(until: lastStep) { disk.carryOut(step) }
        // A vault of this start that is closed later may still write, which nobody asks for.
        recording.forget()
        let remains =
            switch leaving {
            case .nothing: disk.durable
            case .everything: disk.seen
            case .anything: disk.remains(using: &random)
            }
        for path in ["", "-wal", ".guard"].map({ vault + $0 }) {
            guard let bytes = remains[path] else {
                unsafe unlink(path)
                continue
            }
            try folder.write(bytes, to: String(path.dropFirst(folder.path.count + 1)))
        }
        self.lastStep = nil
    }
}
