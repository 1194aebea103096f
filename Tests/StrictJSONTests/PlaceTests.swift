import SeededNumbers
import TestSupport
import Testing

@testable import StrictJSON

/// Numbers with three decimals, and the message that is written in one piece.
@Suite struct PlaceTests {
    private func text(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0.0, "0.0"), (-0.0, "0.0"), (12.0, "12.0"), (12.5, "12.5"), (12.25, "12.25"), (12.125, "12.125"),
        (0.000_4, "0.0"), (0.000_5, "0.001"), (-0.000_4, "0.0"), (-0.5, "-0.5"), (-1_234.567_8, "-1234.568"),
        (99.999_9, "100.0"), (1_280.05, "1280.05"), (16_383.001, "16383.001"),
        (99_999.999, "99999.999"), (99_999.999_6, "100000.0"), (-100_000.05, "-100000.05"),
        (12_000_300.1, "12000300.1"), (999_999_999_999.5, "999999999999.5"),
        (1e12, "1000000000000.0"), (-1.5e300, "-1.5e+300"),
    ])
    func `a number with three decimals has no trailing zeros`(value: Double, expected: String) {
        #expect(text { $0.value(thousandths: value) } == expected)
    }

    @Test func `it is rounded to the nearest thousandth, and reads back`() throws {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<2_000 {
            let value = Double.random(in: -20_000...20_000, using: &generator)
            let back = try JSONObject(parsing: JSONWriter.line { $0.member("x", thousandths: value) }).number("x")
            #expect(abs((back ?? .nan) - value) <= 0.000_500_001, "\(value)")
        }
    }

    @Test func `a nil member is left out, others get their commas`() {
        let written = text {
            $0.beginObject()
            $0.member("x", thousandths: 1.5)
            $0.member("none", thousandths: nil)
            $0.member("y", thousandths: -2)
            $0.endObject()
        }
        #expect(written == #"{"x":1.5,"y":-2.0}"#)
    }

    @Test(arguments: [Int64.min, -12, 0, 9, 10, 99, 100, 101, 12_345, 1_234_567_890_123, .max])
    func `a preformatted integer has its own digits`(value: Int64) {
        let written = text {
            $0.write(
                head: Array("<".utf8), ShortText(value), middle: ShortText(":".utf8), place: nil,
                tail: ShortText(">".utf8))
        }
        #expect(written == "<\(value):>")
    }

    @Test func `a message in one piece equals its parts`() {
        let written = text {
            $0.literal("before;")
            $0.write(
                head: Array(#"{"us":"#.utf8), ShortText(120), middle: ShortText(#","x":"#.utf8),
                place: (x: 0.125, y: 700),
                tail: ShortText("}\0".utf8))
        }
        #expect(written == "before;" + #"{"us":120,"x":0.125,"y":700.0}"# + "\0")
    }
}
