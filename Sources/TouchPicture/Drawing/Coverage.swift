package import TouchCore

/// How much of each pixel a shape covers.
package struct Coverage: Hashable, Sendable {
    /// The left and top of the box around the shape, in pixels.
    private(set) var x = 0, y = 0
    /// The size of that box, in pixels.
    private(set) var width = 0, height = 0
    /// Per pixel of the box, row by row: 0 (nothing) to 256 (all of it).
    package private(set) var parts: [UInt16] = []
    /// Signed areas between the outline and the right edge of the box, as differences between pixels.
    private var areas: [Double] = []

    /// Makes an empty coverage, to be reused for one shape after the other.
    init() {}

    /// Makes the coverage of a closed outline.
    package init(of outline: [Point]) {
        trace(outline)
    }

    init(width: Int, height: Int, parts: [UInt16]) {
        precondition(parts.count == width * height, "a coverage has a part for each pixel")
        (self.width, self.height, self.parts) = (width, height, parts)
    }

    /// Whether the pixel lies in the box and is covered by at least half.
    func isInside(_ x: Int, _ y: Int) -> Bool {
        x >= self.x && y >= self.y && x < self.x + width && y < self.y + height
            && parts[(y - self.y) * width + x - self.x] >= 128
    }

    /// Computes the exact coverage of a closed outline that does not cross itself, from the areas under its edges, in
    /// all rows or in those of `room`; its corners are finite, and at most a few thousand pixels apart.
    mutating func trace(_ outline: [Point], within room: Range<Int>? = nil) {
        guard let first = outline.first else { return clear() }
        var (left, right, top, bottom) = (first.x, first.x, first.y, first.y)
        for point in outline {
            (left, right) = (min(left, point.x), max(right, point.x))
            (top, bottom) = (min(top, point.y), max(bottom, point.y))
        }
        precondition(right - left < 8_192 && bottom - top < 8_192, "a shape is not much larger than a picture")
        (x, y) = (Int(left.rounded(.down)), Int(top.rounded(.down)))
        (width, height) = (Int(right.rounded(.up)) - x, Int(bottom.rounded(.up)) - y)
        if let room {
            let end = min(y + height, room.upperBound)
            y = max(y, room.lowerBound)
            height = end - y
        }
        guard width > 0, height > 0 else { return clear() }
        areas.removeAll(keepingCapacity: true)
        areas.append(contentsOf: repeatElement(0, count: stride * height))
        for index in outline.indices {
            add(from: outline[index], to: outline[index + 1 == outline.count ? 0 : index + 1])
        }
        parts.removeAll(keepingCapacity: true)
        parts.reserveCapacity(width * height)
        parts.append(contentsOf: repeatElement(0, count: width * height))
        Self.addUp(areas, stride, into: &parts, width)
    }

    /// Converts areas, whose rows may be longer, to parts.
    private static func addUp(_ areas: [Double], _ line: Int, into parts: inout [UInt16], _ width: Int) {
        var parts = parts.mutableSpan
        for row in 0..<parts.count / width {
            var sum = 0.0
            let (from, to) = (row &* line, row &* width)
            for column in 0..<width {
                sum += areas[from &+ column]
                parts[to &+ column] = UInt16(truncatingIfNeeded: Int32(min(abs(sum) * 256 + 0.5, 256)))
            }
        }
    }

    /// Edges on the right side of the box end in the pixel beyond it.
    private var stride: Int { width + 2 }

    private mutating func clear() {
        (width, height) = (0, 0)
        parts.removeAll(keepingCapacity: true)
    }

    private mutating func add(from start: Point, to end: Point) {
        guard start.y != end.y else { return }
        let sign = start.y < end.y ? 1.0 : -1.0
        let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
        let (from, to) = (upper.y - Double(y), lower.y - Double(y))
        let slope = (lower.x - upper.x) / (to - from)
        var place = upper.x - Double(x)
        if from < 0 { place -= from * slope }
        for row in max(Int(max(from, 0)), 0)..<max(min(height, Int(max(to, 0).rounded(.up))), Int(max(from, 0))) {
            let high = min(Double(row + 1), to) - max(Double(row), from)
            let next = place + slope * high
            add(row: row, min(place, next), max(place, next), sign * high)
            place = next
        }
    }

    /// Adds an edge that crosses one row of pixels, over `weight` of its height, from `left` to `right`.
    private mutating func add(row: Int, _ left: Double, _ right: Double, _ weight: Double) {
        let column = Int(left)
        let end = Int(right.rounded(.up))
        var index = row * stride + column
        let inset = left - Double(column)
        guard end > column + 1 else {
            let part = weight * ((left + right) / 2 - Double(column))
            areas[index] += weight - part
            areas[index + 1] += part
            return
        }
        let share = 1 / (right - left)
        let first = share * (1 - inset) * (1 - inset) / 2
        let tail = right - Double(end - 1)
        let last = share * tail * tail / 2
        areas[index] += weight * first
        if end == column + 2 {
            areas[index + 1] += weight * (1 - first - last)
        } else {
            let second = share * (1.5 - inset)
            areas[index + 1] += weight * (second - first)
            for middle in index + 2..<index + end - column - 1 { areas[middle] += weight * share }
            areas[index + end - column - 1] += weight * (1 - second - Double(end - column - 3) * share - last)
        }
        index += end - column
        areas[index] += weight * last
    }
}
