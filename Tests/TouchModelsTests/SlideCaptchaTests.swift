import Testing
import TouchCore
import TouchModels

struct SlideCaptchaTests {
    /// CAP-V13.
    @Test func `a random target covers both ends of each axis and nothing beyond`() {
        var generator = SplitMix(state: 13)
        var (x, y): (Set<Double>, Set<Double>) = ([], [])
        for _ in 0..<100_000 {
            let target = SlideCaptcha.randomTarget(in: Size(width: 400, height: 268), using: &generator)
            x.insert(target.x)
            y.insert(target.y)
        }
        #expect(x == Set((0...360).map(Double.init)))
        #expect(y == Set((0...228).map(Double.init)))
    }

    @Test func `a picture as small as the piece has one target`() {
        var generator = SplitMix(state: 1)
        #expect(SlideCaptcha.randomTarget(in: Size(width: 40, height: 20), using: &generator) == .zero)
    }

    @Test(
        arguments: [
            (["tolerance": .number(0)], "tolerance is 0.0, allowed are 0.5 to 100.0"),
            (["tolerance": .number(.nan)], "tolerance is nan, allowed are 0.5 to 100.0"),
            (["drive": .word("bus")], "drive must be one of bar, piece"),
            (["drive": .number(1)], "drive must be one of bar, piece"),
        ] as [(Settings, String)])
    func `a bad setting is named with what is allowed`(settings: Settings, sentence: String) {
        let error = #expect(throws: SettingError.self) {
            try SlideCaptcha(settings: settings, size: Size(width: 400, height: 300))
        }
        #expect(error?.description == sentence)
    }

    @Test func `a picture below 100 by 40 is refused`() {
        #expect(throws: SettingError.self) { try SlideCaptcha(settings: [:], size: Size(width: 400, height: 71)) }
    }

    @Test func `the layout tells nothing of the target`() throws {
        let size = Size(width: 400, height: 268)
        var layouts: Set<[LayoutPart]> = []
        for x in stride(from: 0.0, through: 360, by: 30) {
            let settings: Settings = ["drive": .word("piece"), "targetX": .number(x), "targetY": .number(x / 2)]
            layouts.insert(try SlideCaptcha(settings: settings, size: size).layout)
        }
        #expect(layouts.count == 1)
    }
}
