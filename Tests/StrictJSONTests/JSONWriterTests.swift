import SeededNumbers
import StrictJSON
import TestSupport
import Testing

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

    @Test func `commas are added automatically`() {
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
            writer.endObject()
        }
        #expect(written == #"{"a":1,"b":{"c":true},"d":[1.5,"x",null,[]],"e":"}","f":"word"}"#)
    }

    @Test func `a member without a value is left out`() {
        let written = text { writer in
            writer.beginObject()
            writer.member("a", nil as Int?)
            writer.member("b", nil as String?)
            writer.member("c", nil as Double?)
            writer.member("d", nil as Bool?)
            writer.member("e", nil as JSON?)
            writer.endObject()
        }
        #expect(written == "{}")
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

    @Test func `what is written reads back the same`() throws {
        let value: JSONObject = ["z": [1, 2.5, "x", true, .null], "a": ["n": -3], "e": [:]]
        #expect(try JSONObject(parsing: value.description) == value)
    }
}
