import CReadTap
import CShims
import TouchCore

/// The events of one node, read before libinput reads it (see CReadTap).
@safe final class ReadTap {
    let tap: UnsafeMutablePointer<cread_tap>

    /// Taps an opened node, before any read from it; nil if too many are tapped.
    init?(_ descriptor: Int32) {
        guard let tap = unsafe cread_tap_open(descriptor) else { return nil }
        unsafe self.tap = tap
    }

    deinit { unsafe cread_tap_free(tap) }

    /// Ends the tap, before the node is closed or when libinput may read it; events already read stay available.
    func close() { unsafe cread_tap_close(tap) }

    /// Reads pending events; returns whether there were any.
    func fill() -> Bool { unsafe cread_tap_fill(tap) != 0 }

    /// Whether the last read found that the node is gone; libinput detects that by itself.
    var isGone: Bool { unsafe tap.pointee.gone != 0 }

    /// The timestamp of the next event; nil if there is none.
    var nextStamp: Instant? {
        let taken = unsafe tap.pointee.taken
        if unsafe taken < tap.pointee.count { return unsafe Self.stamp(tap.pointee.events[taken]) }
        return unsafe tap.pointee.overflowed != 0 ? Self.stamp(tap.pointee.events[taken - 1]) : nil
    }

    /// Takes the next event, one SYN_DROPPED in place of dropped ones, as from the kernel; nil if there is none.
    func next() -> InputEvent? {
        let taken = unsafe tap.pointee.taken
        guard unsafe taken < tap.pointee.count else { return loss() }
        let place = unsafe tap.pointee.events + taken
        unsafe tap.pointee.taken = taken + 1
        let event = unsafe InputEvent(
            microseconds: Self.stamp(place.pointee).microseconds, type: place.pointee.type, code: place.pointee.code,
            value: place.pointee.value)
        // It may be part of a secret, so all but the timestamp, which a following loss also has, is wiped.
        unsafe (place.pointee.type, place.pointee.code, place.pointee.value) = (0, 0, 0)
        return event
    }

    private func loss() -> InputEvent? {
        guard let stamp = nextStamp else { return nil }
        unsafe tap.pointee.overflowed = 0
        return InputEvent(microseconds: stamp.microseconds, type: InputCode.synchronization, code: 3, value: 0)
    }

    private static func stamp(_ event: cread_tap_event) -> Instant {
        Instant(microseconds: event.seconds &* 1_000_000 &+ event.microseconds)
    }

    /// Whether the kernel has unread events.
    static func isReadable(_ descriptor: Int32) -> Bool { cshims_wait(descriptor, 0, 0) > 0 }
}
