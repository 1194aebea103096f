import Testing

@testable import DeskTools

/// PNG files with few colors.
struct IndexedPictureTests {
    @Test func `the file has its size and a palette`() throws {
        let png = try IndexedPicture.png(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 0xff_ffff])
        #expect(png.prefix(8) == [137, 80, 78, 71, 13, 10, 26, 10])
        #expect(png[16..<26] == [0, 0, 0, 3, 0, 0, 0, 2, 8, 3] || png[16..<26] == [0, 0, 0, 3, 0, 0, 0, 2, 4, 3])
    }

    @Test func `a rare color is replaced by the nearest frequent one`() throws {
        let frequent = (0..<256).map { UInt32($0) << 8 }
        let near = frequent + frequent + [0x00_7f00, 0x00_7f01]
        let exact = frequent + frequent + [0x00_7f00, 0x00_7f00]
        let pictures = try [near, exact].map { try IndexedPicture.png(width: 514, height: 1, pixels: $0) }
        #expect(pictures[0] == pictures[1])
    }
}
