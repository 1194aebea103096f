import Glibc

/// Whether a panel is inhibited in the kernel (`/sys/class/input/inputN/inhibited`).
///
/// When it is set, the kernel first lifts every finger, in a frame that ends with SYN_REPORT 1 (see ``TouchDecoder``).
struct InhibitedAttribute: ~Copyable {
    private let descriptor: Int32

    /// Opens the attribute; kernels before 5.11 have none, and no panel is ever inhibited.
    init(path: String?) {
        descriptor = path.map { unsafe open($0, O_RDONLY | O_CLOEXEC) } ?? -1
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The current value.
    var isSet: Bool {
        var digit: UInt8 = 0
        guard descriptor >= 0, unsafe pread(descriptor, &digit, 1, 0) == 1 else { return false }
        return digit == UInt8(ascii: "1")
    }
}
