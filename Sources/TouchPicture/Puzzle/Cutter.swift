/// Cuts pieces out of a picture and paints gaps into it.
struct Cutter {
    typealias Place = Puzzle.Place

    /// The picture as it is by now.
    private(set) var picture: Raster
    /// The piece, in its box.
    let coverage: Coverage
    /// The farthest place of a piece to the right and to the bottom.
    let reach: Place
    /// Places close around the shape, relative to its box.
    private let surroundings: [Place]
    /// How far around it a gap has to look like what it was cut from, in pixels.
    private static let closeness = 6
    /// How much of its colours a hole loses, in parts of 256.
    private static let greyness = 224
    /// Width of the lit and the shaded edge of pieces and holes, in pixels.
    private static let edge = 3
    /// How much light and shadow add and take away.
    private static let strength = 84

    private var width: Int { coverage.width }
    private var height: Int { coverage.height }

    init(picture: consuming Raster, coverage: Coverage, reach: Place) {
        self.picture = picture
        self.coverage = coverage
        self.reach = reach
        surroundings = coverage.surroundings(within: Self.closeness)
    }

    /// What the picture shows there, clear around the shape.
    func piece(at place: Place) -> Raster {
        var piece = picture.cropped(x: place.x, y: place.y, width: width, height: height)
        for row in 0..<height {
            for column in 0..<width {
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
        let look = Look(at: surroundings, from: target, in: picture)
        while gaps.count <= decoys {
            // Decoys whose surroundings look like the target's are equal to it at a glance.
            var best: (place: Place, distance: Int)?
            var tries = 0
            for _ in 0..<60 where tries < 8 {
                let place = anywhere(&generator)
                guard gaps.allSatisfy({ isClear(place, of: $0, by: 6) }) else { continue }
                tries += 1
                let distance = Look(at: surroundings, from: place, in: picture).distance(to: look)
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
            if gaps.allSatisfy({ isClear(place, of: $0, by: 0) }) { return place }
            let nearest = gaps.map { max(abs($0.x - place.x), abs($0.y - place.y)) }.min() ?? 0
            if nearest > best.distance { best = (place, nearest) }
        }
        return best.place
    }

    /// Fills each gap with texture of another place, and makes it look like a hole.
    mutating func fill(_ gaps: [Place], _ rim: Rim?, _ generator: inout SeededGenerator) {
        // Gaps keep clear of each other's surroundings, and donors of gaps: what is looked at is not filled yet.
        for gap in gaps {
            let look = Look(at: surroundings, from: gap, in: picture)
            let donor = donor(for: look, away: gaps, in: picture, &generator)
            let shift = look.shift(from: donor.look)
            var hole = Raster(width: width, height: height)
            var (light, count) = (0, 1)
            for row in 0..<height {
                for column in 0..<width where coverage.part(column, row) > 0 {
                    // Grey and as bright as what is around: people see a hole, who compares brightness does not.
                    let texture = picture[donor.place.x + column, donor.place.y + row].shifted(shift)
                    var pixel = texture.greyer(Self.greyness)
                    if let rim { pixel = rim.frosted(pixel, column, row, &generator) }
                    pixel = edge(pixel, column, row, light: -1)
                    hole[column, row] = pixel
                    light += pixel.luma
                    count += 1
                }
            }
            // The edge and colours beyond black and white shift the brightness; that is taken back.
            let lost = look.mean.luma - light / count
            picture.visit(coverage, gap.x, gap.y) { pixel, part, column, row in
                pixel = pixel.mixed(with: hole[column, row].lighter(by: lost), part)
            }
        }
    }

    /// The piece with light at its upper left edge and shadow at its lower right, as if it lay on the picture.
    func beveled(_ piece: Raster, _ rim: Rim?, _ generator: inout SeededGenerator) -> Raster {
        var piece = piece
        for row in 0..<height {
            for column in 0..<width where coverage.part(column, row) > 0 {
                var pixel = piece[column, row]
                if let rim { pixel = rim.frosted(pixel, column, row, &generator) }
                pixel = edge(pixel, column, row, light: 1)
                piece[column, row] = pixel
            }
        }
        return piece
    }

    /// A pixel with the light of the upper left on it: a piece is lit there and shaded opposite, a hole the other way.
    ///
    /// - Parameter light: 1 for what stands out, -1 for what lies deeper.
    private func edge(_ pixel: Pixel, _ column: Int, _ row: Int, light: Int) -> Pixel {
        let (above, below) = (
            coverage.part(column - Self.edge, row - Self.edge), coverage.part(column + Self.edge, row + Self.edge)
        )
        let side = (below - above) * light
        return pixel.lighter(by: side * Self.strength / 256)
    }

    /// The rim of noise of that width.
    func rim(width: Int) -> Rim {
        Rim(core: coverage.shrunk(by: width), colour: Look(of: picture).mean)
    }

    private func anywhere(_ generator: inout SeededGenerator) -> Place {
        Place(x: generator.below(reach.x + 1), y: generator.below(reach.y + 1))
    }

    private func box(_ place: Place) -> Look.Box { Look.Box(x: place.x, y: place.y, width: width, height: height) }

    /// Whether the boxes of two pieces have at least that distance.
    private func isClear(_ one: Place, of other: Place, by distance: Int) -> Bool {
        abs(one.x - other.x) >= width + distance || abs(one.y - other.y) >= height + distance
    }

    private func donor(
        for look: Look, away gaps: [Place], in picture: Raster, _ generator: inout SeededGenerator
    ) -> (place: Place, look: Look) {
        var best: (place: Place, look: Look, distance: Int)?
        for _ in 0..<400 {
            let place = anywhere(&generator)
            guard gaps.allSatisfy({ isClear(place, of: $0, by: 0) }) else { continue }
            let found = Look(inside: box(place), in: picture)
            let distance = found.distance(to: look)
            if distance < best?.distance ?? .max { best = (place, found, distance) }
            if generator.once(in: 12) { break }
        }
        if let best { return (best.place, best.look) }
        // Gaps are everywhere: half of a place beside the first one is better than its own content.
        let place = Place(x: gaps[0].x > reach.x / 2 ? 0 : reach.x, y: gaps[0].y > reach.y / 2 ? 0 : reach.y)
        return (place, Look(inside: box(place), in: picture))
    }
}
