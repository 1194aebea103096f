extension Coverage {
    /// The same in a box from (0, 0); what lies outside is left out.
    package func boxed(width: Int, height: Int) -> Coverage {
        if x == 0, y == 0, width == self.width, height == self.height {
            return Coverage(width: width, height: height, parts: parts)
        }
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
        // With as much room around the box as is looked at from there.
        let margin = 2 * distance
        let line = width + 2 * margin
        let (room, origin) = (padded(by: margin), margin * line + margin)
        let slant = distance * 7 / 10
        let across = distance * line
        var places: [Puzzle.Place] = []
        for row in stride(from: -distance, to: height + distance, by: 2) {
            for column in stride(from: -distance, to: width + distance, by: 2) {
                let here = origin + row * line + column
                guard room[here] == 0 else { continue }
                let (up, down) = (here - slant * line, here + slant * line)
                let near =
                    room[here - distance] | room[here + distance] | room[here - across] | room[here + across]
                    | room[up - slant] | room[up + slant] | room[down - slant] | room[down + slant]
                if near > 0 { places.append(Puzzle.Place(x: column, y: row)) }
            }
        }
        return places
    }

    /// The shape without a rim of so many pixels.
    func shrunk(by rim: Int) -> Coverage {
        // With a margin of nothing around it, so that every pixel has neighbours.
        let line = width + 2
        var inner = padded(by: 1)
        var before = inner
        for step in 0..<rim {
            swap(&before, &inner)
            unsafe before.withUnsafeBufferPointer { before in
                unsafe inner.withUnsafeMutableBufferPointer { inner in
                    for row in 1..<height + 1 {
                        let places = row &* line &+ 1..<row &* line &+ 1 &+ width
                        for place in places {
                            let beside = unsafe min(before[place &- 1], before[place &+ 1])
                            let across = unsafe min(before[place &- line], before[place &+ line])
                            unsafe inner[place] = min(before[place], min(beside, across))
                        }
                        // A cross and a square in turns make an octagon, near enough to a circle.
                        guard step % 2 == 1 else { continue }
                        for place in places {
                            let (above, below) = (place &- line, place &+ line)
                            let upper = unsafe min(before[above &- 1], before[above &+ 1])
                            let lower = unsafe min(before[below &- 1], before[below &+ 1])
                            unsafe inner[place] = min(inner[place], min(upper, lower))
                        }
                    }
                }
            }
        }
        var parts: [UInt16] = []
        parts.reserveCapacity(width * height)
        for row in 1..<height + 1 { parts += inner[row * line + 1..<row * line + 1 + width] }
        return Coverage(width: width, height: height, parts: parts)
    }

    /// The parts with so many pixels of nothing on every side.
    func padded(by margin: Int) -> [UInt16] {
        let line = width + 2 * margin
        var room = [UInt16](repeating: 0, count: line * (height + 2 * margin))
        for row in 0..<height {
            let start = (row + margin) * line + margin
            room.replaceSubrange(start..<start + width, with: parts[row * width..<(row + 1) * width])
        }
        return room
    }
}
