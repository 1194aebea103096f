import Glibc
import Testing
import TouchCore
import System

@testable import TouchPicture

/// Nothing visible of a challenge reveals its seed or its target.
@Suite struct SecretTests {
    private static let small = PictureSize(width: 160, height: 120)
    private static let backgrounds = Motif.allCases.map { motif in
        var generator = SeededGenerator(PictureSeed(number: 1))
        return motif.draw(width: small.width, height: small.height, using: &generator)
    }

    /// Every byte of 2,000 challenges; the pictures as pixels, since drawing and packing them all would take minutes.
    @Test func `no byte of two thousand challenges contains a part of the seed`() {
        let order = PuzzleOrder(size: Self.small, rules: .standard)
        for number in 0..<2_000 {
            let seed = PictureSeed.random()
            var generator = SeededGenerator(seed)
            let cut = order.cut(&generator)
            let puzzle = Puzzle(of: Self.backgrounds[number % Self.backgrounds.count], cut)
            for raster in [puzzle.picture, puzzle.piece] {
                let found = RawPicture.channels(of: raster).holds(Array(seed.bytes[..<8]))
                #expect(!found, "challenge \(number)")
                if found { return }
            }
        }
    }

    @Test func `a whole challenge contains neither its seed nor more than its pictures`() throws {
        for number in 0..<300 {
            let seed = PictureSeed.random()
            let order = PuzzleOrder(size: Self.small, rules: number % 2 == 0 ? .standard : .simple)
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

    /// A piece of 40 pixels, which leaves 81 by 81 places beside the strip of its start.
    private static func target(_ number: Int) -> PuzzleCut.Place {
        var generator = SeededGenerator(PictureSeed(number: UInt64(number)))
        return PuzzleOrder(size: small, rules: .standard).cut(&generator).target
    }

    /// Chi-square over 8 × 8 cells and 20,000 targets: 63 degrees of freedom, beyond 117 once in about 30,000 runs; the
    /// seeds are fixed, so the result is always the same.
    @Test func `targets are uniform over all places`() {
        var counts = [Int](repeating: 0, count: 64)
        let count = 20_000
        for number in 0..<count {
            let target = Self.target(number)
            // The last column and row belong to no cell.
            if target.x < 120 && target.y < 80 { counts[target.y / 10 * 8 + (target.x - 40) / 10] += 1 }
        }
        let expected = Double(count) * 100 / Double(81 * 81)
        let sum = counts.reduce(0.0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
        #expect(sum < 117)
    }

    @Test func `both ends of both axes are targets`() {
        let targets = (0..<5_000).map(Self.target)
        #expect(Set(targets.map(\.x)) == Set(40...120) && Set(targets.map(\.y)) == Set(0...80))
    }

    /// Two puzzles of one seed with different targets: the same picture, start and sizes; only the gaps differ.
    @Test(arguments: 0..<30)
    func `apart from the gap, nothing that is sent depends on the target`(number: Int) {
        let seed = PictureSeed(number: UInt64(number))
        var order = PuzzleOrder(size: PuzzleTests.size, rules: .standard)
        let one = order.puzzle(from: seed)
        order.target = PuzzleCut.Place(x: number * 9, y: number * 6)
        let other = order.puzzle(from: seed)
        #expect(one.cut.start == other.cut.start && one.cut.piece == other.cut.piece)
        #expect(one.cut.target != other.cut.target)
        let rim = Relief.rim
        func isAtGap(_ x: Int, _ y: Int, _ cut: PuzzleCut) -> Bool {
            cut.target.x - rim..<cut.target.x + cut.piece.size.width + rim ~= x
                && cut.target.y - rim..<cut.target.y + cut.piece.size.height + rim ~= y
        }
        for y in 0..<order.size.height {
            for x in 0..<order.size.width where !isAtGap(x, y, one.cut) && !isAtGap(x, y, other.cut) {
                guard one.picture[x, y] == other.picture[x, y] else { return #expect(Bool(false), "at \(x), \(y)") }
            }
        }
    }

    /// The same work takes the same time.
    @Test func `cutting does the same work wherever the target is`() throws {
        let order = PuzzleOrder(size: PuzzleTests.size, rules: .standard)
        var generator = SeededGenerator(PictureSeed(number: 5))
        let piece = order.cut(&generator).piece
        let rim = Relief.rim
        let gaps = [(80, 4), (81, 97), (250, 150), (310, 30)].map { x, y in
            let cut = PuzzleCut(
                size: order.size, piece: piece, target: PuzzleCut.Place(x: x, y: y), isLevel: false, using: &generator)
            let plain = Raster(width: order.size.width, height: order.size.height, Pixel(0x4080c0))
            return Puzzle(of: plain, cut).picture.cropped(
                x: x - rim, y: y - rim, width: piece.size.width + 2 * rim, height: piece.size.height + 2 * rim)
        }
        #expect(Set(gaps).count == 1)
    }

    /// The correlation of both lengths with both axes over 300 puzzles: beyond 0.2 about once in 500 times if there is
    /// none; the seeds are fixed.
    @Test func `the size of a picture's file does not reveal the target`() {
        let (order, press) = (PuzzleOrder(size: Self.small, rules: .standard), PuzzlePress())
        let drawn = (0..<300).map { order.drawn(from: PictureSeed(number: UInt64($0)), on: press) }
        let lengths = drawn.map { Double($0.picture.count) }
        for axis in [drawn.map { Double($0.cut.target.x) }, drawn.map { Double($0.cut.target.y) }] {
            #expect(abs(Self.correlation(lengths, axis)) < 0.2)
        }
    }

    private static func correlation(_ one: [Double], _ other: [Double]) -> Double {
        let count = Double(one.count)
        let (first, second) = (one.reduce(0, +) / count, other.reduce(0, +) / count)
        var (product, squares, others) = (0.0, 0.0, 0.0)
        for (x, y) in zip(one, other) {
            product += (x - first) * (y - second)
            squares += (x - first) * (x - first)
            others += (y - second) * (y - second)
        }
        return product / (squares * others).squareRoot()
    }
}

extension [UInt8] {
    /// Whether the bytes occur in it in that order.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        return unsafe withUnsafeBytes { bytes in
            guard let begin = bytes.baseAddress else { return false }
            var place = 0
            // By the C library: these tests search through 200 MB.
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
