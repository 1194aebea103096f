/// Some pixels of a picture.
struct Sample {
    /// The index that the offsets count from.
    let corner: Int
    /// Where they are; all lie in the picture.
    let offsets: [Int32]
}

/// Which pixels tell what is around a gap, and what a place looks like that a piece could come from.
struct Surroundings {
    /// How far around it a gap has to look like what it was cut from, in pixels.
    private static let closeness = 6

    /// Places close around the shape, relative to the corner of its box.
    private let places: [Puzzle.Place]
    /// The same in the rows of the picture.
    private let close: [Int32]
    /// A grid of seven by seven or a few more in the box, in the rows of the picture.
    private let grid: [Int32]
    private let width, height: Int
    private let reach: Puzzle.Place

    /// - Parameters:
    ///   - coverage: the shape, in its box.
    ///   - picture: what lies around; it is not smaller than the box.
    init(of coverage: Coverage, in picture: borrowing Raster) {
        let (width, height) = (picture.width, picture.height)
        (self.width, self.height) = (width, height)
        reach = Puzzle.Place(x: width - coverage.width, y: height - coverage.height)
        places = coverage.surroundings(within: Self.closeness)
        close = places.map { Int32($0.y * width + $0.x) }
        let (across, down) = (max(coverage.width / 8, 1), max(coverage.height / 8, 1))
        grid = stride(from: down, to: coverage.height, by: down).flatMap { row in
            stride(from: across, to: coverage.width, by: across).map { Int32(row * width + $0) }
        }
    }

    /// What is close around the shape with its box at a place; what lies outside the picture is left out.
    func around(_ origin: Puzzle.Place) -> Sample {
        let corner = origin.y * width + origin.x
        let margin = Self.closeness
        let isInside =
            origin.x >= margin && origin.y >= margin && origin.x <= reach.x - margin && origin.y <= reach.y - margin
        guard !isInside else { return Sample(corner: corner, offsets: close) }
        var inside: [Int32] = []
        inside.reserveCapacity(close.count)
        for (place, offset) in zip(places, close)
        where 0..<width ~= origin.x + place.x && 0..<height ~= origin.y + place.y { inside.append(offset) }
        return Sample(corner: corner, offsets: inside)
    }

    /// What the box holds at a place.
    func inside(_ origin: Puzzle.Place) -> Sample {
        Sample(corner: origin.y * width + origin.x, offsets: grid)
    }
}
