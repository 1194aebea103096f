extension Coverage {
    /// The same in a box from (0, 0); what lies outside is left out.
    package func boxed(width: Int, height: Int) -> Coverage {
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

    /// Every other place that is not covered but at most so far from one that is.
    func surroundings(within distance: Int) -> [Puzzle.Place] {
        var places: [Puzzle.Place] = []
        let slant = distance * 7 / 10
        let ways = [
            (distance, 0), (-distance, 0), (0, distance), (0, -distance), (slant, slant), (-slant, slant),
            (slant, -slant), (-slant, -slant),
        ]
        for row in stride(from: -distance, to: height + distance, by: 2) {
            for column in stride(from: -distance, to: width + distance, by: 2) where part(column, row) == 0 {
                let isNear = ways.contains { part(column + $0.0, row + $0.1) > 0 }
                if isNear { places.append(Puzzle.Place(x: column, y: row)) }
            }
        }
        return places
    }

    /// The shape without a rim of so many pixels.
    func shrunk(by rim: Int) -> Coverage {
        // With a margin of nothing around it, so that every pixel has neighbours.
        let line = width + 2
        var inner = [UInt16](repeating: 0, count: line * (height + 2))
        for row in 0..<height {
            for column in 0..<width { inner[(row + 1) * line + column + 1] = parts[row * width + column] }
        }
        var before = inner
        for step in 0..<rim {
            swap(&before, &inner)
            for row in 1..<height + 1 {
                for place in row * line + 1..<row * line + 1 + width {
                    var least = before[place]
                    if least > 0 {
                        least = min(least, min(before[place - 1], before[place + 1]))
                        least = min(least, min(before[place - line], before[place + line]))
                        // A cross and a square in turns make an octagon, near enough to a circle.
                        if step % 2 == 1 {
                            least = min(least, min(before[place - line - 1], before[place - line + 1]))
                            least = min(least, min(before[place + line - 1], before[place + line + 1]))
                        }
                    }
                    inner[place] = least
                }
            }
        }
        let rows = (1..<height + 1).map { inner[$0 * line + 1..<$0 * line + 1 + width] }
        return Coverage(width: width, height: height, parts: Array(rows.joined()))
    }
}
