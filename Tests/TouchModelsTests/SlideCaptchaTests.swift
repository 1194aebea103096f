import Testing
import TouchCore
import TouchModels

struct SlideCaptchaTests {
    @Test(
        arguments: [
            (["tolerance": .number(0)], "tolerance is 0.0, allowed are 0.5 to 100.0"),
            (["tolerance": .number(.nan)], "tolerance is nan, allowed are 0.5 to 100.0"),
            (["drive": .word("bus")], "drive must be one of bar, piece"),
            (["drive": .number(1)], "drive must be one of bar, piece"),
        ] as [(Settings, String)])
    func `a bad setting is named with what is allowed`(settings: Settings, sentence: String) {
        expectRefusal(of: settings, by: SlideCaptcha.self, size: Size(width: 400, height: 300), sentence)
    }

    @Test func `a picture below 100 by 40 is rejected`() {
        #expect(throws: SettingError.self) { try SlideCaptcha(settings: [:], size: Size(width: 400, height: 71)) }
    }

    @Test func `the layout does not reveal the target`() throws {
        let size = Size(width: 400, height: 268)
        var layouts: Set<[LayoutPart]> = []
        for x in stride(from: 0.0, through: 360, by: 30) {
            let settings: Settings = ["drive": .word("piece"), "targetX": .number(x), "targetY": .number(x / 2)]
            layouts.insert(try SlideCaptcha(settings: settings, size: size).layout)
        }
        #expect(layouts.count == 1)
    }

    static let large = "M0 0 H60 V50 H0 Z"

    @Test func `a piece of another shape is in the layout with its outline, and moves as far as it fits`() throws {
        var captcha = try SlideCaptcha(
            settings: ["piece": .word(Self.large), "targetX": .number(340), "targetY": .number(60)],
            size: Size(width: 400, height: 300))
        var events = Events()
        for (number, (phase, x)) in [(Phase.began, 30.0), (.moved, 900), (.ended, 900)].enumerated() {
            captcha.finger(phase, Point(x: x, y: 280), at: Int64(number) * 10_000, &events)
        }
        let box = Rect(x: 340, y: 60, width: 60, height: 50)
        #expect(captcha.layout.first { $0.name == "piece" }?.shape == .rect(box))
        let corners = [(340.0, 60.0), (400, 60), (400, 110), (340, 110)].map { Point(x: $0.0, y: $0.1) }
        #expect(captcha.layout.first { $0.name == "outline" }?.shape == .polygon(corners))
        #expect(events.list.map(\.name) == ["began", "moved", "solved"])
    }

    @Test func `without a shape the piece is that of a jigsaw`() throws {
        #expect(try SlideCaptcha(settings: [:], size: Size(width: 400, height: 300)).piece == .puzzle)
    }

    @Test(
        arguments: [
            ("M0 0 H20 V20 H0 Z", "piece: it is 20.0 by 20.0 pixels, each side may have 40.0 to 512.0"),
            (
                "M0 0 H201 V50 H0 Z",
                "piece: it is 201.0 by 50.0 pixels, the picture takes one of at most 200.0 by 268.0"
            ),
            ("M0 0 X", "piece: byte 5: only L, H, V, C and one Z can come here"),
        ])
    func `an impossible piece is rejected with the reason`(path: String, sentence: String) {
        expectRefusal(of: ["piece": .word(path)], by: SlideCaptcha.self, size: Size(width: 400, height: 300), sentence)
    }
}
