import Testing

@testable import TouchPicture

/// The same bytes from the same seed, in every run and on every processor.
///
/// A change of the drawing changes these numbers; that is fine if it is intended.
@Suite struct GoldenTests {
    @Test(
        arguments: zip(
            Motif.allCases,
            [
                13_968_190_598_283_404_614, 16_425_957_048_242_754_602, 1_635_048_760_470_667_741,
                5_402_780_120_887_264_544, 16_002_146_102_564_192_778, 6_950_250_845_647_699_180,
            ] as [UInt64]))
    func `a motif is drawn as before`(motif: Motif, wanted: UInt64) {
        var generator = SeededGenerator(PictureSeed(number: 42))
        let picture = motif.draw(width: 320, height: 200, using: &generator)
        #expect(picture.fingerprint == wanted)
    }

    @Test(
        arguments: zip(
            [PuzzleRules.simple, .standard],
            [
                [12_142_318_846_722_481_337, 1_932_467_991_731_205_075],
                [5_825_264_733_682_101_276, 2_897_848_069_010_304_794],
            ] as [[UInt64]]))
    func `a puzzle is cut as before`(rules: PuzzleRules, wanted: [UInt64]) {
        let puzzle = PuzzleOrder(size: PictureSize(width: 400, height: 268), rules: rules).puzzle(
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
