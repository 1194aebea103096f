import Testing
import TestSupport
import TouchCore
import TouchInput

struct ProvenanceRuleTests {
    /// A device in a fake sysfs tree: its name, its place below `/devices/` without `event5`, the folders there with the
    /// subsystem of their link, and what it counts as.
    typealias Case = (name: String, input: String, subsystems: [String: String], expected: Provenance, bus: String?)

    private static let usb = "pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0"
    private static let designware = "platform/i2c_designware.0"

    static let cases: [Case] = [
        ("uinput", "virtual/input/input5", [:], .virtual, nil),
        ("uinput that says USB", "virtual/input/input9", ["virtual/input": "usb"], .virtual, "usb"),
        (
            "uhid", "virtual/misc/uhid/0005:046D:B01D.0001/input/input5",
            ["virtual/misc/uhid/0005:046D:B01D.0001": "hid"], .uhid, nil
        ),
        ("another misc device", "virtual/misc/uhidden/x/input/input5", [:], .virtual, nil),
        (
            "usbip", "platform/vhci_hcd.0/usb3/3-1/3-1:1.0/0003:0EEF:0001.0002/input/input5",
            ["platform/vhci_hcd.0": "platform", "platform/vhci_hcd.0/usb3/3-1/3-1:1.0": "usb"], .remote, "usb"
        ),
        (
            "gadget on dummy_hcd", "platform/dummy_hcd.0/usb2/2-1/2-1:1.0/input/input5",
            ["platform/dummy_hcd.0/usb2/2-1/2-1:1.0": "usb"], .remote, "usb"
        ),
        (
            "virtio", "pci0000:00/0000:00:03.0/virtio0/input/input5",
            ["pci0000:00/0000:00:03.0": "pci", "pci0000:00/0000:00:03.0/virtio0": "virtio"], .physical, "virtio"
        ),
        (
            "I2C", designware + "/i2c-1/i2c-ATML1000:00/input/input5",
            [designware: "platform", designware + "/i2c-1/i2c-ATML1000:00": "i2c"], .physical, "i2c"
        ),
        (
            "HID over I2C", designware + "/i2c-1/i2c-ELAN0001:00/0018:04F3:0001.0001/input/input5",
            [
                designware + "/i2c-1/i2c-ELAN0001:00/0018:04F3:0001.0001": "hid",
                designware + "/i2c-1/i2c-ELAN0001:00": "i2c",
            ], .physical, "i2c"
        ),
        (
            "USB", usb + "/0003:0EEF:0001.0002/input/input5",
            [usb + "/0003:0EEF:0001.0002": "hid", usb: "usb", "pci0000:00/0000:00:14.0": "pci"], .physical, "usb"
        ),
        ("SPI", "platform/soc/spi0/spi0.1/input/input5", ["platform/soc/spi0/spi0.1": "spi"], .physical, "spi"),
        ("serial", "pnp0/00:05/ttyS0/serio2/input/input5", ["pnp0/00:05/ttyS0/serio2": "serio"], .physical, "serio"),
        ("PCI", "pci0000:00/1f.0/input/input5", ["pci0000:00/1f.0": "pci"], .physical, "pci"),
        ("platform", "platform/touch/input/input5", ["platform/touch": "platform"], .physical, "platform"),
        ("no bus at all", "strange/input/input5", ["strange": "faux"], .unknown, nil),
    ]

    @Test(arguments: cases)
    func `the place in sysfs decides`(
        name: String, input: String, subsystems: [String: String], expected: Provenance, bus: String?
    ) throws {
        let sysfs = try FakeSysfs((name, input, subsystems, expected, bus))
        let origin = sysfs.rule.classify(major: 13, minor: 69)
        #expect(origin.provenance == expected && origin.bus == bus)
        #expect(origin.path == "/devices/" + input + "/event5")
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
