import Testing
import TouchCore
import TouchModels
import TouchScene

/// Which widget is on top, how far hitMargin reaches, and what continues when a scene is replaced.
struct ArrangementTests {
    static func widget(
        _ id: String, _ frame: Rect, z: Int = 0, hitMargin: Double = 0, isDisabled: Bool = false
    ) throws -> Widget {
        let model = try Witness(settings: [:], size: Size(width: 1, height: 1))
        return Widget(id: id, frame: frame, z: z, hitMargin: hitMargin, isDisabled: isDisabled, model: model)
    }

    static let whole = Rect(x: 0, y: 0, width: 800, height: 600)

    @Test func `the higher widget is on top whatever the order`() throws {
        var scene = try Scene(
            view: SceneTests.view,
            widgets: [try Self.widget("high", Self.whole, z: 1), try Self.widget("low", Self.whole)])
        #expect(SceneTests.play([(1, .began, 5, 5)], on: &scene) == ["high began 5 5"])
    }

    @Test func `of equal heights the later one is on top`() throws {
        let widgets = try (0..<40).map { try Self.widget("\($0)", Self.whole, z: $0 % 2) }
        var scene = try Scene(view: SceneTests.view, widgets: widgets)
        #expect(SceneTests.play([(1, .began, 5, 5)], on: &scene) == ["39 began 5 5"])
    }

    @Test func `a disabled widget takes no touches, nor does what is below it`() throws {
        var scene = try Scene(
            view: SceneTests.view,
            widgets: [
                try Self.widget("low", Self.whole),
                try Self.widget("off", Rect(x: 0, y: 0, width: 9, height: 9), isDisabled: true),
            ])
        #expect(SceneTests.play([(1, .began, 5, 5), (2, .began, 10, 5)], on: &scene) == ["low began 10 5"])
        #expect(scene.unheard.isEmpty)
    }

    @Test(arguments: [(120.0, true), (130.0, true), (130.1, false)])
    func `hitMargin reaches exactly as far beside the frame as it says`(x: Double, hit: Bool) throws {
        var scene = try Scene(
            view: SceneTests.view,
            widgets: [try Self.widget("small", Rect(x: 0, y: 0, width: 110, height: 110), hitMargin: 20)])
        #expect(SceneTests.play([(1, .began, x, 50)], on: &scene).isEmpty != hit)
    }

    @Test func `a frame wins over another widget's hitMargin`() throws {
        var scene = try Scene(
            view: SceneTests.view,
            widgets: [
                try Self.widget("under", Rect(x: 100, y: 0, width: 100, height: 100)),
                try Self.widget("sloppy", Rect(x: 0, y: 0, width: 100, height: 100), z: 9, hitMargin: 50),
            ])
        #expect(SceneTests.play([(1, .began, 110, 50)], on: &scene) == ["under began 10 50"])
    }

    @Test func `between two hit margins the nearer frame wins`() throws {
        var scene = try Scene(
            view: SceneTests.view,
            widgets: [
                try Self.widget("left", Rect(x: 0, y: 0, width: 100, height: 100), hitMargin: 50),
                try Self.widget("right", Rect(x: 150, y: 0, width: 100, height: 100), hitMargin: 50),
            ])
        #expect(SceneTests.play([(1, .began, 120, 50)], on: &scene) == ["left began 120 50"])
        #expect(SceneTests.play([(2, .began, 130, 50)], on: &scene) == ["right began -20 50"])
    }

    @Test(arguments: [-1.0, 100.5, .nan, .infinity])
    func `hitMargin is between zero and a hundred pixels`(hitMargin: Double) {
        #expect(throws: SceneError.badHitMargin("only")) {
            try Scene(view: SceneTests.view, widgets: [try Self.widget("only", Self.whole, hitMargin: hitMargin)])
        }
    }

    @Test func `an adopted widget keeps its finger, the others lose theirs once`() throws {
        let (left, right) = SceneTests.halves
        var scene = try SceneTests.scene([("kept", left), ("changed", right)])
        _ = SceneTests.play([(1, .began, 10, 10), (2, .began, 410, 10)], on: &scene)
        var events = Events()
        scene.cancel(["changed"], at: Instant(microseconds: 50_000), &events)
        #expect(SceneTests.words(events, of: scene) == ["changed cancelled 10 10"])
        var next = try SceneTests.scene([("changed", right), ("kept", left)])
        next.adopt(["kept"], from: scene)
        let heard = SceneTests.play([(1, .moved, 20, 10), (2, .moved, 420, 10), (1, .ended, 20, 10)], on: &next)
        #expect(heard == ["kept moved 20 10", "kept ended 20 10"])
    }
}
