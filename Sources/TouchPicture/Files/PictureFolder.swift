internal import System

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
        let names: [String]
        do throws(SystemError) { names = try SystemPath.names(of: path) } catch { throw PictureFileError("\(error)") }
        return names.filter { $0.hasSuffix(RawPicture.suffix) }.sorted()
    }

    /// Reads a picture.
    package func picture(_ name: String) throws(PictureFileError) -> Raster {
        let file: WholeFile
        do throws(SystemError) {
            file = try WholeFile("\(path)/\(name)", .configured, maxBytes: RawPicture.maxBytes + 1)
        } catch { throw PictureFileError("\(error)") }
        return try RawPicture.decode(file.bytes)
    }

    /// Checks that puzzles of a picture can be sent and seen: cuts pieces from every part of it, in the usual size and in
    /// the largest.
    ///
    /// - Parameter minContrast: see ``Puzzle/contrast(with:)``.
    /// - Returns: the lowest contrast of these puzzles.
    /// - Throws: why the file is invalid, too detailed or too faint.
    package func check(
        _ name: String, minContrast: Double = Puzzle.minContrast
    ) throws(PictureFileError) -> Double {
        let picture = try picture(name)
        var lowest = Double.infinity
        let largest = PictureSize(width: Puzzle.widths.upperBound, height: Puzzle.heights.upperBound)
        for size in [PictureSize(width: 480, height: 300), largest] {
            for part in picture.parts(of: size) {
                for rules in [PuzzleRules.simple, .standard] {
                    var generator = SeededGenerator(PictureSeed(number: 0))
                    let order = PuzzleOrder(size: size, rules: rules)
                    let cut = order.cut(&generator)
                    _ = try order.drawn(of: part, cut, &generator)
                    lowest = min(lowest, Puzzle(of: part, cut).contrast(with: part))
                }
            }
        }
        guard lowest >= minContrast else { throw .faint(contrast: lowest) }
        return lowest
    }
}

extension Raster {
    /// Parts of that size that cover it, overlapping by at least half; all of it, scaled, if it is smaller.
    fileprivate func parts(of size: PictureSize) -> [Raster] {
        guard width >= size.width, height >= size.height else { return [covering(size)] }
        func places(_ length: Int, _ part: Int) -> [Int] {
            let steps = (2 * (length - part) + part - 1) / part
            return (0...steps).map { steps == 0 ? 0 : (length - part) * $0 / steps }
        }
        return places(height, size.height).flatMap { y in
            places(width, size.width).map { x in cropped(x: x, y: y, width: size.width, height: size.height) }
        }
    }
}
