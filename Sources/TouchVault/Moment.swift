internal import Glibc
package import TouchCore
internal import System

/// A moment on every clock that stored rows need; passed in, so that tests control the time.
package struct Moment: Hashable, Sendable {
    /// The boot that the monotonic timestamps belong to.
    package var boot: BootID
    /// CLOCK_MONOTONIC: the clock of touch timestamps.
    package var monotonic: Instant
    /// CLOCK_BOOTTIME: like monotonic, but includes sleep; the clock of waits.
    package var boottime: Instant
    /// CLOCK_REALTIME: for people only, never for a decision.
    package var wall: WallTime

    /// Makes a moment from its stamps.
    package init(boot: BootID, monotonic: Instant, boottime: Instant, wall: WallTime) {
        self.boot = boot
        self.monotonic = monotonic
        self.boottime = boottime
        self.wall = wall
    }

    /// The moment at which CLOCK_MONOTONIC has that value, if the machine does not sleep until then.
    package func advanced(to time: Instant) -> Moment {
        let step = time.since(monotonic)
        return Moment(
            boot: boot, monotonic: time, boottime: boottime.advanced(by: step), wall: wall.advanced(by: step))
    }
}

/// The random number that the kernel draws at each boot.
package struct BootID: Hashable, Sendable {
    /// The 16 bytes, in the order in which they are written.
    package let bytes: [UInt8]

    static let byteCount = 16

    /// Reads a boot id as the kernel writes it: 32 hexadecimal digits, dashes anywhere, white space at the end.
    package init?(_ text: some StringProtocol) {
        let digits = text.utf8.reversed().drop { $0 == 0x0a || $0 == 0x20 }.reversed().filter { $0 != 0x2d }
        guard let bytes = Hexadecimal.bytes(of: digits), bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    init(bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "a boot id has 16 bytes")
        self.bytes = bytes
    }

    /// The id of this boot, from `/proc/sys/kernel/random/boot_id`.
    package static func current() throws(VaultError) -> BootID {
        let path = "/proc/sys/kernel/random/boot_id"
        do throws(SystemError) {
            let text = try WholeFile(path, .own, maxBytes: 64).bytes
            guard let id = BootID(String(decoding: text, as: UTF8.self)) else {
                throw SystemError(call: "read \(path)", code: EINVAL)
            }
            return id
        } catch { throw .unreadable(path: path, errno: error.code) }
    }
}
