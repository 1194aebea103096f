import CLibevdev
import Glibc
import System
import TouchCore
import TouchDevice

/// A panel made by the kernel through uinput, seen by every program of the machine.
final class UinputPanel: PanelBackend, @unchecked Sendable {
    static let controlNode = "/dev/uinput"

    private let description: DeviceDescription
    private var device: UinputDevice?
    private(set) var node = ""
    private(set) var lastOpened = Instant.zero
    private var lastCount = 0

    init(_ description: DeviceDescription) throws(PanelError) {
        self.description = description
        try plug()
    }

    var canLoseEvents: Bool { false }

    /// As far as this process may see others; all of them for root.
    var openers: Int {
        let present = SystemPath.openers(of: [node])[node]?.count ?? 0
        if present > lastCount { lastOpened = .now }
        lastCount = present
        return present
    }
    var environment: [String: String] { [:] }

    func write(_ events: [InputEvent]) throws(PanelError) {
        for event in events { try device?.write(event) }
    }

    func drain(seconds: Int) {}

    func revoke(alsoNext count: Int) throws(PanelError) {
        throw PanelError("revoking requires the umockdev backend")
    }

    func unplug() throws(PanelError) { device = nil }

    func remove() { device = nil }

    func plug() throws(PanelError) {
        let next = try UinputDevice(description)
        node = next.node
        device = consume next
    }
}

/// A device of the kernel, for as long as the value lives: libevdev_uinput and the libevdev it is made from.
@safe struct UinputDevice: ~Copyable {
    private let device: OpaquePointer
    let node: String

    init(_ description: DeviceDescription) throws(PanelError) {
        guard let model = unsafe libevdev_new() else {
            throw .failed(SystemError(call: "libevdev_new", code: ENOMEM))
        }
        defer { unsafe libevdev_free(model) }
        unsafe Self.fill(model, from: description)
        var device: OpaquePointer?
        let result = unsafe libevdev_uinput_create_from_device(model, LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue, &device)
        guard result == 0, let device = unsafe device else {
            throw .failed(SystemError(call: "libevdev_uinput_create_from_device", code: result))
        }
        unsafe self.device = device
        node = unsafe libevdev_uinput_get_devnode(device).map { unsafe String(cString: $0) } ?? "an unnamed event node"
    }

    deinit {
        unsafe libevdev_uinput_destroy(device)
    }

    /// Passes one event to the kernel, which adds the timestamp.
    func write(_ event: InputEvent) throws(PanelError) {
        let result = unsafe libevdev_uinput_write_event(device, UInt32(event.type), UInt32(event.code), event.value)
        guard result == 0 else { throw .failed(SystemError(call: "libevdev_uinput_write_event \(node)", code: result)) }
    }

    private static func fill(_ model: OpaquePointer, from description: DeviceDescription) {
        unsafe libevdev_set_name(model, description.name)
        unsafe libevdev_set_id_bustype(model, Int32(description.numbers.bus))
        unsafe libevdev_set_id_vendor(model, Int32(description.numbers.vendor))
        unsafe libevdev_set_id_product(model, Int32(description.numbers.product))
        unsafe libevdev_set_id_version(model, Int32(description.numbers.version))
        for property in description.properties { unsafe libevdev_enable_property(model, UInt32(property)) }
        for (type, codes) in description.complete.codes where !codes.isEmpty {
            unsafe libevdev_enable_event_type(model, UInt32(type))
            for code in codes where type != InputCode.absolute {
                unsafe libevdev_enable_event_code(model, UInt32(type), UInt32(code), nil)
            }
        }
        for (code, axis) in description.axes {
            var information = input_absinfo(
                value: 0, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
                resolution: axis.resolution)
            unsafe libevdev_enable_event_code(model, UInt32(InputCode.absolute), UInt32(code), &information)
        }
    }
}
