import Testing

@testable import TouchPicture

/// The same bytes from the same seed, in every run and on every processor.
///
/// A change of the drawing changes these numbers; that is fine when it is meant.
@Suite struct GoldenTests {
    @Test(
        arguments: zip(
            Motif.allCases,
            [
                4_812_205_763_828_991_202, 14_087_205_539_245_086_443, 8_817_981_516_068_537_585,
                526_374_585_696_531_803, 2_230_279_244_374_724_228, 2_337_728_024_339_008_622,
            ] as [UInt64]))
    func `a motif is drawn as ever`(motif: Motif, wanted: UInt64) {
        var generator = SeededGenerator(PictureSeed(number: 42))
        let picture = motif.draw(width: 320, height: 200, using: &generator)
        #expect(picture.fingerprint == wanted)
    }

    @Test(
        arguments: zip(
            [PuzzleRules.simple, .standard, .hard],
            [
                [7_607_873_072_166_681_687, 6_394_020_436_428_422_749],
                [17_037_907_042_292_719_905, 14_490_477_224_112_925_671],
                [1_700_884_763_342_224_302, 3_407_919_253_601_795_472],
            ] as [[UInt64]]))
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
