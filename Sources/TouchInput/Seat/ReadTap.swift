import CReadTap
import TouchCore

/// What libinput reads from one node, event by event (see CReadTap).
@safe final class ReadTap {
    private let tap: UnsafeMutablePointer<cread_tap>
    private var taken = 0

    /// Listens to an opened node, before anybody reads from it; nil if too many are listened to.
    init?(_ descriptor: Int32) {
        guard let tap = unsafe cread_tap_open(descriptor) else { return nil }
        unsafe self.tap = tap
    }

    deinit { unsafe cread_tap_free(tap) }

    /// Listens no more, before the node is closed; what was read stays.
    func close() { unsafe cread_tap_close(tap) }

    /// Whether nothing was ever read.
    var hasHeardNothing: Bool { unsafe tap.pointee.total == 0 }

    /// The stamp of the next event; nil if there is none.
    var nextStamp: Instant? {
        guard unsafe taken < tap.pointee.count else { return nil }
        return Instant(microseconds: unsafe tap.pointee.events[taken].microseconds)
    }

    /// Takes the next event; nil if there is none.
    ///
    /// Where events could not be kept there is one that tells of a loss (SYN_DROPPED), as the kernel's.
    func next() -> RecordedEvent? {
        guard unsafe taken < tap.pointee.count else {
            let last = unsafe taken > 0 ? tap.pointee.events[taken - 1].microseconds : 0
            unsafe tap.pointee.count = 0
            taken = 0
            guard unsafe tap.pointee.overflowed != 0 else { return nil }
            unsafe tap.pointee.overflowed = 0
            return RecordedEvent(microseconds: last, type: InputCode.synchronization, code: 3, value: 0)
        }
        let event = unsafe tap.pointee.events[taken]
        taken += 1
        return RecordedEvent(
            microseconds: event.microseconds, type: event.type, code: event.code, value: event.value)
    }

    /// Whether the kernel has something that was not read yet.
    static func isReadable(_ descriptor: Int32) -> Bool { cread_tap_is_readable(descriptor) != 0 }
}
