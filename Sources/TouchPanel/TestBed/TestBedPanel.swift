/// A panel that exists for the programs of one test bed alone.
///
/// Needs neither root nor kernel support.
final class TestBedPanel: PanelBackend, @unchecked Sendable {
    /// High enough never to hide a real device: nodes the test bed lacks are looked up on the machine.
    private static let number = 20
    private static let parent = "/sys/devices/virtual/input/input\(number)"
    private static let device = "\(parent)/event\(number)"
    /// When udev first saw the device, in microseconds of CLOCK_MONOTONIC.
    ///
    /// Its presence is what counts.
    private static let initialized = "1000000"
    private static let numbers = "13:\(64 + number)"

    let node = "/dev/input/event\(TestBedPanel.number)"
    let environment: [String: String]

    private let description: PanelDescription
    private let properties: [String: String]
    private var sequence: UInt64 = 0
    private let bed: TestBed
    private let server: NodeServer
    private let handler: IoctlHandler

    /// A plugged panel.
    ///
    /// - Parameters:
    ///   - description: what the panel says about itself.
    ///   - properties: udev properties beside those udev itself would set, such as LIBINPUT_CALIBRATION_MATRIX.
    ///   - preload: the shim library that goes in front of umockdev's.
    ///   - answer: answers ioctls on the node, from any thread.
    init(
        _ description: PanelDescription, properties: [String: String], preload: String,
        answer: @escaping @Sendable (IoctlRequest, [UInt8]) -> IoctlAnswer
    ) throws(PanelError) {
        self.description = description
        self.properties = properties
        bed = try TestBed()
        try bed.furnish()
        handler = try IoctlHandler(answer)
        try bed.attach(handler, to: node)
        environment = [
            "UMOCKDEV_DIR": bed.root,
            "LD_PRELOAD": "\(preload):libumockdev-preload.so.0",
        ]
        server = NodeServer(path: "\(bed.root)/dev/.touchsim/input_event\(Self.number)")
        try appear()
    }

    var openers: Int? { server.readers }
    var lastOpened: Int64 { server.lastOpened }

    func write(_ events: [KernelEvent]) throws(PanelError) { try server.write(events) }

    func drain(seconds: Int) { server.drain(seconds: seconds) }

    func unplug() throws(PanelError) {
        server.close()
        // Events go out while sysfs still has the device, as with the kernel.
        try announce("remove")
        for device in [Self.device, Self.parent] { bed.remove(device) }
        // umockdev 0.17 leaves these behind, later ones do not.
        bed.delete("/sys/dev/char/\(Self.numbers)")
        bed.delete("/dev/.node/input_event\(Self.number)")
        bed.delete("/run/udev/data/c\(Self.numbers)")
    }

    func remove() {
        server.close()
        bed.clear()
    }

    func plug() throws(PanelError) {
        try appear()
        try announce("add")
    }

    private func announce(_ action: String) throws(PanelError) {
        sequence += 1
        let own = [
            "DEVNAME": node, "MAJOR": "13", "MINOR": String(64 + Self.number), "USEC_INITIALIZED": Self.initialized,
        ]
        let message = UdevMessage(
            action: action, path: String(Self.device.dropFirst("/sys".count)), sequence: sequence,
            properties: allProperties.merging(own) { $1 })
        try UdevMonitors(root: bed.root).send(message)
    }

    private var allProperties: [String: String] {
        description.udevProperties.merging(properties) { _, given in given }
    }

    private func appear() throws(PanelError) {
        try server.open()
        let all = allProperties
        let text = description.sysfs(number: Self.number, numbers: Self.numbers, properties: all)
        try bed.add(text)
        let lines = all.sorted { $0.key < $1.key }.map { "E:\($0.key)=\($0.value)\n" }
        try bed.write("I:\(Self.initialized)\n" + lines.joined(), to: "/run/udev/data/c\(Self.numbers)")
    }
}
