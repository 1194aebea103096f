private import CRecordingStorage
private import System
private import Glibc
package import TouchVault

/// What a vault wrote, truncated, synced and deleted, in order, and what was reported in between.
///
/// Unchecked, because a test runs everything that it records in one thread.
@safe
package final class DiskRecording: @unchecked Sendable {
    package enum Step {
        case write(String, at: Int, [UInt8])
        case truncate(String, to: Int)
        case sync(String)
        case delete(String)
        /// Number of operations reported as done.
        case told(Int)
    }

    private let recording: OpaquePointer
    /// The layer for ``Storage``.
    package let name: String
    private let guardPath: String
    private let logPath: String
    private let syncsGuard: Bool
    /// Called before each sync of the guard file or of the log.
    package var syncing: () -> Void = {}
    /// Why nothing can be written; nil: it can.
    package var fault: Fault? {
        didSet { unsafe recording_fail(recording, fault?.rawValue ?? 0) }
    }

    /// What a disk answers to writes, in SQLite's numbers.
    package enum Fault: Int32, CaseIterable {
        /// SQLITE_IOERR.
        case broken = 10
        /// SQLITE_FULL.
        case full = 13
    }

    private var isWritable: Bool {
        if let fault { errno = fault == .full ? ENOSPC : EIO }
        return fault == nil
    }

    /// One of the vault at a path, under a name that no other recording under way has.
    package init(_ name: String, of path: String, hasSyncs: Bool = true, syncsGuard: Bool = true) throws {
        guard let made = unsafe recording_begin(name, hasSyncs) else {
            throw SystemError(call: "sqlite3_vfs_register", code: EINVAL)
        }
        unsafe recording = made
        self.name = name
        (guardPath, logPath) = (path + ".guard", path + "-wal")
        self.syncsGuard = syncsGuard
    }

    deinit { unsafe recording_end(recording) }

    /// The arguments to open a vault with.
    package var storage: Storage {
        let write = OpenFile.Steps().write
        let guarding = OpenFile.Steps { [self] descriptor, bytes, offset in
            guard isWritable else { return false }
            unsafe recording_add(recording, RECORDED_WRITE, guardPath, offset, bytes, Int32(bytes.count))
            return write(descriptor, bytes, offset)
        } sync: { [self] _ in
            guard isWritable else { return false }
            syncing()
            if syncsGuard { unsafe recording_add(recording, RECORDED_SYNC, guardPath, 0, nil, 0) }
            return true
        }
        let log = OpenFile.Steps(sync: { [self] _ in
            guard isWritable else { return false }
            syncing()
            unsafe recording_add(recording, RECORDED_SYNC, logPath, 0, nil, 0)
            return true
        })
        return Storage(vfs: name, guardSteps: guarding, logSteps: log)
    }

    /// Reports a number of operations as done.
    package func tell(_ count: Int) { unsafe recording_add(recording, RECORDED_MARK, nil, Int64(count), nil, 0) }

    package func forget() { unsafe recording_forget(recording) }

    package var count: Int { unsafe recording_count(recording) }

    package var steps: [Step] { steps(until: count) }

    /// The first of them; all if there are fewer.
    package func steps(until end: Int) -> [Step] {
        (0..<min(end, count)).map { index in
            let step = unsafe recording_at(recording, index)
            let path =
                unsafe step.file < 0 ? "" : unsafe String(cString: recording_path(recording, step.file))
            let place = unsafe Int(step.place)
            switch unsafe step.kind {
            case RECORDED_WRITE:
                let bytes = unsafe [UInt8](UnsafeBufferPointer(start: step.bytes, count: Int(step.count)))
                return .write(path, at: place, bytes)
            case RECORDED_TRUNCATE: return .truncate(path, to: place)
            case RECORDED_SYNC: return .sync(path)
            case RECORDED_DELETE: return .delete(path)
            default: return .told(place)
            }
        }
    }
}

/// A disk that loses power: what was synced stays, of what was not any part may.
package struct LosingDisk {
    /// The files as the program sees them.
    package private(set) var seen: [String: [UInt8]] = [:]
    /// The files as they are on the platter for certain.
    package private(set) var durable: [String: [UInt8]] = [:]
    /// The operations on each file since its last sync.
    private var pending: [String: [DiskRecording.Step]] = [:]

    /// - Parameter durable: the files that are on the platter, by path.
    package init(_ durable: [String: [UInt8]] = [:]) { (self.durable, seen) = (durable, durable) }

    package mutating func carryOut(_ step: DiskRecording.Step) {
        switch step {
        case .write(let path, _, _), .truncate(let path, _):
            Self.apply(step, to: &seen)
            pending[path, default: []].append(step)
        case .sync(let path):
            durable[path] = seen[path] ?? []
            pending[path] = []
        case .delete(let path):
            (seen[path], durable[path], pending[path]) = (nil, nil, nil)
        case .told: break
        }
    }

    /// The files if some unsynced writes reached the platter, one per file perhaps torn.
    package func remains(using random: inout some RandomNumberGenerator) -> [String: [UInt8]] {
        var files = durable
        for path in pending.keys.sorted() {
            for step in pending[path] ?? [] where Bool.random(using: &random) {
                guard case .write(let path, let place, let bytes) = step, Bool.random(using: &random) else {
                    Self.apply(step, to: &files)
                    continue
                }
                let part = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
                Self.apply(.write(path, at: place, part), to: &files)
            }
        }
        return files
    }

    private static func apply(_ step: DiskRecording.Step, to files: inout [String: [UInt8]]) {
        switch step {
        case .write(let path, let place, let bytes): write(bytes, to: &files[path, default: []], at: place)
        case .truncate(let path, let size): files[path] = Array((files[path] ?? []).prefix(size))
        case .sync, .delete, .told: break
        }
    }

    private static func write(_ bytes: [UInt8], to content: inout [UInt8], at place: Int) {
        let end = place + bytes.count
        if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
        content.replaceSubrange(place..<end, with: bytes)
    }
}
