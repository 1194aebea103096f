import Testing
import TestSupport
import TouchCore
import TouchInput

struct ProvenanceRuleTests {
    /// One device in a fake sysfs tree.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// Below `/devices/`, without `event5`.
        var input: String
        /// Folders below `/devices/` with the subsystem of their link.
        var subsystems: [String: String]
        var expected: Provenance
        var bus: String?

        var testDescription: String { name }
    }

    private static let usb = "pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0"

    static let cases = [
        Case(name: "uinput", input: "virtual/input/input5", subsystems: [:], expected: .virtual),
        Case(
            name: "uinput that says USB", input: "virtual/input/input9", subsystems: ["virtual/input": "usb"],
            expected: .virtual, bus: "usb"),
        Case(
            name: "uhid", input: "virtual/misc/uhid/0005:046D:B01D.0001/input/input5",
            subsystems: ["virtual/misc/uhid/0005:046D:B01D.0001": "hid"], expected: .uhid),
        Case(
            name: "another misc device", input: "virtual/misc/uhidden/x/input/input5", subsystems: [:],
            expected: .virtual),
        Case(
            name: "usbip", input: "platform/vhci_hcd.0/usb3/3-1/3-1:1.0/0003:0EEF:0001.0002/input/input5",
            subsystems: ["platform/vhci_hcd.0": "platform", "platform/vhci_hcd.0/usb3/3-1/3-1:1.0": "usb"],
            expected: .remote, bus: "usb"),
        Case(
            name: "gadget on dummy_hcd", input: "platform/dummy_hcd.0/usb2/2-1/2-1:1.0/input/input5",
            subsystems: ["platform/dummy_hcd.0/usb2/2-1/2-1:1.0": "usb"], expected: .remote, bus: "usb"),
        Case(
            name: "virtio", input: "pci0000:00/0000:00:03.0/virtio0/input/input5",
            subsystems: ["pci0000:00/0000:00:03.0": "pci", "pci0000:00/0000:00:03.0/virtio0": "virtio"],
            expected: .physical, bus: "virtio"),
        Case(
            name: "I2C", input: "platform/i2c_designware.0/i2c-1/i2c-ATML1000:00/input/input5",
            subsystems: [
                "platform/i2c_designware.0": "platform",
                "platform/i2c_designware.0/i2c-1/i2c-ATML1000:00": "i2c",
            ], expected: .physical, bus: "i2c"),
        Case(
            name: "HID over I2C",
            input: "platform/i2c_designware.0/i2c-1/i2c-ELAN0001:00/0018:04F3:0001.0001/input/input5",
            subsystems: [
                "platform/i2c_designware.0/i2c-1/i2c-ELAN0001:00/0018:04F3:0001.0001": "hid",
                "platform/i2c_designware.0/i2c-1/i2c-ELAN0001:00": "i2c",
            ], expected: .physical, bus: "i2c"),
        Case(
            name: "USB", input: usb + "/0003:0EEF:0001.0002/input/input5",
            subsystems: [usb + "/0003:0EEF:0001.0002": "hid", usb: "usb", "pci0000:00/0000:00:14.0": "pci"],
            expected: .physical, bus: "usb"),
        Case(
            name: "SPI", input: "platform/soc/spi_master/spi0/spi0.1/input/input5",
            subsystems: ["platform/soc/spi_master/spi0/spi0.1": "spi"], expected: .physical, bus: "spi"),
        Case(
            name: "serial", input: "pnp0/00:05/tty/ttyS0/serio2/input/input5",
            subsystems: ["pnp0/00:05/tty/ttyS0/serio2": "serio"], expected: .physical, bus: "serio"),
        Case(
            name: "PCI", input: "pci0000:00/0000:00:1f.0/input/input5",
            subsystems: ["pci0000:00/0000:00:1f.0": "pci"], expected: .physical, bus: "pci"),
        Case(
            name: "platform", input: "platform/touch-controller/input/input5",
            subsystems: ["platform/touch-controller": "platform"], expected: .physical, bus: "platform"),
        Case(
            name: "no bus at all", input: "strange/input/input5", subsystems: ["strange": "faux"], expected: .unknown),
    ]

    @Test(arguments: cases)
    func `the place in sysfs decides`(row: Case) throws {
        let sysfs = try FakeSysfs(row)
        let origin = sysfs.rule.classify(major: 13, minor: 69)
        #expect(origin.provenance == row.expected)
        #expect(origin.bus == row.bus)
        #expect(origin.path == "/devices/" + row.input + "/event5")
    }

    @Test func `a number unknown to sysfs has unknown provenance`() throws {
        let sysfs = try FakeSysfs(Self.cases[0])
        let origin = sysfs.rule.classify(major: 13, minor: 70)
        #expect(origin.provenance == .unknown)
        #expect(origin.path == nil)
    }

    @Test func `without a tree everything is unknown`() {
        #expect(ProvenanceRule(sysfs: "/proc/nonexistent").classify(major: 13, minor: 69).provenance == .unknown)
    }

    @Test func `a link that leads out of the devices is not followed`() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("dev/char")
        try folder.makeFolder("class/input/event5")
        try folder.makeLink("dev/char/13:69", to: "../../class/input/event5")
        #expect(ProvenanceRule(sysfs: folder.path).classify(major: 13, minor: 69).provenance == .unknown)
    }

    @Test func `what a device reports about itself is remarked on and never decides`() throws {
        let row = try #require(Self.cases.first { $0.name == "I2C" })
        let sysfs = try FakeSysfs(row)
        try sysfs.folder.makeFolder("devices/\(row.input)/id")
        try sysfs.folder.write("0006\n", to: "devices/\(row.input)/id/bustype")
        try sysfs.folder.write("\n", to: "devices/\(row.input)/phys")
        let origin = sysfs.rule.classify(major: 13, minor: 69)
        #expect(origin.provenance == .physical)
        #expect(origin.remarks.count == 2)
    }

    @Test func `a USB panel with a physical location and a report descriptor causes no remark`() throws {
        let row = try #require(Self.cases.first { $0.name == "USB" })
        let sysfs = try FakeSysfs(row)
        try sysfs.folder.makeFolder("devices/\(row.input)/id")
        try sysfs.folder.write("0003\n", to: "devices/\(row.input)/id/bustype")
        try sysfs.folder.write("usb-0000:00:14.0-2/input0\n", to: "devices/\(row.input)/phys")
        let hid = "devices/" + Self.usb + "/0003:0EEF:0001.0002/report_descriptor"
        #expect(sysfs.rule.classify(major: 13, minor: 69).remarks == ["on USB without a HID report descriptor"])
        try sysfs.folder.write("x", to: hid)
        #expect(sysfs.rule.classify(major: 13, minor: 69).remarks.isEmpty)
    }
}

/// A sysfs tree with one event node of number 13:69.
struct FakeSysfs: ~Copyable {
    let folder: TemporaryFolder

    var rule: ProvenanceRule { ProvenanceRule(sysfs: folder.path) }

    init(_ row: ProvenanceRuleTests.Case) throws {
        // Filled before it is stored, because it cannot be copied.
        let folder = try TemporaryFolder()
        let node = "devices/\(row.input)/event5"
        try folder.makeFolder(node)
        try folder.makeFolder("dev/char")
        try folder.makeLink("dev/char/13:69", to: "../../" + node)
        try folder.makeLink(node + "/subsystem", to: "/class/input")
        try folder.makeLink("devices/\(row.input)/subsystem", to: "/class/input")
        for (place, subsystem) in row.subsystems {
            try folder.makeFolder("devices/\(place)")
            try folder.makeLink("devices/\(place)/subsystem", to: "/bus/\(subsystem)")
        }
        self.folder = folder
    }
}
