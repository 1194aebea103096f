internal import Glibc

/// The content of a guard file: the vault it belongs to, and how often the vault was changed.
struct GuardRecord: Hashable {
    /// Drawn when the guard was made.
    let vault: [UInt8]
    /// How many changes of the vault are on the disk; 0: none yet.
    var counter: Int64

    static let vaultByteCount = 16
}

/// A small file beside the vault that counts its changes, so that an older copy of either file is detected.
///
///     commit n+1 in the vault, durable ──▶ n+1 in the guard, durable ──▶ the caller is notified
///
/// A power cut may leave the guard one change behind, never ahead. It has two slots in separate blocks, written in
/// turn, so that a torn write leaves the other one intact.
///
/// | offset | bytes | field                                       |
/// |-------:|------:|---------------------------------------------|
/// |      0 |    16 | "touchd guard 1" and two zeros              |
/// |     16 |    16 | the vault                                   |
/// |     32 |     8 | the counter, little endian                  |
/// |     40 |    32 | keyed hash of the above, under the pepper   |
@safe
final class GuardFile {
    enum Finding: Hashable {
        case absent
        case valid(GuardRecord)
        /// The file exists, but touchd wrote none of its slots.
        case altered
    }

    struct Write: Sendable {
        fileprivate let file: OpenFile
        fileprivate let bytes: [UInt8]
        fileprivate let offset: Int64

        func run() throws(VaultError) {
            try file.write(bytes, at: offset)
            try file.sync()
        }
    }

    static let slotStride = 4_096
    private static let label = Array("touchd guard 1\0\0".utf8)
    private static let slotByteCount = 72

    let path: String
    private let key: SecretBytes
    private let steps: OpenFile.Steps
    private var file: OpenFile?

    init(path: String, key: consuming SecretBytes, steps: OpenFile.Steps = OpenFile.Steps()) {
        self.path = path
        self.key = key
        self.steps = steps
    }

    /// Opens the file if it exists, and keeps it open; anything but a private file is an error.
    func find() throws(VaultError) -> Finding {
        guard try DatabaseFile.exists(path) else { return .absent }
        try DatabaseFile.prepare(path)
        let file = try open()
        var bytes = [UInt8](repeating: 0, count: Self.slotStride + Self.slotByteCount)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe pread(file.descriptor, buffer.baseAddress, buffer.count, 0)
        }
        guard count >= 0 else { throw .unreadable(path: path, errno: errno) }
        let slots = [0, Self.slotStride].compactMap { record(in: bytes[$0..<$0 + Self.slotByteCount]) }
        guard let latest = slots.max(by: { $0.counter < $1.counter }) else { return .altered }
        return .valid(latest)
    }

    /// Rewrites the file, in both slots; durable on return.
    func make(_ record: GuardRecord) throws(VaultError) {
        try DatabaseFile.prepare(path)
        let file = try open()
        let bytes = slot(of: record)
        for slot in 0...1 { try file.write(bytes, at: Int64(slot * Self.slotStride)) }
        try file.sync()
    }

    func writing(_ record: GuardRecord) throws(VaultError) -> Write {
        Write(file: try open(), bytes: slot(of: record), offset: record.counter % 2 * Int64(Self.slotStride))
    }

    var isInPlace: Bool { file?.isInPlace ?? true }

    private func open() throws(VaultError) -> OpenFile {
        if let file { return file }
        let opened = try OpenFile(path, steps: steps)
        file = opened
        return opened
    }

    private func slot(of record: GuardRecord) -> [UInt8] {
        let content = Self.label + record.vault + record.counter.littleEndianBytes
        return content + KeyedHash.bytes(of: content, key: key)
    }

    private func record(in slot: ArraySlice<UInt8>) -> GuardRecord? {
        let bytes = Array(slot)
        let content = Array(bytes.prefix(Self.slotByteCount - KeyedHash.byteCount))
        let mark = Array(bytes.suffix(KeyedHash.byteCount))
        guard bytes.starts(with: Self.label), KeyedHash.areEqual(KeyedHash.bytes(of: content, key: key), mark) else {
            return nil
        }
        let start = Self.label.count + GuardRecord.vaultByteCount
        let counter = Int64(littleEndianBytes: content[start..<start + 8])
        return GuardRecord(vault: Array(content[Self.label.count..<start]), counter: counter)
    }
}
