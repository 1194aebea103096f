import Testing
import TouchConfiguration
import TouchCore
import TouchDevice
import TouchModels

@testable import TouchScreen

/// Which panels count: decided by their place in sysfs, never by what they report about themselves.
@Suite struct PanelTrustTests {
    static let usb =
        "/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/0003:04F3:2D1A.0005/input/input12/event7"

    static func device(
        _ provenance: Provenance, at path: String? = usb, vendor: UInt16 = 0x04f3, name: String = "Larch 1541",
        size: PanelSize? = nil
    ) -> Device {
        Device(
            id: DeviceID(1), name: name, node: "/dev/input/event7", sysname: "event7",
            numbers: .init(bus: 3, vendor: vendor, product: 0x2d1a, version: 0x110), phys: "usb-0000:00:14.0-2/input0",
            uniq: "", origin: Origin(provenance: provenance, path: path), size: size,
            x: Axis(minimum: 0, maximum: 4_095), y: Axis(minimum: 0, maximum: 4_095), slots: 10, fingersAtStart: 0,
            calibration: .identity, seat: "seat0", properties: [])
    }

    private static func trust(_ change: (inout Configuration.Input) -> Void = { _ in }) -> PanelTrust {
        var input = Configuration().input
        change(&input)
        return PanelTrust(input)
    }

    @Test(arguments: Provenance.allCases)
    func `only a physical panel counts by default, pinned or not, whatever name, numbers and port it has`(
        provenance: Provenance
    ) {
        let pinning = Self.trust { $0.pinnedPanels = [PanelTrust.pin(of: Self.device(.physical))] }
        for trust in [Self.trust(), pinning] {
            #expect(trust.trusts(Self.device(provenance)) == (provenance == .physical))
        }
    }

    @Test func `neither another panel nor another port counts as the pinned one, which counts when it is replugged`() {
        let trust = Self.trust { $0.pinnedPanels = [PanelTrust.pin(of: Self.device(.physical))] }
        #expect(!trust.trusts(Self.device(.physical, vendor: 1)))
        #expect(!trust.trusts(Self.device(.physical, name: "Another")))
        let port = Self.usb.split(separator: "-2").joined(separator: "-3")
        #expect(!trust.trusts(Self.device(.physical, at: port)))
        let again = "/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/0003:04F3:2D1A.0031/input/input40/event3"
        #expect(trust.trusts(Self.device(.physical, at: again)))
    }

    @Test(arguments: [
        ("path:pci-0000:00:14.0-usb-0:2:1.0", true), ("path:pci-0000:00:14.0-usb-0:3:1.0", false), ("serial:A1", true),
        ("serial:7", true), ("serial:A2", false),
    ])
    func `a panel is pinned by its place or by one of its serial numbers`(pin: String, counts: Bool) {
        var device = Self.device(.physical)
        device.uniq = "7"
        device.properties = [
            .init(name: "ID_PATH", value: "pci-0000:00:14.0-usb-0:2:1.0"), .init(name: "ID_SERIAL_SHORT", value: "A1"),
        ]
        let trust = Self.trust { $0.pinnedPanels = [pin] }
        #expect(trust.trusts(device) == counts)
        // A virtual panel can copy both and still does not count.
        device.origin.provenance = .virtual
        #expect(!trust.trusts(device))
    }

    @Test(arguments: [(Provenance.virtual, true), (.uhid, true), (.remote, false), (.unknown, false)])
    func `a named emitter may be virtual but nothing less trusted`(provenance: Provenance, counts: Bool) {
        let trust = Self.trust { $0.allowedEmitters = [.init(vendor: 0x04f3, product: 0x2d1a)] }
        #expect(trust.trusts(Self.device(provenance)) == counts)
        #expect(!trust.trusts(Self.device(provenance, vendor: 2)))
    }

    @Test(
        arguments: [
            (usb, "/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0"),
            ("/devices/virtual/input/input5/event5", "/devices/virtual"),
            ("/devices/virtual/misc/uhid/0005:046D:B342.0009/input/input6/event6", "/devices/virtual/misc/uhid"),
            ("/devices/platform/i2c-1/i2c-GDIX1001:00/input/input3/event3", "/devices/platform/i2c-1/i2c-GDIX1001:00"),
            (nil, "unknown"),
        ] as [(String?, String)])
    func `a place stays the same when a panel is plugged in again`(path: String?, place: String) {
        #expect(Self.device(.physical, at: path).place == place)
    }

    @Test func `a panel's rhythm is learned from frames with movement, excluding one finger's own`() {
        let habits = PanelHabits()
        let panel = DeviceID(4)
        for number in 0..<400 {
            let time = Instant(microseconds: Int64(number) * 10_000)
            let frame = Frame(device: panel, time: time, provenance: .physical, contacts: [])
            habits.note(frame, hasMoved: number > 0, hasEnded: false)
        }
        #expect(habits.rhythm(of: panel, without: nil).total == 399)
        var own = ReportRhythm()
        for _ in 0..<100 { own.count(.milliseconds(10)) }
        #expect(habits.rhythm(of: panel, without: own).total == 299)
        habits.forget(panel)
        #expect(habits.rhythm(of: panel, without: nil).total == 0)
    }
}
