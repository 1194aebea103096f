import TouchModels
import Testing
import TouchCore

@testable import TouchPicture

@Suite struct CoverageTests {
    @Test(arguments: [0.0, 0.25, 0.5, 0.999])
    func `a square between pixels covers exactly its area`(offset: Double) {
        let square = [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10), Point(x: 0, y: 10)]
        let coverage = Coverage(of: square.map { $0.offset(dx: offset, dy: offset) })
        #expect(abs(coverage.parts.reduce(0) { $0 + Int($1) } - 100 * 256) <= 44)
    }

    /// The area of the shape is 1024, because tabs and notches cancel.
    @Test(arguments: 0..<8) func `a turned piece covers the same area`(turn: Int) {
        let sum = PuzzlePiece(.puzzle, side: 80, turn: turn).coverage.parts.reduce(0) { $0 + Int($1) }
        #expect(abs(sum - 4 * 1_024 * 256) < 800)
    }

    @Test func `a custom shape keeps its aspect`() throws {
        let bar = try Outline(path: "M0 0 H80 V40 H0 Z")
        #expect(PuzzlePiece(bar, side: 100).size == PictureSize(width: 100, height: 50))
        #expect(PuzzlePiece(bar, side: 100, turn: 4).size == PictureSize(width: 50, height: 100))
        #expect(PuzzlePiece(bar, side: 100).coverage.parts.allSatisfy { $0 == 256 })
    }
}
