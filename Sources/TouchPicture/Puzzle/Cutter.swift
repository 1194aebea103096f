/// Cuts pieces out of a picture and paints gaps into it.
struct Cutter {
    typealias Place = Puzzle.Place

    /// The picture as it is by now.
    private(set) var picture: Raster
    /// The piece, in its box.
    let coverage: Coverage
    /// The farthest place of a piece to the right and to the bottom.
    let reach: Place
    /// The shape without the line that is drawn along its edge.
    private let inside: Coverage

    /// How dark a hole is, in parts of 256 of black.
    private static let darkness = 104
    /// Width of the line along the edge of pieces and holes, in pixels.
    private static let line = 2

    var side: Int { coverage.width }

    init(picture: Raster, coverage: Coverage, reach: Place) {
        self.picture = picture
        self.coverage = coverage
        self.reach = reach
        inside = coverage.shrunk(by: Self.line)
    }

    /// What the picture shows there, clear around the shape.
    func piece(at place: Place) -> Raster {
        var piece = picture.cropped(x: place.x, y: place.y, width: side, height: side)
        for row in 0..<side {
            for column in 0..<side {
                let part = coverage.part(column, row)
                piece[column, row] = part == 0 ? .clear : piece[column, row].withAlpha(part)
            }
        }
        return piece
    }

    /// Paints white of opacity 0.7 over the place of the piece.
    mutating func veil(_ place: Place) {
        picture.lay(Pixel(red: 255, green: 255, blue: 255, alpha: 179), over: coverage, x: place.x, y: place.y)
    }

    /// The right gap and its decoys, in an order that tells nothing.
    func gaps(around target: Place, decoys: Int, _ generator: inout SeededGenerator) -> [Place] {
        var gaps = [target]
        let look = Look(around: target, side: side, in: picture)
        while gaps.count <= decoys {
            // Decoys whose surroundings look like the target's are equal to it at a glance.
            var best: (place: Place, distance: Int)?
            var tries = 0
            for _ in 0..<60 where tries < 8 {
                let place = anywhere(&generator)
                guard gaps.allSatisfy({ isClear(place, of: $0, by: side + 6) }) else { continue }
                tries += 1
                let distance = Look(around: place, side: side, in: picture).distance(to: look)
                if distance < best?.distance ?? .max { best = (place, distance) }
            }
            guard let best else { break }
            gaps.insert(best.place, at: generator.below(gaps.count + 1))
        }
        return gaps
    }

    /// Where the piece lies at first: over none of the gaps, else as far from them as was found.
    func start(away gaps: [Place], _ generator: inout SeededGenerator) -> Place {
        var best = (place: Place(x: 0, y: 0), distance: -1)
        for _ in 0..<64 {
            let place = anywhere(&generator)
            let nearest = gaps.map { max(abs($0.x - place.x), abs($0.y - place.y)) }.min() ?? side
            if nearest >= side { return place }
            if nearest > best.distance { best = (place, nearest) }
        }
        return best.place
    }

    /// Fills each gap with texture of another place, and makes it look like a hole.
    mutating func fill(_ gaps: [Place], _ rim: Rim?, _ generator: inout SeededGenerator) {
        let whole = picture
        for gap in gaps {
            let look = Look(around: gap, side: side, in: whole)
            let donor = donor(for: look, away: gaps, in: whole, &generator)
            let shift = look.shift(from: donor.look)
            for row in 0..<side {
                for column in 0..<side {
                    let part = coverage.part(column, row)
                    if part == 0 { continue }
                    let texture = whole[donor.place.x + column, donor.place.y + row].shifted(shift)
                    var hole = texture.mixed(with: .black, Self.darkness)
                    // The light comes from the top left, so that corner of a hole lies in the shadow.
                    if coverage.part(column - 5, row - 5) < 128 { hole = hole.mixed(with: .black, 80) }
                    if let rim { hole = rim.frosted(hole, column, row, &generator) }
                    hole = hole.mixed(with: .white, (256 - inside.part(column, row)) * 5 / 8)
                    let (x, y) = (gap.x + column, gap.y + row)
                    picture[x, y] = whole[x, y].mixed(with: hole, part)
                }
            }
        }
    }

    /// The piece with light at its upper left edge and shadow at its lower right, as if it lay on the picture.
    func beveled(_ piece: Raster, _ rim: Rim?, _ generator: inout SeededGenerator) -> Raster {
        var piece = piece
        for row in 0..<side {
            for column in 0..<side where coverage.part(column, row) > 0 {
                var pixel = piece[column, row]
                if let rim { pixel = rim.frosted(pixel, column, row, &generator) }
                pixel = pixel.mixed(with: .white, (256 - inside.part(column, row)) * 3 / 4)
                if coverage.part(column + 4, row + 4) < 128 { pixel = pixel.mixed(with: .black, 70) }
                piece[column, row] = pixel
            }
        }
        return piece
    }

    /// The rim of noise of that width.
    func rim(width: Int, _ generator: inout SeededGenerator) -> Rim {
        Rim(core: coverage.shrunk(by: width), colour: Look(of: picture).mean)
    }

    private func anywhere(_ generator: inout SeededGenerator) -> Place {
        Place(x: generator.below(reach.x + 1), y: generator.below(reach.y + 1))
    }

    private func isClear(_ one: Place, of other: Place, by distance: Int) -> Bool {
        abs(one.x - other.x) >= distance || abs(one.y - other.y) >= distance
    }

    private func donor(
        for look: Look, away gaps: [Place], in picture: Raster, _ generator: inout SeededGenerator
    ) -> (place: Place, look: Look) {
        var best: (place: Place, look: Look, distance: Int)?
        for _ in 0..<400 {
            let place = anywhere(&generator)
            guard gaps.allSatisfy({ isClear(place, of: $0, by: side) }) else { continue }
            let found = Look(inside: place, side: side, in: picture)
            let distance = found.distance(to: look)
            if distance < best?.distance ?? .max { best = (place, found, distance) }
            if generator.once(in: 12) { break }
        }
        if let best { return (best.place, best.look) }
        // Gaps are everywhere: half of a place beside the first one is better than its own content.
        let place = Place(x: gaps[0].x > reach.x / 2 ? 0 : reach.x, y: gaps[0].y > reach.y / 2 ? 0 : reach.y)
        return (place, Look(inside: place, side: side, in: picture))
    }
}
