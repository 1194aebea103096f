import Testing
import TestSupport
import System

@testable import TouchPicture

@Suite struct RawPictureTests {
    private static let picture = Raster(
        width: 120, height: 130, pixels: (0..<120 * 130).map { Pixel(UInt32($0 * 977 & 0xffffff)) })

    @Test func `a written picture reads back unchanged`() throws {
        #expect(try RawPicture.decode(RawPicture.encode(Self.picture)) == Self.picture)
    }

    @Test func `the sides are written least byte first, and the pixels as red, green, blue`() throws {
        let pixels = [Pixel](repeating: Pixel(0x010203), count: 258 * 515)
        let bytes = try RawPicture.encode(Raster(width: 258, height: 515, pixels: pixels))
        #expect(Array(bytes.prefix(22)) == Array("touchpic".utf8) + [2, 1, 0, 0, 3, 2, 0, 0, 1, 2, 3, 1, 2, 3])
    }

    @Test func `a picture with a byte more or less is rejected`() throws {
        let bytes = try RawPicture.encode(Self.picture)
        #expect(throws: PictureFileError("\(bytes.count - 1) bytes, expected \(bytes.count)")) {
            try RawPicture.decode(Array(bytes.dropLast()))
        }
        #expect(throws: PictureFileError("\(bytes.count + 1) bytes, expected \(bytes.count)")) {
            try RawPicture.decode(bytes + [0])
        }
    }

    @Test func `a picture of absurd size is rejected before its pixels are read`() throws {
        var bytes = try RawPicture.encode(Self.picture)
        bytes.replaceSubrange(8..<16, with: [UInt8](repeating: 0xff, count: 8))
        #expect(throws: PictureFileError.size(0xffff_ffff, 0xffff_ffff)) {
            try RawPicture.decode(bytes)
        }
    }

    @Test(arguments: [[], Array("touchpic".utf8), Array("\u{89}PNG\r\n".utf8), [UInt8](repeating: 0, count: 400)])
    func `a file that is not a picture is rejected`(bytes: [UInt8]) {
        #expect(throws: PictureFileError("not a picture made by touchctl image import")) {
            try RawPicture.decode(bytes)
        }
    }

    @Test func `a missing folder is reported, and a picture is drawn`() {
        var order = PuzzleOrder(size: PictureSize(width: 160, height: 120), rules: .standard)
        order.folder = PictureFolder(path: "/proc/nonexistent/at/all")
        let drawn = order.drawn(from: PictureSeed(number: 2))
        #expect(drawn.problem?.contains("/proc/nonexistent/at/all") == true && !drawn.picture.isEmpty)
    }

    /// Noise from some row on and plain above, as a raw file: as PNG each row of noise is as large as its pixels.
    private static func noisy(_ width: Int, _ height: Int, plainRows: Int) throws -> [UInt8] {
        var generator = SeededGenerator(PictureSeed(number: 3))
        return try RawPicture.encode(
            Raster(
                width: width, height: height,
                pixels: (0..<width * height).map { place in
                    guard place / width >= plainRows else { return .white }
                    return Pixel(red: generator.byte(), green: generator.byte(), blue: generator.byte())
                }))
    }

    /// The limit is 393,216 bytes of PNG, which are 273 rows of noise 480 pixels wide, and 234 of 560.
    @Test(arguments: [
        (480, 300, 0, false), (480, 300, 150, true), (560, 360, 110, false), (560, 360, 140, true),
        // Fine in every part but the last; the place of the cut is random.
        (1_024, 1_024, 760, false), (1_024, 1_024, 800, true), (120, 120, 60, true),
    ])
    func `the check of a folder rejects pictures that could be too large to send in some size`(
        width: Int, height: Int, plainRows: Int, isGood: Bool
    ) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.noisy(width, height, plainRows: plainRows), to: "noise.touchpic")
        var error: PictureFileError?
        do throws(PictureFileError) { _ = try PictureFolder(path: folder.path).check("noise.touchpic") } catch let
            thrown
        {
            error = thrown
        }
        #expect(
            isGood ? error == nil : error?.description.hasPrefix("too detailed: ") == true,
            "\(String(describing: error))")
    }

    @Test func `the check of a folder tells the lowest contrast, and rejects a picture where it is too low`() throws {
        let folder = try TemporaryFolder()
        let whole = Raster(width: 300, height: 200, Pixel(0x949494))
        try folder.write(RawPicture.encode(whole), to: "fog.touchpic")
        let pictures = PictureFolder(path: folder.path)
        let contrast = try pictures.check("fog.touchpic")
        #expect(contrast >= Puzzle.minContrast && contrast < 6)
        #expect(throws: PictureFileError.faint(contrast: contrast)) {
            try pictures.check("fog.touchpic", minContrast: contrast + 0.1)
        }
    }

    @Test func `a puzzle of a picture that is too large is drawn instead, and the file named`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.noisy(480, 300, plainRows: 0), to: "noise.touchpic")
        var order = PuzzleOrder(size: PictureSize(width: 480, height: 300), rules: .standard)
        order.folder = PictureFolder(path: folder.path)
        let drawn = order.drawn(from: PictureSeed(number: 2))
        #expect(drawn.picture.count <= DrawnPuzzle.maxBytes && !drawn.picture.isEmpty)
        let problem = try #require(drawn.problem)
        #expect(problem.hasPrefix("\(folder.path)/noise.touchpic: too detailed: "))
    }

    @Test func `the largest drawn pictures can be sent`() {
        let order = PuzzleOrder(
            size: PictureSize(width: Puzzle.widths.upperBound, height: Puzzle.heights.upperBound),
            rules: .standard)
        for number: UInt64 in 0..<60 {
            #expect(order.drawn(from: PictureSeed(number: number)).picture.count <= DrawnPuzzle.maxBytes)
        }
    }

    /// Each motif is drawn some thirty times.
    @Test func `a picture of the usual size takes at most 70 kB as PNG`() {
        let order = PuzzleOrder(size: PuzzleTests.size, rules: .standard)
        let press = PuzzlePress()
        for number: UInt64 in 0..<200 {
            let bytes = order.drawn(from: PictureSeed(number: number), on: press).picture.count / 4 * 3
            #expect(bytes <= 70_000, "seed \(number)")
        }
    }
}
