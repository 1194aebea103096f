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

    /// Where SQLite's steps arrive, too.
    private final class Log { var steps: [Step] = [] }

    private let recording: OpaquePointer
    private let kept = Log()
    /// The layer for ``Storage``.
    package let name: String
    private let guardPath: String
    private let logPath: String
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
    package init(_ name: String, of path: String) throws {
        let made = unsafe recording_begin(
            name,
            { owner, kind, path, place, bytes, count in
                guard let owner = unsafe owner, let path = unsafe path else { return }
                let (file, place) = unsafe (String(cString: path), Int(place))
                let step: Step =
                    switch kind {
                    case RECORDED_WRITE:
                        unsafe .write(file, at: place, Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
                    case RECORDED_TRUNCATE: .truncate(file, to: place)
                    case RECORDED_SYNC: .sync(file)
                    default: .delete(file)
                    }
                unsafe Unmanaged<Log>.fromOpaque(owner).takeUnretainedValue().steps.append(step)
            }, Unmanaged.passUnretained(kept).toOpaque())
        guard let made = unsafe made else { throw SystemError(call: "sqlite3_vfs_register", code: EINVAL) }
        unsafe recording = made
        self.name = name
        (guardPath, logPath) = (path + ".guard", path + "-wal")
    }

    deinit { unsafe recording_end(recording) }

    /// The arguments to open a vault with.
    package var storage: Storage {
        let write = OpenFile.Steps().write
        let guarding = OpenFile.Steps { [self] descriptor, bytes, offset in
            guard isWritable else { return false }
            kept.steps.append(.write(guardPath, at: Int(offset), bytes))
            return write(descriptor, bytes, offset)
        } sync: { [self] _ in
            guard isWritable else { return false }
            syncing()
            kept.steps.append(.sync(guardPath))
            return true
        }
        let log = OpenFile.Steps(sync: { [self] _ in
            guard isWritable else { return false }
            syncing()
            kept.steps.append(.sync(logPath))
            return true
        })
        return Storage(vfs: name, guardSteps: guarding, logSteps: log)
    }

    /// Reports a number of operations as done.
    package func tell(_ count: Int) { kept.steps.append(.told(count)) }

    package func forget() { kept.steps = [] }

    package var steps: [Step] { kept.steps }
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
    package init(_ durable: [String: [UInt8]]) { (self.durable, seen) = (durable, durable) }

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
