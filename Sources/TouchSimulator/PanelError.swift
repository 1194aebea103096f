/// Why a virtual panel could not be made or used.
public enum PanelError: Error, Equatable, Sendable {
    /// The finger is already down.
    case fingerIsDown(Int)
    /// The finger is not down.
    case fingerIsUp(Int)
    /// All slots of the panel are taken; it has so many.
    case noFreeSlot(Int)
    /// The description lacks position axes.
    case noPositionAxes
    /// A speed in millimeters needs a panel with a resolution.
    case noResolution
    /// A gesture would need more reports than this.
    case tooManyReports(Int)
    /// The panel is the kernel's, which loses no events on purpose.
    case cannotLoseEvents
    /// The panel is the kernel's, whose readers keep its node.
    case cannotRevoke
    /// The panel is unplugged.
    case unplugged
    /// The panel is plugged in already.
    case plugged
    /// A reader did not take events for so many seconds and was hung up on.
    case readerStalled(seconds: Int)
    /// Nobody opened the panel within so many milliseconds.
    case notOpened(milliseconds: Int)
    /// A system or library call failed: its name, what it was for, the errno (0 where the library gives none).
    case failed(call: String, subject: String, errno: Int32)
    /// A file does not hold what it should.
    case unreadable(path: String, reason: String)
    /// A script has a line that is not a command; where, and why.
    case badScript(String)
    /// The touchsim at this socket did not answer.
    case noAnswer(String)
    /// A file of the installation was not found.
    case missing(String)
}

extension PanelError: CustomStringConvertible {
    /// The sentence for people.
    public var description: String {
        switch self {
        case .fingerIsDown(let finger): "finger \(finger) is already down"
        case .fingerIsUp(let finger): "finger \(finger) is not down"
        case .noFreeSlot(let count): "the panel tracks only \(count) contact\(count == 1 ? "" : "s")"
        case .noPositionAxes: "the description has no axes for positions"
        case .noResolution:
            "the panel reports no size: give the speed in view pixels per second, not mm/s"
        case .tooManyReports(let most): "more than \(most) reports at this speed and rate"
        case .cannotLoseEvents: "losing events requires the umockdev backend"
        case .cannotRevoke: "revoking requires the umockdev backend"
        case .unplugged: "the panel is unplugged"
        case .plugged: "the panel is already plugged in"
        case .readerStalled(let seconds): "a reader took no events for \(seconds) s and was disconnected"
        case .notOpened(let milliseconds): "no program opened the panel within \(milliseconds) ms"
        case .failed(let call, let subject, let errno):
            errno == 0 ? "\(call) failed for \(subject)" : "\(call) failed for \(subject): \(errorText(errno))"
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .badScript(let problem): problem
        case .noAnswer(let path): "no answer from the touchsim at \(path)"
        case .missing(let what): "\(what): not found"
        }
    }
}
