import Arguments
import TestSupport
import Testing
import TouchPicture

@testable import DeskTools

/// `touchctl image` from the command line.
@Suite struct ImageCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func image(_ words: String...) -> ToolsRun { ToolsRun(["image"] + words) }

    private static func png(_ width: Int, _ height: Int, noise: Bool = false) -> [UInt8] {
        var generator = SeededGenerator(PictureSeed(number: 3))
        guard noise else {
            return PNGWriter().png(of: Motif.town.draw(width: width, height: height, using: &generator))
        }
        let pixels = (0..<width * height).map { _ in
            Pixel(red: generator.byte(), green: generator.byte(), blue: generator.byte())
        }
        return PNGWriter().png(of: Raster(width: width, height: height, pixels: pixels))
    }

    private static func read(_ path: String) throws -> Raster {
        try PictureImport.picture(of: File.bytes(path), atLeast: PictureSize(width: 4_096, height: 4_096))
    }

    @Test func `an imported picture can be used by the daemon`() throws {
        try File.write(Self.png(700, 500), to: folder.path + "/town.png")
        let run = Self.image("import", folder.path + "/town.png", "-o", folder.path)
        #expect(run.status == .passed && run.complaints.isEmpty)
        #expect(run.output == "\(folder.path)/town.touchpic\n")
        let picture = try RawPicture.decode(File.bytes(folder.path + "/town.touchpic"))
        #expect(picture.width == 600 && picture.height == 375)
        let check = Self.image("check", folder.path)
        #expect(check.status == .passed && check.output.hasPrefix("town.touchpic: good, lowest contrast "))
    }

    @Test func `unusable files are named and skipped, the others are imported`() throws {
        let path = folder.path
        try File.write(Self.png(600, 375, noise: true), to: path + "/noise.png")
        try File.write(Self.png(90, 200), to: path + "/narrow.png")
        try File.write(Array("GIF89a".utf8), to: path + "/moving.gif")
        try File.write(Self.png(700, 500), to: path + "/town.png")
        let files = ["noise.png", "narrow.png", "moving.gif", "none.png", "town.png"].map { path + "/" + $0 }
        let run = Self.image("import", files[0], files[1], files[2], files[3], files[4], "-o", path)
        #expect(run.status == .couldNotRun && run.output == "\(path)/town.touchpic\n")
        let reasons = ["too detailed: ", "90 by 200 pixels: too small", "neither JPEG nor PNG", "No such file"]
        #expect(run.complaints.count == 4)
        for ((file, reason), complaint) in zip(zip(files, reasons), run.complaints) {
            #expect(complaint.contains(file) && complaint.contains(reason))
        }
        #expect(Self.image("check", path).output.hasPrefix("town.touchpic: good"))
    }

    @Test func `a folder with an unusable picture is rejected, and the picture named`() throws {
        #expect(Self.image("check", folder.path).status == .refused)
        try File.write(Array("touchpic".utf8), to: folder.path + "/short.touchpic")
        let run = Self.image("check", folder.path)
        #expect(run.status == .refused && run.output.hasPrefix("short.touchpic: not a picture made by"))
        #expect(Self.image("check", folder.path + "/none").status == .couldNotRun)
    }

    /// Limits of `import`: the requested size, the file's, and that of the picture in it.
    @Test func `a file too large to import is reported with the limit`() throws {
        let path = folder.path
        try File.write(Self.png(300, 200), to: path + "/town.png")
        try File.write([0xff, 0xd8, 0xff] + [UInt8](repeating: 0, count: 64 << 20), to: path + "/long.jpg")
        // A header of 65000 by 65000 pixels, fewer than libjpeg-turbo's own limit.
        try File.write(
            [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0xfd, 0xe8, 0xfd, 0xe8, 1, 1, 0x11, 0]
                + [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0], to: path + "/huge.jpg")
        let cases = [
            (Self.image("import", path + "/town.png", "-o", path, "--size", "2000x1000"), "town.png", "120 to 1024"),
            (Self.image("import", path + "/long.jpg", "-o", path), "long.jpg", "64 MiB"),
            (Self.image("import", path + "/huge.jpg", "-o", path), "huge.jpg", "65000 by 65000 pixels"),
        ]
        for (run, file, limit) in cases {
            #expect(run.status == .couldNotRun && run.output.isEmpty && run.complaints.count == 1)
            let complaint = run.complaints.first ?? ""
            #expect(complaint.contains("\(path)/\(file): ") && complaint.contains(limit), "\(complaint)")
        }
        #expect(Self.image("check", path).output.hasSuffix("no pictures\n"))
    }

    @Test(arguments: ["simple", "default"]) func `a puzzle is a picture and its piece`(profile: String) throws {
        #expect(Self.image("puzzle", profile, "-o", folder.path + "/out.png").status == .passed)
        let (picture, piece) = (try Self.read(folder.path + "/out.png"), try Self.read(folder.path + "/out-piece.png"))
        #expect(picture.width == 400 && picture.height == 268)
        #expect(PuzzlePiece.sides.contains(max(piece.width, piece.height)))
        #expect(piece.pixels.contains { $0.alpha == 0 } && piece.pixels.contains { $0.alpha == 255 })
    }

    @Test func `the steps of an edit are applied in order`() throws {
        let (from, to) = (folder.path + "/town.png", folder.path + "/out.png")
        try File.write(Self.png(200, 100), to: from)
        let run = Self.image(
            "edit", from, "crop=10,20,60,40", "turn=90", "gray", "sketch=336699", "color=0,0", "color=60,0", "-o", to)
        #expect(run.status == .passed && run.output == "#336699 alpha 255\noutside\n")
        let picture = try Self.read(to)
        #expect(picture.width == 40 && picture.height == 60)
    }

    @Test func `a color code makes a picture of one color, any other word is rejected`() throws {
        let to = folder.path + "/out.png"
        #expect(Self.image("edit", "color:33669980", "stretch=30x20", "rounded=4,24,fit", "-o", to).status == .passed)
        let picture = try Self.read(to)
        #expect(picture.width == 24 && picture.height == 24)
        #expect(picture[12, 12] == Pixel(red: 0x33, green: 0x66, blue: 0x99, alpha: 0x80) && picture[12, 1].alpha == 0)
        for word in ["color:12345", "color:+12345", "color:red"] {
            #expect(Self.image("edit", word, "-o", to).status == .usage)
        }
    }

    @Test func `a printed data URI can be read as a picture`() throws {
        let (from, uri, to) = (folder.path + "/town.png", folder.path + "/uri", folder.path + "/out.png")
        try File.write(Self.png(50, 40), to: from)
        try File.write(Array(Self.image("edit", from, "data-uri").output.utf8), to: uri)
        #expect(Self.image("edit", uri, "-o", to).status == .passed)
        #expect(try Self.read(to) == Self.read(from))
    }

    @Test func `an edit without output says what it needs`() throws {
        try File.write(Self.png(200, 100), to: folder.path + "/town.png")
        let run = Self.image("edit", folder.path + "/town.png", "gray")
        #expect(run.status == .usage && run.complaints.first?.contains("image edit requires -o OUT.png") == true)
        #expect(Self.image("edit", folder.path + "/town.png", "gray", "color=0,0").status == .passed)
    }

    @Test func `an import into a missing folder names the folder once`() throws {
        let (from, to) = (folder.path + "/town.png", folder.path + "/none")
        try File.write(Self.png(200, 100), to: from)
        let run = Self.image("import", from, from, "-o", to)
        #expect(run.status == .couldNotRun && run.complaints == ["touchctl: \(to): No such file or directory"])
        #expect(Self.image("import", from, "-o", from).complaints == ["touchctl: \(from): not a folder"])
    }

    @Test(arguments: [
        "blur", "crop=0,0,201,10", "crop=1", "turn=north", "fit=0x4", "upright=9", "flip=over", "sketch=12",
        "matrix=1,0", "matrix=nan" + String(repeating: ",0", count: 19), "rounded=-1", "rounded=4,0",
        "rounded=4,9,wide", "clip=fill,M0 0 h9999 v9 z",
    ])
    func `an invalid step is named`(step: String) throws {
        try File.write(Self.png(200, 100), to: folder.path + "/town.png")
        let run = Self.image("edit", folder.path + "/town.png", step, "-o", folder.path + "/out.png")
        #expect(run.status == .usage)
        #expect(run.complaints.first?.contains(step.split(separator: "=")[0]) == true)
    }
}
