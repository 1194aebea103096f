import Testing

@testable import TouchPicture

/// The same bytes from the same seed, in every run and on every processor. A change of the drawing changes these numbers;
/// that is fine when it is meant.
@Suite struct GoldenTests {
    @Test(
        arguments: zip(
            Motif.allCases,
            [0, 0, 0, 0, 0, 0] as [UInt64]))
    func `a motif is drawn as ever`(motif: Motif, wanted: UInt64) {
        var generator = SeededGenerator(PictureSeed(number: 42))
        let picture = motif.draw(width: 320, height: 200, using: &generator)
        #expect(picture.fingerprint == wanted)
    }

    @Test(
        arguments: zip(
            [PuzzleRules.simple, .standard, .hard],
            [[0, 0], [0, 0], [0, 0]] as [[UInt64]]))
    func `a puzzle is cut as ever`(rules: PuzzleRules, wanted: [UInt64]) {
        let puzzle = PuzzleOrder(size: PictureSize(width: 480, height: 300), rules: rules).puzzle(
            from: PictureSeed(number: 42))
        #expect([puzzle.picture.fingerprint, puzzle.piece.fingerprint] == wanted)
    }
}

extension Raster {
    /// FNV-1a over all channels: enough to see a change.
    fileprivate var fingerprint: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for pixel in pixels {
            for byte in [pixel.red, pixel.green, pixel.blue, pixel.alpha] {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        return hash
    }
}
