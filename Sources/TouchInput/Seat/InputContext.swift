import CLibinput
import CLibinputLog
import CUdev
import EventNodes
import Glibc
import System

/// libinput with its udev backend.
@safe struct InputContext: ~Copyable {
    private let udev: OpaquePointer
    private let libinput: OpaquePointer
    /// libinput keeps a pointer to the table of its callbacks.
    private let interface: UnsafeMutablePointer<libinput_interface>
    /// Opens nodes and collects libinput's messages; libinput holds a pointer to it.
    let opener: NodeOpener

    /// - Parameter isFollowed: whether what it reads is kept, in the taps of ``opener``.
    init(isVerbose: Bool, isFollowed: Bool = true) throws(SeatError) {
        guard let udev = unsafe udev_new() else { throw .udevUnavailable }
        let opener = unsafe NodeOpener(udev: udev, isFollowed: isFollowed)
        let pointer = unsafe Unmanaged.passUnretained(opener).toOpaque()
        let interface = unsafe Self.makeInterface()
        guard let libinput = unsafe libinput_udev_create_context(interface, pointer, udev) else {
            unsafe interface.deallocate()
            unsafe udev_unref(udev)
            throw .libinputUnavailable
        }
        unsafe libinput_log_set_priority(libinput, isVerbose ? LIBINPUT_LOG_PRIORITY_DEBUG : LIBINPUT_LOG_PRIORITY_INFO)
        unsafe Self.listen(to: libinput)
        unsafe self.udev = udev
        unsafe self.libinput = libinput
        unsafe self.interface = interface
        self.opener = opener
    }

    deinit {
        // Closes the nodes through the opener, which is still there.
        unsafe libinput_unref(libinput)
        unsafe interface.deallocate()
        unsafe udev_unref(udev)
    }

    var descriptor: Int32 { unsafe libinput_get_fd(libinput) }

    /// Assigns a seat (`libinput_udev_assign_seat`); false if udev cannot list its devices.
    func assign(seat: String) -> Bool { unsafe libinput_udev_assign_seat(libinput, seat) == 0 }

    func dispatch() { unsafe libinput_dispatch(libinput) }

    func suspend() { unsafe libinput_suspend(libinput) }

    /// Opens them again (`libinput_resume`); false if udev cannot list them.
    func resume() -> Bool { unsafe libinput_resume(libinput) == 0 }

    func next() -> LibinputEvent? { unsafe libinput_get_event(libinput).map { unsafe LibinputEvent($0) } }

    func hasTouchscreen(at node: String) -> Bool {
        let sysname = String(node.split(separator: "/").last ?? "")
        guard unsafe access(node, F_OK) == 0, let device = unsafe UdevDevice(sysname: sysname, udev: udev) else {
            return false
        }
        return device.isTouchscreen
    }

    /// Every event node of the machine; `verdict`: why a node that libinput opened is not read; `kept`: its panels.
    func candidates(of seat: String, kept: [Device], verdict: (String) -> String?) -> [Candidate] {
        UdevDevice.eventNames.map { sysname in
            let name = SystemPath.text(at: "/sys/class/input/\(sysname)/device/name") ?? ""
            let (node, reason) = fate(of: sysname, on: seat, verdict)
            let exposure = reason == nil ? NodeAccess(node: node)?.exposure() : nil
            let device = kept.first { $0.node == node }
            return Candidate(node: node, name: name, refusal: reason, exposure: exposure, device: device)
        }
    }

    private func fate(
        of sysname: String, on seat: String, _ verdict: (String) -> String?
    ) -> (node: String, reason: String?) {
        let standard = "/dev/input/\(sysname)"
        guard let device = unsafe UdevDevice(sysname: sysname, udev: udev) else {
            return (standard, "udev does not know it")
        }
        let node = device.node ?? standard
        func word(_ name: String) -> String? { device.property(name) }
        if word("ID_INPUT") == nil { return (node, "udev does not classify it as an input device (no ID_INPUT)") }
        if !device.isTouchscreen { return (node, NodeVerdict.notTouchscreen(sysname, udev: device.allProperties)) }
        if let own = word("ID_SEAT"), own != seat { return (node, "it belongs to \(own), not to \(seat)") }
        if let mark = word("LIBINPUT_IGNORE_DEVICE"), mark != "0" { return (node, "LIBINPUT_IGNORE_DEVICE is set") }
        if let failure = opener.failures[node] { return (node, failure) }
        return (node, verdict(node))
    }

    private static func makeInterface() -> UnsafeMutablePointer<libinput_interface> {
        let table = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
        unsafe table.initialize(
            to: libinput_interface(
                open_restricted: { path, _, opener in
                    guard let path = unsafe path, let opener = unsafe opener else { return -EINVAL }
                    return unsafe InputContext.opener(at: opener).open(String(cString: path))
                },
                close_restricted: { descriptor, opener in
                    guard let opener = unsafe opener else { return }
                    unsafe InputContext.opener(at: opener).close(descriptor)
                }))
        return unsafe table
    }

    private static func listen(to libinput: OpaquePointer) {
        unsafe clibinput_listen(libinput) { opener, priority, text in
            guard let opener = unsafe opener, let text = unsafe text else { return }
            unsafe InputContext.opener(at: opener).log(String(cString: text), priority: Notice.Priority(priority))
        }
    }

    private static func opener(at pointer: UnsafeMutableRawPointer) -> NodeOpener {
        unsafe Unmanaged<NodeOpener>.fromOpaque(pointer).takeUnretainedValue()
    }
}

extension Notice.Priority {
    fileprivate init(_ priority: libinput_log_priority) {
        switch priority {
        case LIBINPUT_LOG_PRIORITY_DEBUG: self = .debug
        case LIBINPUT_LOG_PRIORITY_INFO: self = .info
        default: self = .error
        }
    }
}
