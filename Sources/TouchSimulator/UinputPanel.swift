import CLibevdev
import Glibc
import TouchCore

/// A panel made by the kernel through uinput, seen by every program of the machine.
final class UinputPanel: PanelBackend, @unchecked Sendable {
    /// The node that controls uinput.
    static let controlNode = "/dev/uinput"

    private let description: PanelDescription
    private var device: UinputDevice?
    private(set) var node: String
    private(set) var lastOpened = Instant.zero
    private var lastCount = 0

    /// A plugged panel.
    init(_ description: PanelDescription) throws(PanelError) {
        self.description = description
        let device = try UinputDevice(description)
        node = device.node
        self.device = consume device
    }

    var canLoseEvents: Bool { false }

    /// As far as this process may see others; all of them for root.
    var openers: Int {
        let present = OpenFiles.processes(with: node).count
        if present > lastCount { lastOpened = .now }
        lastCount = present
        return present
    }
    var environment: [String: String] { [:] }

    func write(_ events: [KernelEvent]) throws(PanelError) {
        for event in events { try device?.write(event) }
    }

    func drain(seconds: Int) {}

    func revoke(alsoNext count: Int) throws(PanelError) { throw .cannotRevoke }

    func unplug() throws(PanelError) { device = nil }

    func remove() { device = nil }

    func plug() throws(PanelError) {
        let next = try UinputDevice(description)
        node = next.node
        device = consume next
    }
}

/// A device of the kernel, for as long as the value lives.
///
/// Wraps libevdev_uinput and the libevdev it is made from.
@safe struct UinputDevice: ~Copyable {
    private let device: OpaquePointer
    /// The event node the kernel gave it.
    let node: String

    /// Creates the device.
    init(_ description: PanelDescription) throws(PanelError) {
        guard let model = unsafe libevdev_new() else {
            throw .failed(call: "libevdev_new", subject: description.name, errno: ENOMEM)
        }
        defer { unsafe libevdev_free(model) }
        unsafe Self.fill(model, from: description)
        var device: OpaquePointer?
        let result = unsafe libevdev_uinput_create_from_device(model, LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue, &device)
        guard result == 0, let device = unsafe device else {
            throw .failed(call: "libevdev_uinput_create_from_device", subject: description.name, errno: -result)
        }
        unsafe self.device = device
        node = unsafe libevdev_uinput_get_devnode(device).map { unsafe String(cString: $0) } ?? "an unnamed event node"
    }

    deinit {
        unsafe libevdev_uinput_destroy(device)
    }

    /// Passes one event to the kernel, which adds the timestamp.
    func write(_ event: KernelEvent) throws(PanelError) {
        let result = unsafe libevdev_uinput_write_event(device, UInt32(event.type), UInt32(event.code), event.value)
        guard result == 0 else { throw .failed(call: "libevdev_uinput_write_event", subject: node, errno: -result) }
    }

    private static func fill(_ model: OpaquePointer, from description: PanelDescription) {
        unsafe libevdev_set_name(model, description.name)
        unsafe libevdev_set_id_bustype(model, Int32(description.identity.bus))
        unsafe libevdev_set_id_vendor(model, Int32(description.identity.vendor))
        unsafe libevdev_set_id_product(model, Int32(description.identity.product))
        unsafe libevdev_set_id_version(model, Int32(description.identity.version))
        for property in description.properties { unsafe libevdev_enable_property(model, UInt32(property)) }
        for (type, codes) in description.codes where !codes.isEmpty {
            unsafe libevdev_enable_event_type(model, UInt32(type))
            for code in codes where type != EventType.absolute {
                unsafe libevdev_enable_event_code(model, UInt32(type), UInt32(code), nil)
            }
        }
        for (code, axis) in description.axes {
            var information = input_absinfo(
                value: 0, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
                resolution: axis.resolution)
            unsafe libevdev_enable_event_code(model, UInt32(EventType.absolute), UInt32(code), &information)
        }
    }
}
