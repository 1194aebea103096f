import Testing
import TouchPicture

@testable import DeskTools

@Suite struct PictureImportTests {
    private static let any = PictureSize(width: 100, height: 100)
    private static let town = {
        var generator = SeededGenerator(PictureSeed(number: 9))
        return PNGWriter().png(of: Motif.town.draw(width: 200, height: 150, using: &generator))
    }()

    /// libpng reads what our own writer wrote: the format is right, and nothing is lost.
    @Test(arguments: Motif.allCases, [PNGWriter.Filter.none, .up])
    func `libpng reads our PNG files without loss`(motif: Motif, filter: PNGWriter.Filter) throws {
        let order = PuzzleOrder(size: PictureSize(width: 200, height: 150), rules: .standard)
        var generator = SeededGenerator(PictureSeed(number: 9))
        let picture = motif.draw(width: 200, height: 150, using: &generator)
        // One after the other: a writer reuses its memory.
        let writer = PNGWriter(filter: filter)
        let piece = order.puzzle(from: PictureSeed(number: 9)).piece
        for wanted in [piece, picture, piece] {
            #expect(try PictureImport.picture(of: writer.png(of: wanted), atLeast: Self.any) == wanted)
        }
    }

    @Test(arguments: [0, 20, 60, 200, 4_000])
    func `a truncated PNG file is rejected`(length: Int) {
        let file = Array(Self.town.prefix(length))
        #expect(throws: ImageError.self) { try PictureImport.picture(of: file, atLeast: Self.any) }
    }

    @Test func `a broken JPEG file is rejected with a reason`() {
        let error = #expect(throws: ImageError.self) {
            try PictureImport.picture(of: [0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3], atLeast: Self.any)
        }
        #expect(error?.description.hasPrefix("cannot be read: ") == true, "\(String(describing: error))")
    }

    @Test(arguments: [[], Array("GIF89a".utf8), [0x42, 0x4d]])
    func `other formats are rejected`(bytes: [UInt8]) {
        #expect(throws: ImageError.unknownFormat) { try PictureImport.picture(of: bytes, atLeast: Self.any) }
    }

    @Test func `a PNG file of absurd size is rejected before decoding`() {
        var file = Self.town
        file.replaceSubrange(16..<20, with: [0x7f, 0xff, 0xff, 0xff])
        #expect(throws: ImageError.self) { try PictureImport.picture(of: file, atLeast: Self.any) }
    }
}
