import Arguments
import Glibc
import TouchPicture

extension ToolsProgram {
    /// Default size of imported pictures: a quarter larger than the puzzles cut from them.
    private static let standardSize = (width: 600, height: 375)
    private static let rules: [String: PuzzleRules] = ["simple": .simple, "default": .standard]

    /// Makes pictures for captchas.
    func image(_ words: [String]) throws(CommandError) -> ExitStatus {
        let operands = Array(words.dropFirst())
        switch words.first {
        case "import":
            guard !operands.isEmpty else { throw .usage("image import takes JPEG or PNG files") }
            let folder = try target("image import requires -o FOLDER")
            let size = try size() ?? Self.standardSize
            try File.expectFolder(folder)
            var status = ExitStatus.passed
            for file in operands {
                do throws(CommandError) {
                    try importPicture(file, into: folder, PictureSize(width: size.width, height: size.height))
                } catch {
                    complaint(error.sentence(see: "touchd-tools --help"))
                    status = .couldNotRun
                }
            }
            return status
        case "check":
            guard operands.count == 1 else { throw .usage("image check takes one folder") }
            return try check(PictureFolder(path: operands[0]))
        case "puzzle":
            guard operands.count == 1, let rules = Self.rules[operands[0]] else {
                throw .usage("image puzzle takes simple or default")
            }
            try puzzle(rules, to: target("image puzzle requires -o OUT.png"))
            return .passed
        case "edit":
            guard let file = operands.first else { throw .usage("image edit takes a file and steps") }
            try edit(file, operands.dropFirst())
            return .passed
        default: throw .usage("image takes import, check, puzzle or edit")
        }
    }

    private func target(_ problem: String) throws(CommandError) -> String {
        guard let target = arguments["output"] else { throw .usage(problem) }
        return target
    }

    private func importPicture(
        _ file: String, into folder: String, _ wanted: PictureSize
    ) throws(CommandError) {
        let picture = try Raster(file: file, atLeast: wanted)
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

    private func check(_ folder: PictureFolder) throws(CommandError) -> ExitStatus {
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

    private func puzzle(_ rules: PuzzleRules, to path: String) throws(CommandError) {
        let order = PuzzleOrder(size: PictureSize(width: 400, height: 268), rules: rules)
        let puzzle = order.puzzle(from: .random())
        let writer = PNGWriter()
        let stem = path.hasSuffix(".png") ? String(path.dropLast(4)) : path
        try File.write(writer.png(of: puzzle.picture), to: path)
        try File.write(writer.png(of: puzzle.piece), to: stem + "-piece.png")
    }

    private func edit(_ file: String, _ steps: ArraySlice<String>) throws(CommandError) {
        var picture: Raster
        if let color = try Raster(color: file) { picture = color } else { picture = try Raster(file: file) }
        for step in steps {
            let parts = step.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            picture = try ImageEdit(name: parts[0], value: parts.count > 1 ? parts[1] : "")
                .applied(to: picture, output)
        }
        guard let target = arguments["output"] else {
            let isTold = steps.contains { step in ["color", "data-uri"].contains(step.prefix { $0 != "=" }) }
            guard isTold else {
                throw .usage("image edit requires -o OUT.png or a step that prints: color=X,Y or data-uri")
            }
            return
        }
        try File.write(PNGWriter(level: 9).png(of: picture), to: target)
    }
}

extension Raster {
    /// A picture of one pixel from `color:RRGGBB` or `color:RRGGBBAA`, to be stretched; nil for the name of a file.
    fileprivate init?(color text: String) throws(CommandError) {
        guard text.hasPrefix("color:") else { return nil }
        let digits = text.dropFirst(6)
        guard [6, 8].contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit), let code = UInt32(digits, radix: 16)
        else { throw .usage("color: takes RRGGBB or RRGGBBAA, not \(digits)") }
        let hasAlpha = digits.utf8.count == 8
        var pixel = Pixel(hasAlpha ? code >> 8 : code)
        if hasAlpha { pixel.alpha = UInt8(truncatingIfNeeded: code) }
        self.init(of: pixel)
    }

    /// The picture in a file, in full unless a smaller size will do.
    init(
        file: String, atLeast size: PictureSize = PictureSize(width: sides.upperBound, height: sides.upperBound)
    ) throws(CommandError) {
        let bytes = try File.bytes(file)
        do throws(ImageError) { self = try PictureImport.picture(of: bytes, atLeast: size) } catch {
            throw .file("\(file): \(error)")
        }
    }
}
