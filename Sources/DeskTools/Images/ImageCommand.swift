import Arguments
import Glibc
import TouchPicture

/// The command that makes pictures for captchas.
enum ImageCommand {
    /// Default size of imported pictures: a quarter larger than the puzzles cut from them.
    static let standardSize = (width: 600, height: 375)

    /// Runs a subcommand; `complaint` receives errors in files that are left out.
    static func run(
        _ words: [String], target: String?, size: (width: Int, height: Int)?, output: (String) -> Void,
        complaint: (String) -> Void
    ) throws(CommandError) -> ExitStatus {
        let operands = Array(words.dropFirst())
        switch words.first {
        case "import":
            guard !operands.isEmpty else { throw .usage("image import takes JPEG or PNG files") }
            let folder = try needed(target, "image import requires -o FOLDER")
            try File.expectFolder(folder)
            let size = size ?? standardSize
            var status = ExitStatus.passed
            for file in operands {
                do throws(CommandError) { try importPicture(file, into: folder, size, output) } catch {
                    complaint(error.sentence(see: "touchd-tools --help"))
                    status = .couldNotRun
                }
            }
            return status
        case "check":
            guard operands.count == 1 else { throw .usage("image check takes one folder") }
            return try check(PictureFolder(path: operands[0]), output)
        case "puzzle":
            guard operands.count == 1, let rules = rules[operands[0]] else {
                throw .usage("image puzzle takes simple or default")
            }
            try puzzle(rules, to: needed(target, "image puzzle requires -o OUT.png"))
            return .passed
        case "edit":
            guard let file = operands.first else { throw .usage("image edit takes a file and steps") }
            try edit(file, operands.dropFirst(), to: target, output)
            return .passed
        default: throw .usage("image takes import, check, puzzle or edit")
        }
    }

    private static let rules: [String: PuzzleRules] = ["simple": .simple, "default": .standard]

    private static func needed(_ value: String?, _ problem: String) throws(CommandError) -> String {
        guard let value else { throw .usage(problem) }
        return value
    }

    private static func importPicture(
        _ file: String, into folder: String, _ size: (width: Int, height: Int), _ output: (String) -> Void
    ) throws(CommandError) {
        let wanted = PictureSize(width: size.width, height: size.height)
        let picture = try load(file, atLeast: wanted)
        guard min(picture.width, picture.height) >= RawPicture.sides.lowerBound else {
            throw .file("\(file): \(picture.width) by \(picture.height) pixels: too small")
        }
        let name = (file.split(separator: "/").last.map(String.init) ?? file).split(separator: ".").first ?? "picture"
        let path = "\(folder)/\(name)\(RawPicture.suffix)"
        let raw: [UInt8]
        do throws(PictureFileError) { raw = try RawPicture.encode(picture.covering(wanted)) } catch {
            throw .file("\(file): \(error)")
        }
        try File.write(raw, to: path)
        do throws(PictureFileError) { _ = try PictureFolder(path: folder).check(name + RawPicture.suffix) } catch {
            unsafe unlink(path)
            throw .file("\(file): \(error)")
        }
        output("\(path)\n")
    }

    private static func check(
        _ folder: PictureFolder, _ output: (String) -> Void
    ) throws(CommandError) -> ExitStatus {
        var names: [String] = []
        do throws(PictureFileError) { names = try folder.names() } catch { throw .file(error.description) }
        var isGood = !names.isEmpty
        if names.isEmpty { output("\(folder.path): no pictures\n") }
        for name in names {
            do throws(PictureFileError) {
                output("\(name): good, lowest contrast \(Puzzle.told(try folder.check(name)))\n")
            } catch {
                output("\(name): \(error)\n")
                isGood = false
            }
        }
        return isGood ? .passed : .refused
    }

    private static func puzzle(_ rules: PuzzleRules, to path: String) throws(CommandError) {
        let order = PuzzleOrder(size: PictureSize(width: 400, height: 268), rules: rules)
        let puzzle = order.puzzle(from: .random())
        let writer = PNGWriter()
        let stem = path.hasSuffix(".png") ? String(path.dropLast(4)) : path
        try File.write(writer.png(of: puzzle.picture), to: path)
        try File.write(writer.png(of: puzzle.piece), to: stem + "-piece.png")
    }

    private static func edit(
        _ file: String, _ steps: ArraySlice<String>, to target: String?, _ output: (String) -> Void
    ) throws(CommandError) {
        var picture: Raster
        if let color = try color(file) {
            picture = color
        } else {
            picture = try load(file, atLeast: PictureSize(width: 4_096, height: 4_096))
        }
        for step in steps {
            let parts = step.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            picture = try ImageEdit(name: parts[0], value: parts.count > 1 ? parts[1] : "")
                .applied(to: picture, output)
        }
        guard let target else {
            let isTold = steps.contains { step in ["color", "data-uri"].contains(step.prefix { $0 != "=" }) }
            guard isTold else {
                throw .usage("image edit requires -o OUT.png or a step that prints: color=X,Y or data-uri")
            }
            return
        }
        try File.write(PNGWriter(level: 9).png(of: picture), to: target)
    }

    /// A picture of one pixel from `color:RRGGBB` or `color:RRGGBBAA`, to be stretched; nil for the name of a file.
    private static func color(_ text: String) throws(CommandError) -> Raster? {
        guard text.hasPrefix("color:") else { return nil }
        let digits = text.dropFirst(6)
        guard [6, 8].contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit), let code = UInt32(digits, radix: 16)
        else { throw .usage("color: takes RRGGBB or RRGGBBAA, not \(digits)") }
        guard digits.utf8.count == 8 else { return Raster(of: Pixel(code)) }
        var pixel = Pixel(code >> 8)
        pixel.alpha = UInt8(truncatingIfNeeded: code)
        return Raster(of: pixel)
    }

    static func load(_ file: String, atLeast size: PictureSize) throws(CommandError) -> Raster {
        let bytes = try File.bytes(file)
        do throws(ImageError) { return try PictureImport.picture(of: bytes, atLeast: size) } catch {
            throw .file("\(file): \(error)")
        }
    }
}
