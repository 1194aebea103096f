internal import Glibc

extension Puzzle {
    /// The least contrast that WCAG 2.2 (1.4.11) allows.
    package static let minContrast = 3.0

    /// A contrast as text, rounded down: `4.2 : 1`.
    package static func told(_ contrast: Double) -> String { "\((contrast * 10).rounded(.down) / 10) : 1" }

    /// How well gap and piece stand out from the picture: the contrast of WCAG, 1…21, where it is lowest.
    ///
    /// For each pixel along both outlines, that line of the edge counts which differs most from the picture beside it. A line
    /// is a pixel wide, at most four from the outline, and as light as it is in the mean within six pixels of that pixel; the
    /// picture beside it is the mean of what lies 5 to 9 pixels outside the outline and within nine of that pixel.
    ///
    /// - Parameter whole: the picture before the cut.
    package func contrast(with whole: Raster) -> Double {
        let (distances, shown) = (OutlineDistances(of: cut.piece.coverage), shown)
        var lowest = 21.0
        // The edge of a gap is inside and outside its outline, that of a piece inside.
        for (place, lines) in [(cut.target, [-4, -3, -2, -1, 1, 2, 3, 4]), (cut.start, [-4, -3, -2, -1])] {
            for y in 0..<cut.piece.size.height {
                for x in 0..<cut.piece.size.width where distances[x, y] == -1 {
                    // At the border of the picture, the edge is cut off.
                    guard (4..<whole.width - 4).contains(place.x + x), (4..<whole.height - 4).contains(place.y + y)
                    else { continue }
                    func light(of picture: Raster, _ wanted: ClosedRange<Int>, within reach: Int) -> Double? {
                        var (sum, count) = (0.0, 0.0)
                        for y in y - reach...y + reach {
                            for x in x - reach...x + reach where wanted.contains(distances[x, y]) {
                                guard picture.contains(place.x + x, place.y + y) else { continue }
                                sum += picture[place.x + x, place.y + y].light
                                count += 1
                            }
                        }
                        return count > 0 ? sum / count : nil
                    }
                    guard let beside = light(of: whole, 5...9, within: 9) else { continue }
                    let contrasts = lines.compactMap { light(of: shown, $0...$0, within: 6) }.map { line in
                        (max(line, beside) + 0.05) / (min(line, beside) + 0.05)
                    }
                    lowest = min(lowest, contrasts.max() ?? 1)
                }
            }
        }
        return lowest
    }
}

/// How far pixels lie from an outline: −1, −2 … inside, 1, 2 … outside, up to 9; 0: farther.
private struct OutlineDistances {
    private static let margin = 20
    private let line: Int
    private var distances: [Int]

    init(of coverage: Coverage) {
        line = coverage.width + 2 * Self.margin
        let inside = coverage.padded(by: Self.margin).map { $0 < 128 ? 0 : 1 } as [UInt16]
        distances = inside.map { _ in 0 }
        for (sign, start) in [(1, inside), (-1, inside.map { 1 - $0 })] {
            var reached = start
            for distance in 1...9 {
                let farther = Relief.grown(reached, line, withCorners: distance % 2 == 0)
                for place in farther.indices where farther[place] > reached[place] {
                    distances[place] = sign * distance
                }
                reached = farther
            }
        }
    }

    subscript(x: Int, y: Int) -> Int { distances[(y + Self.margin) * line + x + Self.margin] }
}

extension Pixel {
    /// Relative luminance (WCAG 2.2), 0…1.
    fileprivate var light: Double {
        0.2126 * Self.lights[Int(red)] + 0.7152 * Self.lights[Int(green)] + 0.0722 * Self.lights[Int(blue)]
    }

    private static let lights = (0..<256).map { byte in
        let value = Double(byte) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
