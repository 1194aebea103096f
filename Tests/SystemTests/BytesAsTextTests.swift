import System
import Testing

@Suite struct BytesAsTextTests {
    @Test(arguments: [([], ""), ([0], "00"), ([0xab, 0x09], "ab09"), ([0xff, 0x10, 0x7f], "ff107f")])
    func `bytes become pairs of digits and these bytes`(bytes: [UInt8], digits: String) {
        #expect(Hexadecimal.text(of: bytes) == digits)
        #expect(Hexadecimal.bytes(of: digits.utf8) == bytes)
        #expect(Hexadecimal.bytes(of: digits.uppercased().utf8) == bytes)
    }

    @Test(arguments: ["0", "abc", "0g", "g0", " 00", "00 ", "0:0", "00\n", "é"])
    func `anything else is no hexadecimal text`(text: String) {
        #expect(Hexadecimal.bytes(of: text.utf8) == nil)
    }

    /// The vectors of RFC 4648, section 10.
    @Test(
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func `bytes become base64 and text bytes`(bytes: String, text: String) {
        #expect(String(decoding: Base64.encode(Array(bytes.utf8)), as: UTF8.self) == text)
        #expect(Base64.decode(Array(text.utf8)[...]) == Array(bytes.utf8))
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm-v", "Zm9v\n", " Zm9", "Zm9vÿ"])
    func `base64 in any other form is rejected`(text: String) {
        #expect(Base64.decode(Array(text.utf8)[...]) == nil)
    }

    @Test(arguments: [([], ""), ([0xfb], "-w"), ([0xff, 0xff], "__8"), ([1, 2, 3], "AQID")] as [([UInt8], String)])
    func `bytes have one text in base64url`(bytes: [UInt8], text: String) {
        #expect(Base64URL.text(of: bytes) == text)
        #expect(Base64URL.bytes(of: text) == bytes)
    }

    @Test(arguments: ["+w", "_w==", "_x", "A", "AQID ", " AQID", "AQ\nID", "AQID.", "é"])
    func `every other text is rejected`(text: String) {
        #expect(Base64URL.bytes(of: text) == nil)
    }
}
