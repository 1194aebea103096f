internal import Glibc

/// What a guard file says: which vault it belongs to, and how often that was changed.
struct GuardRecord: Hashable {
    /// Drawn when the guard was made.
    let vault: [UInt8]
    /// How many changes of the vault are on the disk; 0: none yet.
    var counter: Int64

    static let vaultByteCount = 16
}

/// A small file beside the vault that counts its changes, so that an older copy of either shows.
///
///     commit n+1 in the vault, durable ──▶ n+1 in the guard, durable ──▶ the caller hears of it
///
/// A power cut may leave the guard one change behind, never ahead. It has two slots, each a block of its own, that are
/// written in turn, so that a torn write leaves the other one.
///
/// | offset | bytes | field                                       |
/// |-------:|------:|---------------------------------------------|
/// |      0 |    16 | "touchd guard 1" and two zeros              |
/// |     16 |    16 | the vault                                   |
/// |     32 |     8 | the counter, little endian                  |
/// |     40 |    32 | keyed hash of the above, under the pepper   |
@safe
final class GuardFile {
    /// What can be found where a guard file should be.
    enum Finding: Hashable {
        case absent
        case valid(GuardRecord)
        /// There is a file, but no slot of it is one that touchd wrote.
        case altered
    }

    /// What is done to the file, so that a test can write it down.
    struct Steps {
        var write: (Int32, [UInt8], Int64) -> Bool = { descriptor, bytes, offset in
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) == buffer.count
            }
        }
        var sync: (Int32) -> Bool = { fdatasync($0) == 0 }
    }

    /// Bytes from the start of one slot to the next.
    static let slotStride = 4_096
    private static let label = Array("touchd guard 1\0\0".utf8)
    private static let slotByteCount = 72

    let path: String
    private let key: SecretBytes
    private let steps: Steps
    private var descriptor: Int32 = -1

    init(path: String, key: consuming SecretBytes, steps: Steps = Steps()) {
        self.path = path
        self.key = key
        self.steps = steps
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Looks for the file and keeps it open.
    ///
    /// - Throws: ``VaultError`` for what is no private file.
    func find() throws(VaultError) -> Finding {
        guard try DatabaseFile.exists(path) else { return .absent }
        try DatabaseFile.prepare(path)
        try open()
        var bytes = [UInt8](repeating: 0, count: Self.slotStride + Self.slotByteCount)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
        }
        guard count >= 0 else { throw .unreadable(path: path, errno: errno) }
        let slots = [0, Self.slotStride].compactMap { record(in: bytes[$0..<$0 + Self.slotByteCount]) }
        guard let latest = slots.max(by: { $0.counter < $1.counter }) else { return .altered }
        return .valid(latest)
    }

    /// Writes the file anew, in both slots; durable on return.
    func make(_ record: GuardRecord) throws(VaultError) {
        try DatabaseFile.prepare(path)
        try open()
        for slot in 0...1 { try write(record, inSlot: slot) }
        try sync()
    }

    /// Writes the next record; durable on return.
    func write(_ record: GuardRecord) throws(VaultError) {
        try write(record, inSlot: Int(record.counter % 2))
        try sync()
    }

    /// Whether the file that was opened is still the one of that name.
    var isInPlace: Bool {
        guard descriptor >= 0 else { return true }
        var (opened, named) = (stat(), stat())
        guard unsafe fstat(descriptor, &opened) == 0, unsafe lstat(path, &named) == 0 else { return false }
        return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    private func open() throws(VaultError) {
        if descriptor >= 0 { return }
        descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
    }

    private func write(_ record: GuardRecord, inSlot slot: Int) throws(VaultError) {
        let content = Self.content(of: record)
        let bytes = content + KeyedHash.bytes(of: content, key: key)
        guard steps.write(descriptor, bytes, Int64(slot * Self.slotStride)) else {
            throw .unreadable(path: path, errno: errno)
        }
    }

    private func sync() throws(VaultError) {
        guard steps.sync(descriptor) else { throw .unreadable(path: path, errno: errno) }
    }

    private func record(in slot: ArraySlice<UInt8>) -> GuardRecord? {
        let bytes = Array(slot)
        let content = Array(bytes.prefix(Self.slotByteCount - KeyedHash.byteCount))
        let mark = Array(bytes.suffix(KeyedHash.byteCount))
        guard bytes.starts(with: Self.label), KeyedHash.areEqual(KeyedHash.bytes(of: content, key: key), mark) else {
            return nil
        }
        let start = Self.label.count + GuardRecord.vaultByteCount
        let counter = (0..<8).reduce(Int64(0)) { $0 | Int64(truncatingIfNeeded: content[start + $1]) << Int64($1 * 8) }
        return GuardRecord(vault: Array(content[Self.label.count..<start]), counter: counter)
    }

    private static func content(of record: GuardRecord) -> [UInt8] {
        label + record.vault + (0..<8).map { UInt8(truncatingIfNeeded: record.counter >> Int64($0 * 8)) }
    }
}
