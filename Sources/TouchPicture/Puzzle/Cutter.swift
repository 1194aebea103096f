/// Cuts pieces out of a picture and paints gaps into it.
struct Cutter {
    typealias Place = Puzzle.Place

    /// The picture as it is by now.
    private(set) var picture: Raster
    /// The piece, in its box.
    let coverage: Coverage
    /// The farthest place of a piece to the right and to the bottom.
    let reach: Place
    private let surroundings: Surroundings
    /// How much of its colours a hole loses, in parts of 256.
    private static let greyness: Int16 = 224

    private var width: Int { coverage.width }
    private var height: Int { coverage.height }

    init(picture: consuming Raster, coverage: Coverage, reach: Place) {
        surroundings = Surroundings(of: coverage, in: picture)
        self.picture = picture
        self.coverage = coverage
        self.reach = reach
    }

    /// What the picture shows there, clear around the shape.
    func piece(at place: Place) -> Raster {
        var piece = picture.cropped(x: place.x, y: place.y, width: width, height: height)
        piece.change { pixels in
            for (index, part) in coverage.parts.enumerated() {
                pixels[index] = part == 0 ? .clear : pixels[index].withAlpha(Int(part))
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
        let look = Look(surroundings.around(target), in: picture)
        while gaps.count <= decoys {
            // Decoys whose surroundings look like the target's are equal to it at a glance.
            var best: (place: Place, distance: Int)?
            var tries = 0
            for _ in 0..<60 where tries < 8 {
                let place = anywhere(&generator)
                guard gaps.allSatisfy({ isClear(place, of: $0, by: 6) }) else { continue }
                tries += 1
                let distance = Look(surroundings.around(place), in: picture).distance(to: look)
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
    mutating func fill(_ gaps: [Place], _ surface: inout Surface, _ generator: inout SeededGenerator) {
        let line = picture.width
        var hole = [Octet](repeating: Octet(.clear), count: surface.strips.count)
        for gap in gaps {
            let look = Look(surroundings.around(gap), in: picture)
            let donor = donor(for: look, away: gaps, in: picture, &generator)
            surface.renew(&generator)
            let light = dig(&hole, surface, at: donor.place, look.shift(from: donor.look))
            // The edge and colours beyond black and white shift the brightness; that is taken back.
            let lost = Octet.Lanes(repeating: Int16(look.mean.luma - light / (surface.count + 1)))
            picture.change { pixels in
                let corner = gap.y * line + gap.x
                for index in hole.indices {
                    let strip = surface.strips[index]
                    let place = strip.index(from: corner, inPictureOf: line)
                    Octet(pixels.span, from: place).mixed(with: hole[index].lighter(by: lost), strip.part)
                        .write(to: &pixels, from: place)
                }
            }
        }
    }

    /// Makes the content of a hole out of the texture at a place.
    ///
    /// - Parameter shift: what is added to its colours, so that its mean is that of what is around the gap.
    /// - Returns: the sum of its brightness.
    private func dig(_ hole: inout [Octet], _ surface: Surface, at place: Place, _ shift: SIMD3<Int16>) -> Int {
        let pixels = picture.pixels.span
        let corner = place.y * picture.width + place.x
        let (red, green, blue) = (
            Octet.Lanes(repeating: shift.x), Octet.Lanes(repeating: shift.y), Octet.Lanes(repeating: shift.z)
        )
        var light = 0
        for index in hole.indices {
            let strip = surface.strips[index]
            // Grey and as bright as what is around: people see a hole, who compares brightness does not.
            let texture = Octet(pixels, from: strip.index(from: corner, inPictureOf: picture.width))
            let content = surface.worked(
                texture.shifted(by: red, green, blue).greyer(Self.greyness), index, .below)
            hole[index] = content
            light += Int((content.luma & strip.inside).wrappedSum())
        }
        return light
    }

    /// The piece as if it lay on the picture.
    func raised(_ piece: consuming Raster, _ surface: inout Surface, _ generator: inout SeededGenerator) -> Raster {
        var piece = piece
        surface.renew(&generator)
        piece.change { pixels in
            for (index, strip) in surface.strips.enumerated() {
                let place = strip.index(from: 0, inPictureOf: width)
                let octet = Octet(pixels.span, from: place)
                octet.replaced(by: surface.worked(octet, index, .above), where: strip.inside)
                    .write(to: &pixels, from: place)
            }
        }
        return piece
    }

    /// The surface of piece and gaps.
    ///
    /// - Parameter rim: width of its rim of noise, in pixels; zero: there is none.
    func surface(rim: Int) -> Surface {
        Surface(of: coverage, rim: rim, around: rim > 0 ? Look(of: picture).mean : .clear)
    }

    private func anywhere(_ generator: inout SeededGenerator) -> Place {
        Place(x: generator.below(reach.x + 1), y: generator.below(reach.y + 1))
    }

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
            let found = Look(surroundings.inside(place), in: picture)
            let distance = found.distance(to: look)
            if distance < best?.distance ?? .max { best = (place, found, distance) }
            if generator.once(in: 12) { break }
        }
        if let best { return (best.place, best.look) }
        // Gaps are everywhere: half of a place beside the first one is better than its own content.
        let place = Place(x: gaps[0].x > reach.x / 2 ? 0 : reach.x, y: gaps[0].y > reach.y / 2 ? 0 : reach.y)
        return (place, Look(surroundings.inside(place), in: picture))
    }
}
