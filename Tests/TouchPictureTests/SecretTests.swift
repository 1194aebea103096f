import Glibc
import Testing
import TouchCore

@testable import TouchPicture

/// What may be seen of a challenge tells nothing of its seed or its target.
@Suite struct SecretTests {
    private static let small = PictureSize(width: 160, height: 120)
    private static let backgrounds = Motif.allCases.map { motif in
        var generator = SeededGenerator(PictureSeed(number: 1))
        return motif.draw(width: small.width, height: small.height, using: &generator)
    }

    /// Every byte of 10,000 challenges; the pictures as pixels, since drawing and packing them all would take minutes.
    @Test func `no byte of ten thousand challenges holds a part of the seed`() {
        for number in 0..<10_000 {
            let seed = PictureSeed.random()
            var generator = SeededGenerator(seed)
            let puzzle = Puzzle(
                of: Self.backgrounds[number % Self.backgrounds.count], .standard,
                piece: PuzzlePiece(.puzzle, side: 40), using: &generator)
            for raster in [puzzle.picture, puzzle.piece] {
                let found = RawPicture.channels(of: raster).holds(Array(seed.bytes[..<8]))
                #expect(!found, "challenge \(number)")
                if found { return }
            }
        }
    }

    @Test func `a whole challenge holds neither its seed nor more than its pictures`() throws {
        for number in 0..<300 {
            let seed = PictureSeed.random()
            let order = PuzzleOrder(size: Self.small, rules: number % 2 == 0 ? .standard : .hard)
            let drawn = order.drawn(from: seed)
            let hexadecimal = seed.bytes[..<8].flatMap { byte in
                [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] }
            }
            for text in [drawn.picture, drawn.piece] {
                #expect(!text.holds(Array(Base64.encode(seed.bytes)[..<10])) && !text.holds(hexadecimal))
            }
        }
    }

    @Test func `a PNG file has the three chunks it needs and no others`() {
        let drawn = PuzzleOrder(size: Self.small, rules: .standard).puzzle(from: .random())
        for raster in [drawn.picture, drawn.piece] {
            let file = PNGWriter().png(of: raster)
            var (place, chunks) = (8, [String]())
            while place + 12 <= file.count {
                let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
                chunks.append(String(decoding: file[place + 4..<place + 8], as: UTF8.self))
                place += 12 + length
            }
            #expect(chunks == ["IHDR", "IDAT", "IEND"] && place == file.count)
        }
    }

    /// Chi-square over 12 × 8 cells and 20,000 targets: 95 degrees of freedom, beyond 160 once in about 30,000 runs; the
    /// seeds are fixed, so it either holds or does not.
    @Test func `targets are spread evenly over all places`() {
        var counts = [Int](repeating: 0, count: 96)
        let count = 20_000
        let background = Raster(width: 160, height: 120, .white)
        for number in 0..<count {
            var generator = SeededGenerator(PictureSeed(number: UInt64(number)))
            let puzzle = Puzzle(of: background, .simple, piece: PuzzlePiece(.puzzle, side: 40), using: &generator)
            // 121 by 81 places; the last column and row belong to nobody.
            if puzzle.target.x < 120 && puzzle.target.y < 80 {
                counts[puzzle.target.y / 10 * 12 + puzzle.target.x / 10] += 1
            }
        }
        let expected = Double(count) * 100 / Double(121 * 81)
        let sum = counts.reduce(0.0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
        #expect(sum < 160)
    }

    @Test func `both ends of both axes are targets`() {
        var (columns, rows) = (Set<Int>(), Set<Int>())
        let background = Raster(width: 160, height: 120, .white)
        for number: UInt64 in 0..<5_000 {
            var generator = SeededGenerator(PictureSeed(number: number))
            let puzzle = Puzzle(of: background, .simple, piece: PuzzlePiece(.puzzle, side: 40), using: &generator)
            columns.insert(puzzle.target.x)
            rows.insert(puzzle.target.y)
        }
        #expect(columns == Set(0...120) && rows == Set(0...80))
    }

    /// Where the piece lies at first is near no gap, so it tells which places have none, but of the gaps nothing.
    @Test func `the start covers no gap`() {
        for number: UInt64 in 0..<200 {
            let order = PuzzleOrder(size: PictureSize(width: 480, height: 300), rules: .standard)
            let puzzle = order.puzzle(from: PictureSeed(number: number))
            let (dx, dy) = (abs(puzzle.start.x - puzzle.target.x), abs(puzzle.start.y - puzzle.target.y))
            #expect(dx >= puzzle.piece.width || dy >= puzzle.piece.height)
        }
    }
}

extension [UInt8] {
    /// Whether the bytes lie in it in that order.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        return unsafe withUnsafeBytes { bytes in
            guard let begin = bytes.baseAddress else { return false }
            var place = 0
            // By the C library: these tests look through a gigabyte.
            while place + part.count <= count,
                let found = unsafe memchr(begin + place, Int32(first), count - place)
            {
                place = unsafe UnsafeRawPointer(found) - begin
                if self[place...].starts(with: part) { return true }
                place += 1
            }
            return false
        }
    }
}
