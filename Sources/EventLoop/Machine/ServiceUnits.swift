internal import System
internal import CSystemd
internal import Glibc
internal import TouchCore

/// Asks the service manager over the system bus in which unit a process runs.
///
/// A service whose `/proc` hides the processes of others cannot read their control groups.
public final class ServiceUnits {
    private let loop: EventLoop
    private var open: [Int: UnitQuestion] = [:]
    private var count = 0
    /// How many questions wait at most: each has a connection.
    private static let maxOpen = 64

    /// Connects when something is asked.
    public init(on loop: EventLoop) { self.loop = loop }

    /// Finds its unit, such as `session-3.scope`; answers once, at once or within half a second; nil: unknown.
    public func find(_ process: Int32, _ answer: @escaping (String?) -> Void) {
        guard open.count < Self.maxOpen else { return answer(nil) }
        let number = count
        count += 1
        do throws(SystemError) {
            open[number] = try UnitQuestion(loop, process) { [weak self] unit in
                // The library still holds the connection.
                self?.loop.onceLater { self?.open[number] = nil }
                answer(unit)
            }
        } catch { answer(nil) }
    }
}

@safe
private final class UnitQuestion {
    private let bus: SystemBus
    private let answer: (String?) -> Void
    private var isAnswered = false
    private var timer: Timer?

    private static let service = "org.freedesktop.systemd1"
    private static let path = "/org/freedesktop/systemd1"
    private static let interface = "org.freedesktop.systemd1.Manager"
    private static let patience = Interval.milliseconds(500)

    init(_ loop: EventLoop, _ process: Int32, _ answer: @escaping (String?) -> Void) throws(SystemError) {
        bus = try SystemBus(on: loop, .normal)
        self.answer = answer
        // The library's timeout begins when the bus has let the caller in.
        timer = try loop.timer(priority: .normal) { [unowned self] in end(nil) }
        timer?.arm(at: loop.now.advanced(by: Self.patience))
        var message: OpaquePointer?
        try unsafe SystemError.check(
            "sd_bus_message_new_method_call",
            sd_bus_message_new_method_call(
                bus.handle, &message, Self.service, Self.path, Self.interface, "GetUnitByPID"))
        defer { unsafe sd_bus_message_unref(message) }
        var number = UInt32(bitPattern: process)
        try unsafe SystemError.check(
            "sd_bus_message_append_basic", sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &number))
        let answered: sd_bus_message_handler_t = { message, userdata, _ in
            unsafe tell(userdata) { (question: UnitQuestion) in
                unsafe question.end(UnitQuestion.unit(in: message))
            }
        }
        try unsafe SystemError.check(
            "sd_bus_call_async",
            sd_bus_call_async(bus.handle, nil, message, answered, Unmanaged.passUnretained(self).toOpaque(), 0))
    }

    private func end(_ unit: String?) {
        timer?.cancel()
        if isAnswered { return }
        isAnswered = true
        answer(unit)
    }

    /// The unit that a reply names by its object; nil for an error, also of the bus.
    private static func unit(in message: OpaquePointer?) -> String? {
        var object: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_get_error(message) == nil,
            unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "o")), &object) > 0, let object = unsafe object
        else { return nil }
        var name: UnsafeMutablePointer<CChar>?
        guard unsafe sd_bus_path_decode(object, path + "/unit", &name) > 0, let name = unsafe name else { return nil }
        defer { unsafe free(name) }
        return unsafe String(cString: name)
    }
}
