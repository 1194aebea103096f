import Testing
import TouchCore

@testable import TouchPicture

@Suite struct PuzzleTests {
    static let size = PictureSize(width: 480, height: 300)

    @Test(arguments: [PuzzleRules.simple, .standard, .hard])
    func `the piece at its target lies in the picture`(rules: PuzzleRules) {
        for number: UInt64 in 0..<100 {
            let puzzle = PuzzleOrder(size: Self.size, rules: rules).puzzle(from: PictureSeed(number: number))
            #expect(puzzle.target.x >= 0 && puzzle.target.x + puzzle.piece.width <= Self.size.width)
            #expect(puzzle.target.y >= 0 && puzzle.target.y + puzzle.piece.height <= Self.size.height)
        }
    }

    /// A veil leaves what is around the gap as it was, so the piece put back and the veil taken off give the picture.
    @Test func `the simple piece is what the picture shows at its target`() {
        var generator = SeededGenerator(PictureSeed(number: 7))
        let whole = Motif.town.draw(width: 400, height: 268, using: &generator)
        let piece = PuzzlePiece(.puzzle, side: 40)
        let target = Puzzle.Place(x: 120, y: 60)
        let puzzle = Puzzle(of: whole, .simple, piece: piece, target: target, using: &generator)
        for row in 0..<40 {
            for column in 0..<40 where puzzle.piece[column, row].alpha == 255 {
                let place = (x: target.x + column, y: target.y + row)
                #expect(puzzle.piece[column, row] == whole[place.x, place.y])
                #expect(puzzle.picture[place.x, place.y] == whole[place.x, place.y].mixed(with: .white, 180))
            }
        }
    }

    @Test func `the same seed draws the same puzzle`() {
        let order = PuzzleOrder(size: Self.size, rules: .hard)
        let (one, other) = (order.puzzle(from: PictureSeed(number: 3)), order.puzzle(from: PictureSeed(number: 3)))
        #expect(one.picture == other.picture && one.piece == other.piece && one.target == other.target)
    }

    /// Who takes light and colour off the piece does not find it in its gap: the brightness there is another one.
    @Test func `nothing of the piece is left in its gap`() {
        for number: UInt64 in 0..<20 {
            let puzzle = PuzzleOrder(size: Self.size, rules: .standard).puzzle(from: PictureSeed(number: number))
            var (equal, count) = (0, 0)
            for row in 0..<puzzle.piece.height {
                for column in 0..<puzzle.piece.width where puzzle.piece[column, row].alpha == 255 {
                    count += 1
                    let left = puzzle.picture[puzzle.target.x + column, puzzle.target.y + row].luma
                    if abs(puzzle.piece[column, row].luma - left) < 8 { equal += 1 }
                }
            }
            // Pictures have few colours, so some pixels are alike by chance.
            #expect(equal * 3 < count, "seed \(number): \(equal) of \(count)")
        }
    }
}
