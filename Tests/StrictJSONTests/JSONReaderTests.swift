import StrictJSON
import Testing

@Suite struct JSONReaderTests {
    @Test(arguments: [
        ("null", JSON.null), ("true", .bool(true)), ("false", .bool(false)), ("0", .integer(0)), ("-0", .integer(0)),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)), ("1.0", .real(1)),
        ("1e3", .real(1000)), ("-0.0", .real(-0.0)), ("5e-324", .real(.leastNonzeroMagnitude)), (#""""#, .string("")),
        (#""\u00e9\ud83d\ude00\/\n""#, .string("é😀/\n")), ("[]", .array([])), ("{}", .object([:])),
        (" [ 1 ,\r\n\t2 ] ", .array([1, 2])), (#"{"a":{"b":[null]}}"#, .object(["a": ["b": [.null]]])),
    ])
    func `a valid text has one value`(text: String, value: JSON) throws {
        #expect(try JSONObject(parsing: "{\"value\":\(text)}")["value"] == value)
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", #"{"a":1,}"#, #"{"a":1 "b":2}"#, "{'a':1}", "{a:1}", "[1] x", "[1][2]", "[01]", "[+1]",
        "[.5]",
        "[1.]", "[1e]", "[0x1]", "[NaN]", "[Infinity]", "[-]", "[tru]", "[\"\t\"]", #"["\x"]"#, #"["\ud800"]"#,
        #"["\udc00\ud800"]"#, #"["\u0000"]"#, #"{"\u0000":1}"#, "[1]\0", "[\0]", "\u{FEFF}[1]", "[9223372036854775808]",
        "[-9223372036854775809]", "[1e999]", #"{"a":1,"a":2}"#, "// no\n[]", "[1,,2]",
    ])
    func `anything else is rejected`(text: String) {
        let error = #expect(throws: JSONError.self) { try JSONObject(parsing: text) }
        #expect(error != .notAnObject)
    }

    @Test(
        arguments: [
            [0x5B, 0x22, 0xFF, 0x22, 0x5D], [0x5B, 0x22, 0xC0, 0x80, 0x22, 0x5D],
            [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D],
            [0x5B, 0x22, 0xE2, 0x82, 0x22, 0x5D], [0x5B, 0x22, 0xF4, 0x90, 0x80, 0x80, 0x22, 0x5D],
            [0x5B, 0x00, 0x5D, 0x00],
            [0xFE, 0xFF, 0x00, 0x5B, 0x00, 0x5D],
        ] as [[UInt8]])
    func `invalid UTF-8 is rejected`(bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try JSONObject(parsing: bytes) }
        #expect(error != .notAnObject)
    }

    @Test func `an error names line, column and reason`() {
        let error = #expect(throws: JSONError.self) { try JSONObject(parsing: "{\n  \"a\": nul\n}") }
        #expect(error?.description == "line 2, column 10: invalid token near 'nul'")
    }

    @Test func `members keep their order`() throws {
        let object = try JSONObject(parsing: #"{"z":1,"a":2,"m":3}"#)
        #expect(object.map(\.key) == ["z", "a", "m"])
    }

    @Test func `an array is not an object`() {
        #expect(throws: JSONError.notAnObject) { try JSONObject(parsing: "[]") }
    }

    @Test(arguments: [JSON.maximumDepth + 1, 3_000, 1_000_000])
    func `nesting is read up to the limit, and deeper one rejected safely`(depth: Int) throws {
        _ = try JSONObject(parsing: Self.nested(JSON.maximumDepth))
        #expect(throws: JSONError.self) { try JSONObject(parsing: Self.nested(depth)) }
    }

    private static func nested(_ depth: Int) -> String {
        "{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
}
