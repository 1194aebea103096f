/// Places close around a shape, relative to its box: how a gap there has to look.
struct Surroundings {
    /// How far around it a gap has to look like what it was cut from, in pixels.
    private static let closeness = 6

    /// The places.
    let places: [Puzzle.Place]
    /// The same in the rows of a picture, from the corner of the box.
    let offsets: [Int]
    private let reach: Puzzle.Place

    /// - Parameters:
    ///   - coverage: the shape, in its box.
    ///   - width: of the picture.
    ///   - reach: the farthest place of the box to the right and to the bottom.
    init(of coverage: Coverage, inPictureOf width: Int, reach: Puzzle.Place) {
        places = coverage.surroundings(within: Self.closeness)
        offsets = places.map { $0.y * width + $0.x }
        self.reach = reach
    }

    /// Whether all of them are in the picture if the box is at that place.
    func lieInPicture(around origin: Puzzle.Place) -> Bool {
        origin.x >= Self.closeness && origin.y >= Self.closeness && origin.x <= reach.x - Self.closeness
            && origin.y <= reach.y - Self.closeness
    }
}
