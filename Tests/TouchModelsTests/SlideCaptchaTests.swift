import Testing
import TouchCore
import TouchModels

struct SlideCaptchaTests {
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
}
