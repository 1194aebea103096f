internal import CSystemd
internal import System

/// A connection to the system bus that a loop serves; no call waits for the bus.
@safe
final class SystemBus {
    let handle: OpaquePointer?

    init(on loop: EventLoop, _ priority: Priority) throws(SystemError) {
        var opened: OpaquePointer?
        try unsafe SystemError.check("sd_bus_open_system", sd_bus_open_system(&opened))
        unsafe handle = opened
        // The end of the loop would wait 90 s for a bus that accepts and says nothing.
        try unsafe SystemError.check("sd_bus_set_close_on_exit", sd_bus_set_close_on_exit(handle, 0))
        try unsafe SystemError.check(
            "sd_bus_attach_event", sd_bus_attach_event(handle, loop.handle, Int32(priority.rawValue)))
    }

    deinit {
        unsafe sd_bus_detach_event(handle)
        unsafe sd_bus_close_unref(handle)
    }
}
