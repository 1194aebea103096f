internal import Glibc
internal import System

/// A file that stays open for writes and syncs on any thread, even after its opener is gone.
package final class OpenFile: Sendable {
    /// The operations on a file, so that a test can record them.
    package struct Steps: Sendable {
        /// Writes bytes at an offset; `false`, with `errno`, if not all of them.
        package let write: @Sendable (_ descriptor: Int32, _ bytes: [UInt8], _ offset: Int64) -> Bool
        /// Waits until all that was written is on the disk; `false`, with `errno`, if it is not.
        package let sync: @Sendable (_ descriptor: Int32) -> Bool

        /// Makes operations; those of the machine if nothing else is given.
        package init(
            write: @escaping @Sendable (Int32, [UInt8], Int64) -> Bool = { descriptor, bytes, offset in
                unsafe bytes.withUnsafeBytes { buffer in
                    unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) == buffer.count
                }
            },
            sync: @escaping @Sendable (Int32) -> Bool = { fdatasync($0) == 0 }
        ) {
            (self.write, self.sync) = (write, sync)
        }
    }

    let path: String
    let descriptor: Int32
    private let steps: Steps

    init(_ path: String, steps: Steps) throws(VaultError) {
        (self.path, self.steps) = (path, steps)
        descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(VaultError) {
        guard steps.write(descriptor, bytes, offset) else { throw VaultError.failure(errno, at: path) }
    }

    /// Returns when all writes are on the disk.
    func sync() throws(VaultError) {
        guard steps.sync(descriptor) else { throw VaultError.failure(errno, at: path) }
    }

    /// Whether the file that was opened is still the one of that name.
    var isInPlace: Bool {
        let opened = FileIdentity(opened: descriptor)
        return opened != nil && opened == FileIdentity(at: path)
    }
}
