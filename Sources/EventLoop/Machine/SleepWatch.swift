public import System
internal import CSystemd
internal import Glibc

/// Reports that the machine is about to sleep, and delays sleep until the handler has run (logind).
///
///     signal PrepareForSleep(true) ─▶ handler(true), lock released ─▶ the machine sleeps
///     signal PrepareForSleep(false) ─▶ handler(false), lock taken again
///
/// The lock is a delay inhibitor of logind (5 s at most by default): without it, a service frozen before it has read
/// the signal would learn of the sleep only afterward. Without a system bus and logind, nothing is reported.
@safe
public final class SleepWatch {
    private let bus: SystemBus
    private let onChange: (Bool) -> Void
    private let onState: (String) -> Void
    private var lock: Descriptor?
    private var isAsleep = false

    private static let service = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let interface = "org.freedesktop.login1.Manager"
    private static let member = "PrepareForSleep"
    /// `org.freedesktop.login1.Manager.Inhibit`: what, who, why, how.
    private static let inhibition = ["sleep", "touchd", "cancel contacts first", "delay"]

    /// Connects without blocking; throws if there is no system bus.
    ///
    /// - Parameter onChange: true: the machine is about to sleep; false: it has woken, or sleep was cancelled.
    public init(
        _ loop: EventLoop, onChange: @escaping (Bool) -> Void, onState: @escaping (String) -> Void
    ) throws(SystemError) {
        bus = try SystemBus(on: loop, .important)
        (self.onChange, self.onState) = (onChange, onState)
        try listen()
        try takeLock()
    }

    private func listen() throws(SystemError) {
        let heard: sd_bus_message_handler_t = { message, userdata, _ in
            var asleep: Int32 = 0
            guard unsafe sd_bus_message_read_basic(message, Wire.bool, &asleep) > 0 else { return 0 }
            return unsafe tell(userdata) { (watch: SleepWatch) in watch.turn(asleep != 0) }
        }
        let installed: sd_bus_message_handler_t = { message, userdata, _ in
            guard let reason = unsafe Wire.failure(message) else { return 0 }
            return unsafe tell(userdata) { (watch: SleepWatch) in
                watch.onState("the system bus reports no sleep: \(reason)")
            }
        }
        try unsafe SystemError.check(
            "sd_bus_match_signal_async",
            sd_bus_match_signal_async(
                bus.handle, nil, Self.service, Self.path, Self.interface, Self.member, heard, installed,
                Unmanaged.passUnretained(self).toOpaque()))
    }

    private func turn(_ asleep: Bool) {
        guard asleep != isAsleep else { return }
        isAsleep = asleep
        onChange(asleep)
        if asleep {
            lock = nil
        } else {
            // The bus is available, since it has just sent a signal; a refusal comes with the reply.
            try? takeLock()
        }
    }

    private func takeLock() throws(SystemError) {
        var message: OpaquePointer?
        try unsafe SystemError.check(
            "sd_bus_message_new_method_call",
            sd_bus_message_new_method_call(bus.handle, &message, Self.service, Self.path, Self.interface, "Inhibit"))
        defer { unsafe sd_bus_message_unref(message) }
        for word in Self.inhibition {
            let result = unsafe word.withCString { unsafe sd_bus_message_append_basic(message, Wire.string, $0) }
            try SystemError.check("sd_bus_message_append_basic", result)
        }
        let answered: sd_bus_message_handler_t = { message, userdata, _ in
            unsafe tell(userdata) { (watch: SleepWatch) in unsafe watch.handle(message) }
        }
        // The library's timeout, 25 s; the call does not block.
        try unsafe SystemError.check(
            "sd_bus_call_async",
            sd_bus_call_async(bus.handle, nil, message, answered, Unmanaged.passUnretained(self).toOpaque(), 0))
    }

    private func handle(_ message: OpaquePointer?) {
        if let reason = unsafe Wire.failure(message) { return onState("logind does not delay sleep: \(reason)") }
        var number: Int32 = -1
        guard unsafe sd_bus_message_read_basic(message, Wire.descriptor, &number) > 0 else { return }
        // The message closes its own descriptor.
        let own = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { return onState("logind does not delay sleep: \(SystemError.last("fcntl"))") }
        lock = isAsleep ? nil : Descriptor(owning: own)
        if isAsleep { close(own) }
        onState("logind delays sleep for touchd")
    }
}

private enum Wire {
    static let bool = CChar(UInt8(ascii: "b"))
    static let string = CChar(UInt8(ascii: "s"))
    static let descriptor = CChar(UInt8(ascii: "h"))

    static func failure(_ message: OpaquePointer?) -> String? {
        guard let error = unsafe sd_bus_message_get_error(message) else { return nil }
        if let text = unsafe error.pointee.message { return unsafe String(cString: text) }
        return unsafe error.pointee.name.map { unsafe String(cString: $0) } ?? "no reason given"
    }
}
