public import System
internal import CSystemd
internal import Glibc

/// A user's session on a physical seat, as logind knows it.
public struct SeatSession: Hashable, Sendable {
    /// Its user.
    public var user: UInt32
    /// Its state.
    public var state: State

    /// State of a session.
    public enum State: Hashable, Sendable {
        case front
        case behind
        /// The user has logged out, but processes of the session still run.
        case closing
    }

    /// Makes a session.
    public init(user: UInt32, state: State) {
        (self.user, self.state) = (user, state)
    }

    /// The sessions of a seat now; none if logind does not run or does not know the seat.
    public static func all(on seat: String) -> [SeatSession] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = unsafe sd_seat_get_sessions(seat, &names, nil, nil)
        guard count > 0, let names = unsafe names else { return [] }
        defer { unsafe free(names) }
        return (0..<Int(count)).compactMap { index -> SeatSession? in
            guard let name = unsafe names[index] else { return nil }
            defer { unsafe free(name) }
            return unsafe SeatSession(of: name)
        }
    }

    /// Nil for a session that has ended meanwhile.
    private init?(of name: UnsafePointer<CChar>) {
        var user: uid_t = 0
        var word: UnsafeMutablePointer<CChar>?
        guard unsafe sd_session_get_uid(name, &user) >= 0, unsafe sd_session_get_state(name, &word) >= 0,
            let word = unsafe word
        else { return nil }
        defer { unsafe free(word) }
        let state: State =
            switch unsafe String(cString: word) {
            case "active": .front
            case "closing": .closing
            default: .behind
            }
        self.init(user: user, state: state)
    }
}

/// Reports changes of sessions and seats by watching what logind writes below `/run/systemd`; needs no bus.
public final class SessionWatch {
    private let monitor: Monitor
    private var watch: Watch?

    @safe private struct Monitor: ~Copyable {
        let pointer: OpaquePointer

        init() throws(SystemError) {
            var made: OpaquePointer?
            try unsafe SystemError.check("sd_login_monitor_new", sd_login_monitor_new(nil, &made))
            guard let made = unsafe made else { throw SystemError(call: "sd_login_monitor_new", code: ENOMEM) }
            unsafe pointer = made
        }

        deinit {
            unsafe sd_login_monitor_unref(pointer)
        }
    }

    /// Starts to watch; throws if logind has never run here.
    public init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        monitor = try Monitor()
        let descriptor = unsafe sd_login_monitor_get_fd(monitor.pointer)
        watch = try loop.watch(descriptor, for: .input, priority: .important) { [unowned self] _ in
            // It only discards pending notifications; after a failure the descriptor stays readable.
            _ = unsafe sd_login_monitor_flush(monitor.pointer)
            handler()
        }
    }

    deinit {
        // Before the descriptor is closed.
        watch = nil
    }
}
