extension Coverage {
    /// The same in a box from (0, 0), clipped to it.
    package func boxed(width: Int, height: Int) -> Coverage {
        var parts = [UInt16](repeating: 0, count: width * height)
        for row in max(y, 0)..<max(min(y + self.height, height), max(y, 0)) {
            for column in max(x, 0)..<max(min(x + self.width, width), max(x, 0)) {
                parts[row * width + column] = self.parts[(row - y) * self.width + column - x]
            }
        }
        return Coverage(width: width, height: height, parts: parts)
    }

    /// The parts with a margin of that many empty pixels on every side.
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
