/// Descriptions of panels that are hard to find in shops, as evemu files.
enum PanelFile {
    /// One axis, as the kernel describes it.
    struct Axis {
        var code: String
        var minimum = 0
        var maximum: Int
        var resolution = 0
    }

    /// A panel that names one finger only, as resistive ones do.
    static let singleTouch = text(
        "single touch panel",
        [Axis(code: "00", maximum: 1_023, resolution: 4), Axis(code: "01", maximum: 1_023, resolution: 6)])

    /// A panel that does not say how large it is.
    static let withoutResolution = text("panel without resolution", multitouch(maximum: 4_095, resolution: 0))

    /// A panel whose horizontal axis has no extent.
    static let withoutExtent = text("panel without extent", multitouch(maximum: 0, resolution: 0))

    /// A panel whose axes begin elsewhere than at 0, one of them below.
    static let shifted = text(
        "shifted panel",
        [Axis(code: "00", minimum: -500, maximum: 500), Axis(code: "01", minimum: 100, maximum: 900)])

    private static func multitouch(maximum: Int, resolution: Int) -> [Axis] {
        [
            Axis(code: "00", maximum: maximum, resolution: resolution), Axis(code: "01", maximum: 2_559),
            Axis(code: "2f", maximum: 4), Axis(code: "35", maximum: maximum, resolution: resolution),
            Axis(code: "36", maximum: 2_559), Axis(code: "39", maximum: 65_535),
        ]
    }

    private static func text(_ name: String, _ axes: [Axis]) -> String {
        var bitmap = [UInt8](repeating: 0, count: 8)
        for axis in axes {
            guard let code = Int(axis.code, radix: 16) else { continue }
            bitmap[code / 8] |= 1 << UInt8(code % 8)
        }
        func bytes(_ bytes: [UInt8]) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        }
        // BTN_TOUCH is bit 0x14a: byte 41 of the keys.
        let keys = (0..<12).map { line -> String in
            "B: 01 " + bytes(line == 5 ? [0, 4, 0, 0, 0, 0, 0, 0] : Array(repeating: 0, count: 8))
        }
        let lines =
            ["# EVEMU 1.3", "N: \(name)", "I: 0003 1234 0001 0100", "P: 02 00 00 00 00 00 00 00"]
            + ["B: 00 0b 00 00 00 00 00 00 00"] + keys + ["B: 03 " + bytes(bitmap)]
            + axes.map { "A: \($0.code) \($0.minimum) \($0.maximum) 0 0 \($0.resolution)" }
        return lines.joined(separator: "\n") + "\n"
    }
}
