import Testing
import TouchCore

@testable import TouchPicture

@Suite struct PuzzleTests {
    static let size = PictureSize(width: 400, height: 268)
    private static let seeds: Range<UInt64> = 0..<100

    @Test(arguments: [PuzzleRules.simple, .standard])
    func `the piece at its target lies in the picture, beside its start`(rules: PuzzleRules) {
        for number in Self.seeds {
            var generator = SeededGenerator(PictureSeed(number: number))
            let cut = PuzzleOrder(size: Self.size, rules: rules).cut(&generator)
            #expect(cut.start.x == 0 && cut.start.y + cut.piece.size.height <= Self.size.height)
            #expect(cut.target.x >= cut.piece.size.width && cut.target.x + cut.piece.size.width <= Self.size.width)
            #expect(cut.target.y >= 0 && cut.target.y + cut.piece.size.height <= Self.size.height)
            #expect(rules.isLevel == (rules == .simple) && (!rules.isLevel || cut.start.y == cut.target.y))
        }
    }

    @Test(arguments: Motif.allCases) func `inside its edge the piece is the picture at that place`(motif: Motif) {
        var generator = SeededGenerator(PictureSeed(number: 7))
        let cut = PuzzleOrder(size: Self.size, rules: .standard).cut(&generator)
        let whole = motif.draw(width: Self.size.width, height: Self.size.height, using: &generator)
        let puzzle = Puzzle(of: whole, cut)
        var same = 0
        for row in 0..<puzzle.piece.height {
            for column in 0..<puzzle.piece.width where puzzle.piece[column, row].alpha == 255 {
                if puzzle.piece[column, row] == whole[cut.target.x + column, cut.target.y + row] { same += 1 }
            }
        }
        let covered = puzzle.piece.pixels.count { $0.alpha == 255 }
        #expect(same * 2 > covered)
    }

    /// The gap shows card and shadow, the same whatever the picture was.
    @Test func `no part of the piece is left in its gap`() {
        var generator = SeededGenerator(PictureSeed(number: 11))
        let cut = PuzzleOrder(size: Self.size, rules: .standard).cut(&generator)
        let pictures = Motif.allCases.map { motif in
            Puzzle(of: motif.draw(width: Self.size.width, height: Self.size.height, using: &generator), cut).picture
        }
        let coverage = cut.piece.coverage
        for row in 0..<coverage.height {
            for column in 0..<coverage.width where coverage.parts[row * coverage.width + column] == 256 {
                #expect(Set(pictures.map { $0[cut.target.x + column, cut.target.y + row] }).count == 1)
            }
        }
    }

    /// As `make pictures` does, which takes more puzzles; small pieces have the narrowest tabs.
    @Test(arguments: Motif.allCases, [PuzzleRules.simple, .standard])
    func `gap and piece stand out from every motif`(motif: Motif, rules: PuzzleRules) {
        for (size, seed) in [(Self.size, 0), (PictureSize(width: 160, height: 120), 20)] as [(PictureSize, UInt64)] {
            for number in seed..<seed + 8 {
                var generator = SeededGenerator(PictureSeed(number: number))
                let cut = PuzzleOrder(size: size, rules: rules).cut(&generator)
                let whole = motif.draw(width: size.width, height: size.height, using: &generator)
                let contrast = Puzzle(of: whole, cut).contrast(with: whole)
                #expect(contrast >= Puzzle.minContrast, "seed \(number), \(size)")
            }
        }
    }

    /// The operator's pictures can have any color.
    @Test func `gap and piece stand out from every gray`() {
        var generator = SeededGenerator(PictureSeed(number: 3))
        let cut = PuzzleOrder(size: Self.size, rules: .standard).cut(&generator)
        for gray: UInt8 in 0...255 {
            let color = Pixel(red: gray, green: gray, blue: gray)
            let whole = Raster(width: Self.size.width, height: Self.size.height, color)
            #expect(Puzzle(of: whole, cut).contrast(with: whole) >= Puzzle.minContrast, "gray \(gray)")
        }
    }

    /// Brightness in the middle of the gap against that of its shadow, which people see first.
    @Test(arguments: [PuzzleRules.simple, .standard])
    func `a gap is light in the middle and has a dark edge toward the light`(rules: PuzzleRules) {
        for number in Self.seeds {
            var generator = SeededGenerator(PictureSeed(number: number))
            let cut = PuzzleOrder(size: Self.size, rules: rules).cut(&generator)
            let picture = Puzzle(of: Raster(width: Self.size.width, height: Self.size.height, .white), cut).picture
            let coverage = cut.piece.coverage
            var (dark, light) = (255, 0)
            for row in 0..<coverage.height {
                for column in 0..<coverage.width where coverage.parts[row * coverage.width + column] == 256 {
                    let luma = picture[cut.target.x + column, cut.target.y + row].luma
                    (dark, light) = (min(dark, luma), max(light, luma))
                }
            }
            #expect(light - dark > 80, "seed \(number)")
        }
    }
}
