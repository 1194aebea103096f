/// A panel that exists for the programs of one test bed alone. Needs neither root nor kernel support.
final class TestBedPanel: PanelBackend, @unchecked Sendable {
    /// High enough never to hide a real device: nodes the test bed lacks are looked up on the machine.
    private static let number = 20
    private static let parent = "/sys/devices/virtual/input/input\(number)"
    private static let device = "\(parent)/event\(number)"
    private static let numbers = "13:\(64 + number)"

    let node = "/dev/input/event\(TestBedPanel.number)"
    let environment: [String: String]

    private let description: PanelDescription
    private let properties: [String: String]
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

    func write(_ events: [InputEvent]) throws(PanelError) { try server.write(events) }

    func drain(seconds: Int) { server.drain(seconds: seconds) }

    func unplug() throws(PanelError) {
        server.close()
        for device in [Self.device, Self.parent] {
            bed.announce("remove", device)
            bed.remove(device)
        }
        // umockdev 0.17 leaves these behind, later ones do not.
        bed.delete("/sys/dev/char/\(Self.numbers)")
        bed.delete("/dev/.node/input_event\(Self.number)")
        bed.delete("/run/udev/data/c\(Self.numbers)")
    }

    func plug() throws(PanelError) {
        try appear()
        for device in [Self.parent, Self.device] { bed.announce("add", device) }
    }

    private func appear() throws(PanelError) {
        try server.open()
        let all = description.udevProperties.merging(properties) { _, given in given }
        let text = description.sysfs(number: Self.number, numbers: Self.numbers, properties: all)
        try bed.add(text)
        let lines = all.sorted { $0.key < $1.key }.map { "E:\($0.key)=\($0.value)\n" }
        try bed.write("I:1000000\n" + lines.joined(), to: "/run/udev/data/c\(Self.numbers)")
    }
}
