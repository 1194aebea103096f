import Testing

@testable import TouchPicture

@Suite struct PuzzleTests {
    @Test(arguments: [PuzzleRules.simple, .standard, .hard])
    func `the piece at its target covers the right gap`(rules: PuzzleRules) {
        let puzzle = PuzzleOrder(size: PictureSize(width: 480, height: 300), rules: rules).puzzle(
            from: PictureSeed(number: 1))
        let (target, side) = (puzzle.target, puzzle.piece.width)
        #expect(target.x + side <= 480 && target.y + side <= 300)
        #expect(puzzle.piece.pixels.contains { $0.alpha == 255 } && puzzle.piece.pixels.contains { $0.alpha == 0 })
    }
}
