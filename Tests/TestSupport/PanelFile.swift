/// Descriptions of panels that are hard to find in shops, as evemu files.
package enum PanelFile {
    /// One axis, as the kernel describes it.
    package struct Axis {
        package var code: String
        package var minimum = 0
        package var maximum: Int
        package var resolution = 0
        package var fuzz = 0
    }

    /// A single-touch panel, as resistive ones are.
    package static let singleTouch = text(
        "single touch panel",
        [Axis(code: "00", maximum: 1_023, resolution: 4), Axis(code: "01", maximum: 1_023, resolution: 6)])

    /// A panel without a size.
    package static let withoutResolution = text("panel without resolution", multitouch(maximum: 4_095, resolution: 0))

    /// A panel of the size that two axes of so many units with that resolution amount to.
    package static func claiming(maximum: Int, resolution: Int) -> String {
        text(
            "panel of some size",
            ["00", "01", "35", "36"].map { Axis(code: $0, maximum: maximum, resolution: resolution) }
                + [Axis(code: "2f", maximum: 4), Axis(code: "39", maximum: 65_535)])
    }

    /// A panel whose axes do not begin at 0, one of them below.
    package static let shifted = text(
        "shifted panel",
        [Axis(code: "00", minimum: -500, maximum: 500), Axis(code: "01", minimum: 100, maximum: 900)])

    /// A panel of protocol A (SYN_MT_REPORT).
    package static let oldProtocol = text(
        "old panel",
        ["00", "35"].map { Axis(code: $0, maximum: 4_095, resolution: 16) }
            + ["01", "36"].map { Axis(code: $0, maximum: 2_559, resolution: 16) })

    /// A panel of 256 × 160 mm with its fuzz in sixteenths of a millimeter, which also moves a pointer, as the kernel's
    /// helpers make every driver do; it may count fingers without a slot (BTN_TOOL_TRIPLETAP).
    package static func tenContacts(
        slots: Int = 10, fuzz: Int = 0, hasToolType: Bool = false, hasBreadth: Bool = false, countsFingers: Bool = false
    ) -> String {
        let x = Axis(code: "35", maximum: 4_095, resolution: 16, fuzz: fuzz)
        let y = Axis(code: "36", maximum: 2_559, resolution: 16, fuzz: fuzz)
        var axes = [
            Axis(code: "00", maximum: 4_095, resolution: 16, fuzz: fuzz),
            Axis(code: "01", maximum: 2_559, resolution: 16, fuzz: fuzz), Axis(code: "2f", maximum: slots - 1),
        ]
        if hasBreadth { axes.append(Axis(code: "30", maximum: 255)) }
        axes += [x, y]
        if hasToolType { axes.append(Axis(code: "37", maximum: 2)) }
        axes.append(Axis(code: "39", maximum: 65_535))
        return text("panel with \(slots) slots", axes, buttons: countsFingers ? 0xe4 : 0x04)
    }

    private static func multitouch(maximum: Int, resolution: Int) -> [Axis] {
        [
            Axis(code: "00", maximum: maximum, resolution: resolution), Axis(code: "01", maximum: 2_559),
            Axis(code: "2f", maximum: 4), Axis(code: "35", maximum: maximum, resolution: resolution),
            Axis(code: "36", maximum: 2_559), Axis(code: "39", maximum: 65_535),
        ]
    }

    /// - Parameter buttons: which of the keys 0x148 to 0x14f there are; BTN_TOUCH is 0x14a.
    private static func text(_ name: String, _ axes: [Axis], buttons: UInt8 = 0x04) -> String {
        var bitmap = [UInt8](repeating: 0, count: 8)
        for axis in axes {
            guard let code = Int(axis.code, radix: 16) else { continue }
            bitmap[code / 8] |= 1 << UInt8(code % 8)
        }
        func bytes(_ bytes: [UInt8]) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        }
        // Those keys are byte 41.
        let keys = (0..<12).map { line -> String in
            "B: 01 " + bytes(line == 5 ? [0, buttons, 0, 0, 0, 0, 0, 0] : Array(repeating: 0, count: 8))
        }
        let lines =
            ["# EVEMU 1.3", "N: \(name)", "I: 0003 1234 0001 0100", "P: 02 00 00 00 00 00 00 00"]
            + ["B: 00 0b 00 00 00 00 00 00 00"] + keys + ["B: 03 " + bytes(bitmap)]
            + axes.map { "A: \($0.code) \($0.minimum) \($0.maximum) \($0.fuzz) 0 \($0.resolution)" }
        return lines.joined(separator: "\n") + "\n"
    }
}
