extension Coverage {
    /// The same in a box from (0, 0); what lies outside is left out.
    func boxed(width: Int, height: Int) -> Coverage {
        var parts = [UInt16](repeating: 0, count: width * height)
        for row in max(y, 0)..<max(min(y + self.height, height), max(y, 0)) {
            for column in max(x, 0)..<max(min(x + self.width, width), max(x, 0)) {
                parts[row * width + column] = self.parts[(row - y) * self.width + column - x]
            }
        }
        return Coverage(width: width, height: height, parts: parts)
    }

    /// How much is covered at a place relative to the box; nothing beyond it.
    func part(_ column: Int, _ row: Int) -> Int {
        column >= 0 && row >= 0 && column < width && row < height ? Int(parts[row * width + column]) : 0
    }

    /// The shape without a rim of so many pixels.
    func shrunk(by rim: Int) -> Coverage {
        var inner = parts
        for step in 0..<rim {
            let before = inner
            func at(_ column: Int, _ row: Int) -> UInt16 {
                column >= 0 && row >= 0 && column < width && row < height ? before[row * width + column] : 0
            }
            for row in 0..<height {
                for column in 0..<width where before[row * width + column] > 0 {
                    var least = min(
                        before[row * width + column],
                        min(
                            min(at(column - 1, row), at(column + 1, row)), min(at(column, row - 1), at(column, row + 1))
                        ))
                    // A cross and a square in turns make an octagon, near enough to a circle.
                    if step % 2 == 1 {
                        least = min(
                            least,
                            min(
                                min(at(column - 1, row - 1), at(column + 1, row - 1)),
                                min(at(column - 1, row + 1), at(column + 1, row + 1))))
                    }
                    inner[row * width + column] = least
                }
            }
        }
        return Coverage(width: width, height: height, parts: inner)
    }
}
