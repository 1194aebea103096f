/// Why a seat could not do what was requested.
public enum SeatError: Error, Hashable, Sendable, CustomStringConvertible {
    case udevUnavailable
    case libinputUnavailable
    case cannotAssign(seat: String)

    /// The error, as one sentence for users.
    public var description: String {
        switch self {
        case .udevUnavailable: "udev_new failed: out of memory"
        case .libinputUnavailable: "libinput_udev_create_context failed: out of memory"
        case .cannotAssign(let seat):
            "libinput_udev_assign_seat failed for seat \(seat): udev cannot list input devices"
        }
    }
}
