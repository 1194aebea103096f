import Testing

@testable import TouchSimulator

@Suite struct UdevMessageTests {
    /// Values of an independent implementation of MurmurHash2 with seed 0.
    @Test(
        arguments: [
            ("", 0x00000000), ("a", 0x92685f5e), ("ab", 0x1aa14063), ("abc", 0x13577c9b), ("usb_device", 0x27f8f50c),
            ("input", 0xc1a28470),
        ] as [(String, UInt32)])
    func `the hash is the one monitors filter by`(text: String, expected: UInt32) {
        #expect(UdevMessage.hash(Array(text.utf8)) == expected)
    }

    @Test func `the message has the form of libudev's`() {
        let message = UdevMessage(
            action: "add", path: "/devices/x", sequence: 7, properties: ["B": "2", "A": "1"])
        let body = "ACTION=add\0DEVPATH=/devices/x\0SUBSYSTEM=input\0SEQNUM=7\0A=1\0B=2\0"
        let bytes = message.bytes
        #expect(Array(bytes.prefix(12)) == Array("libudev\0".utf8) + [0xfe, 0xed, 0xca, 0xfe])
        #expect(Array(bytes[12..<24]) == [40, 0, 0, 0, 40, 0, 0, 0, UInt8(body.utf8.count), 0, 0, 0])
        #expect(String(decoding: bytes.dropFirst(40), as: UTF8.self) == body)
    }
}
