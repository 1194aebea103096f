import TouchDevice
import Testing
import TouchCore

@testable import TouchConfiguration

struct PanelSectionTests {
    private static let facts = PanelFacts(
        name: "Larch 1541 Multitouch", numbers: .init(bus: 3, vendor: 0x1fd2, product: 0x6007, version: 1),
        phys: "usb-2/input0", uniq: "A1"
    ) { ["ID_PATH": "pci-0000:00:14.0-usb-0:2:1.0"][$0] }

    /// The section that applies to the panel above.
    private static func section(_ text: String) throws -> String? {
        try parse(text).section(for: facts).map { "\($0.section.name) by \($0.trait)" }
    }

    @Test(
        arguments: [
            ("match-path=pci-0000:00:14.0-usb-0:2:1.0", "path"), ("match-id=1fd2:6007", "numbers"),
            ("match-id=1FD2:6007", "numbers"), ("match-serial=A1", "serial"), ("match-phys=usb-2/input0", "phys"),
            ("match-name=Larch 1541 Multitouch", "name"), ("rotate=90", "capability"),
            ("match-path=pci-0000:00:14.0-usb-0:3:1.0", nil), ("match-id=1fd2:6008", nil), ("match-serial=A2", nil),
            ("match-phys=usb-3/input0", nil), ("match-name=Larch", nil), ("match-id=1fd2:6007\nmatch-serial=A2", nil),
        ] as [(String, String?)])
    func `a panel is matched by its identity, unless it fails one condition`(lines: String, trait: String?) throws {
        #expect(try Self.section("[panel one]\n\(lines)\n") == trait.map { "one by \($0)" })
    }

    @Test func `of several sections the most specific wins, of equal ones the first`() throws {
        let text = """
            [panel any]
            rotate=90
            [panel named]
            match-name=Larch 1541 Multitouch
            [panel sold]
            match-id=1fd2:6007
            [panel placed]
            match-path=pci-0000:00:14.0-usb-0:2:1.0
            [panel twin]
            match-path=pci-0000:00:14.0-usb-0:2:1.0

            """
        #expect(try Self.section(text) == "placed by path")
    }

    @Test func `every key is read`() throws {
        func expect(_ lines: String, _ change: (inout PanelSection) -> Void) throws {
            var expected = PanelSection(name: "left")
            change(&expected)
            #expect(try parse("[panel left]\n\(lines)\n").panels == [expected], "\(lines)")
        }
        try expect("use=no") { $0.isUsed = false }
        try expect("absolute-mouse=yes") { $0.isAbsoluteMouse = true }
        try expect("rotate=output\noutput=HDMI-A-1") { ($0.rotation, $0.output) = (.output, "HDMI-A-1") }
        try expect("view=1080x1920+1920+8") { $0.part = Rect(x: 1_920, y: 8, width: 1_080, height: 1_920) }
        try expect("size=344x194") { $0.size = PanelSize(width: 344, height: 194) }
        try expect("calibration=-1 0 1 0 -1.5 1") { $0.calibration = Transform(-1, 0, 1, 0, -1.5, 1) }
        try expect("max-speed=12.5") { $0.maximumSpeed = 12.5 }
        try expect("edge-zone=2.5") { $0.filters.edgeZone = 2.5 }
        try expect("dead-zones=0:90:10:100, 50:0:60:5") {
            $0.filters.deadZones = [
                .init(start: UnitPoint(x: 0, y: 0.9), end: UnitPoint(x: 0.1, y: 1)),
                .init(start: UnitPoint(x: 0.5, y: 0), end: UnitPoint(x: 0.6, y: 0.05)),
            ]
        }
        try expect("min-life=20ms") { $0.filters.minimumLife = .milliseconds(20) }
        try expect("min-size=3") { $0.filters.minimumSize = 3 }
        try expect("debounce=30ms") { $0.filters.debounce = .milliseconds(30) }
        try expect("spike-window=24ms") { $0.filters.spikeWindow = .milliseconds(24) }
        try expect("smooth-speed=0.1\nsmooth-cutoff=1.5") {
            $0.filters.smoothing = .init(minimumCutoff: 1.5, speedCoefficient: 0.1)
        }
    }

    @Test(arguments: [
        "match-path=", "match-id=1fd2", "match-id=1fd2:60071", "match-id=1fd2:600g", "use=maybe", "rotate=45",
        "view=1080x1920", "view=1080x1920+1", "view=0x1+0+0", "size=0x3", "size=29x194", "size=344x5001",
        "calibration=1 0 0 0 1",
        "calibration=1 0 0 1 0 0", "calibration=1 0 0 0 x 0", "max-speed=0", "edge-zone=-1", "dead-zones=1:2:3",
        "dead-zones=5:0:4:9", "dead-zones=1:2:3:4:", "min-life=1s", "debounce=300ms", "smooth-cutoff=0.01",
        "smooth-speed=0.1", "color=red", "rotate=output", "output=a b",
    ])
    func `an invalid value is reported with its line`(line: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try parse("[panel one]\n\(line)\n") }
        #expect(error.problems.map(\.line) == [2])
    }

    @Test func `a section without keys is an error with file and line`() throws {
        let error = try #require(throws: ConfigurationError.self) {
            try parse("[panel one]\nrotate=90\n[panel two]\n# rotate=90\n[view]\n")
        }
        #expect(error.description == "f:3: [panel two] is empty; a panel section needs at least one key")
    }

    @Test(arguments: ["[panel]", "[panel ]", "[panel a b]", "[panels x]"])
    func `a panel's section needs a name`(title: String) throws {
        #expect(throws: ConfigurationError.self) { try parse("\(title)\nrotate=90\n") }
    }
}
