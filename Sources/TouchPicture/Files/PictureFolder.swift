internal import Glibc

/// A folder with the operator's pictures.
package struct PictureFolder: Hashable, Sendable {
    /// Its path.
    package let path: String

    /// Names a folder, which is read for each puzzle: pictures may come and go without a restart.
    package init(path: String) {
        self.path = path
    }

    /// The names of its pictures, in alphabetical order.
    package func names() throws(PictureFileError) -> [String] {
        guard let folder = unsafe opendir(path) else { throw Self.failure("opendir \(path)") }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(RawPicture.suffix) { names.append(name) }
        }
        return names.sorted()
    }

    /// Reads a picture.
    package func picture(_ name: String) throws(PictureFileError) -> Raster {
        guard let file = unsafe fopen("\(path)/\(name)", "re") else { throw Self.failure("open") }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: RawPicture.maxBytes + 1)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        guard unsafe ferror(file) == 0 else { throw Self.failure("read") }
        bytes.removeLast(bytes.count - count)
        return try RawPicture.decode(bytes)
    }

    /// Checks that puzzles of a picture can be sent: cuts pieces from every part of it, in the usual size and in the
    /// largest.
    ///
    /// - Throws: why the file is invalid, or ``PictureFileError/tooDetailed(bytes:)``.
    package func check(_ name: String) throws(PictureFileError) {
        let picture = try picture(name)
        let largest = PictureSize(width: Puzzle.widths.upperBound, height: Puzzle.heights.upperBound)
        for size in [PictureSize(width: 480, height: 300), largest] {
            for part in picture.parts(of: size) {
                for rules in [PuzzleRules.simple, .standard] {
                    var generator = SeededGenerator(PictureSeed(number: 0))
                    let order = PuzzleOrder(size: size, rules: rules)
                    _ = try order.drawn(of: part, order.cut(&generator), &generator)
                }
            }
        }
    }

    private static func failure(_ call: String) -> PictureFileError {
        .system(call: call, reason: unsafe String(cString: strerror(errno)))
    }
}

extension Raster {
    /// Parts of that size that cover it, overlapping by at least half; all of it if it is smaller.
    fileprivate func parts(of size: PictureSize) -> [Raster] {
        guard width >= size.width, height >= size.height else { return [self] }
        func places(_ length: Int, _ part: Int) -> [Int] {
            let steps = (2 * (length - part) + part - 1) / part
            return (0...steps).map { steps == 0 ? 0 : (length - part) * $0 / steps }
        }
        return places(height, size.height).flatMap { y in
            places(width, size.width).map { x in cropped(x: x, y: y, width: size.width, height: size.height) }
        }
    }
}
