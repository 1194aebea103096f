import SeededNumbers
import TestSupport
import Testing

@testable import StrictJSON

@Suite struct JSONWriterTests {
    func text(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (1.0, "1.0"), (0.1, "0.1"), (-0.0, "-0.0"), (1.0 / 3.0, "0.3333333333333333"), (512.25, "512.25"),
        (1e16, "1e+16"), (Double.leastNonzeroMagnitude, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
        (123_456_789.5, "123456789.5"),
    ])
    func `a double is the shortest text that reads back`(value: Double, expected: String) {
        #expect(text { $0.value(value) } == expected)
    }

    @Test func `doubles of every size read back bit for bit`() throws {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<2_000 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            let back = try JSONObject(parsing: JSONWriter.line { $0.member("value", value) })
            #expect(back.number("value")?.bitPattern == value.bitPattern)
        }
    }

    @Test func `an integer has its own digits`() {
        var generator = SplitMix64(seed: 1)
        var values = [Int64.min, -1, 0, .max]
        var power: Int64 = 1
        for _ in 0..<18 {
            power *= 10
            values +=
                [power - 1, power, power + 1, -power] + (0..<100).map { _ in .random(in: 0...power, using: &generator) }
        }
        for value in values { #expect(text { $0.value(value) } == String(value)) }
    }

    @Test(arguments: [
        ("plain é 😀 /", #""plain é 😀 /""#), ("\"\\", #""\"\\""#), ("\n\r\t", #""\n\r\t""#),
        ("\u{01}\u{1f}\u{7f}", "\"\\u0001\\u001f\u{7f}\""),
        ("a\0b", "\"a\u{FFFD}b\""), ("", #""""#),
    ])
    func `only what JSON requires is escaped`(value: String, expected: String) {
        #expect(text { $0.value(value) } == expected)
    }

    @Test func `every character reads back`() throws {
        let everything = String(String.UnicodeScalarView((1...0x2FFF).compactMap(Unicode.Scalar.init)))
        let back = try JSONObject(parsing: JSONWriter.line { $0.member("value", everything) })
        #expect(back.text("value").map { Array($0.utf8) } == Array(everything.utf8))
    }

    @Test func `commas are added automatically, and a member without a value is left out`() {
        let written = text { writer in
            writer.beginObject()
            writer.member("a", 1)
            writer.object("b") { $0.member("c", true) }
            writer.array("d") {
                $0.value(1.5)
                $0.value("x")
                $0.null()
                $0.beginArray()
                $0.endArray()
            }
            writer.key("e" as String)
            writer.value("}" as String)
            writer.member("f", "word")
            writer.member("none", nil as Int?)
            writer.member("x", thousandths: 1.5)
            writer.member("no number", thousandths: nil)
            writer.member("y", thousandths: -2)
            writer.endObject()
        }
        #expect(written == #"{"a":1,"b":{"c":true},"d":[1.5,"x",null,[]],"e":"}","f":"word","x":1.5,"y":-2.0}"#)
    }

    @Test func `clearing keeps the memory`() {
        var writer = JSONWriter()
        for _ in 0..<100 { writer.value(0.1) }
        let capacity = writer.bytes.capacity
        writer.clear()
        #expect(writer.bytes.isEmpty)
        #expect(writer.bytes.capacity == capacity)
    }

    @Test func `a number that is not finite stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.value(Double.nan)
        }
    }

    // MARK: Numbers with three decimals, and the message that is written in one piece

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
