import SeededNumbers
import TestSupport
import Testing
import TouchCore
import TouchModels

/// Why a landing reached no widget of a scene.
struct UnheardLandingTests {
    /// From left to right: one that accepts every finger, one that accepts none there, one that accepts none now,
    /// nothing.
    private static func scene() throws -> Scene {
        let size = Size(width: 100, height: 100)
        let models = try ["", "refuses", "closed"].map { try Witness(settings: [$0: .bool(true)], size: size) }
        return try Scene(
            view: Size(width: 800, height: 600),
            widgets: models.enumerated().map { index, model in
                Widget(
                    id: "\(index)", frame: Rect(x: Double(index) * 100, y: 0, width: 100, height: 100), model: model)
            })
    }

    private static func frame(_ contacts: [(UInt64, Phase, Double)]) -> Frame {
        Frame(
            device: DeviceID(1), time: Instant(microseconds: 0), provenance: .virtual,
            contacts: contacts.map { Contact(id: ContactID($0.0), phase: $0.1, position: Point(x: $0.2, y: 50)) })
    }

    private static func words(_ scene: Scene) -> [String] {
        scene.unheard.map { "\($0.contact) \($0.reason.rawValue)" }
    }

    @Test(
        arguments: [(50.0, nil), (150, .notHere), (250, .notNow), (350, .noWidget), (.nan, .unknownPlace)]
            as [(Double, Unheard?)])
    func `a landing has the reason of its place`(x: Double, reason: Unheard?) throws {
        var (scene, events) = (try Self.scene(), Events())
        scene.handle(Self.frame([(1, .began, x)]), &events)
        #expect(scene.unheard.map(\.reason) == [reason].compactMap(\.self))
    }

    @Test func `every landing of a frame has its own reason, and the next frame none of them`() throws {
        var (scene, events) = (try Self.scene(), Events())
        scene.handle(Self.frame([(1, .began, 10), (2, .began, 350), (3, .began, 20), (2, .moved, 10)]), &events)
        #expect(Self.words(scene) == ["1 no_widget", "2 busy"])
        scene.handle(Self.frame([(1, .moved, 350), (2, .ended, 10), (3, .moved, 20)]), &events)
        #expect(Self.words(scene) == [])
    }

    @Test func `a finger is distinguished from one that lifts in the same frame by their order`() throws {
        var (scene, events) = (try Self.scene(), Events())
        scene.handle(Self.frame([(1, .began, 10)]), &events)
        scene.handle(Self.frame([(2, .began, 20), (1, .ended, 10)]), &events)
        #expect(Self.words(scene) == ["0 busy"])
        scene.handle(Self.frame([(3, .began, 20)]), &events)
        scene.handle(Self.frame([(3, .ended, 20), (4, .began, 20)]), &events)
        #expect(Self.words(scene) == [])
    }

    @Test func `a scene below another one reports no landings`() throws {
        var (scene, events) = (try Self.scene(), Events())
        scene.handle(Self.frame([(1, .began, 350)]), takesLandings: false, &events)
        #expect(Self.words(scene) == [])
        #expect(scene.hasWidget(at: Point(x: 150, y: 50)) && !scene.hasWidget(at: Point(x: 350, y: 50)))
    }

    @Test func `each of many landings either reaches a widget or has one reason`() throws {
        var (scene, random) = (try Self.scene(), SplitMix64(seed: 1))
        var down: [UInt64] = []
        var (next, landings, heard, unheard): (UInt64, Int, Int, Int) = (0, 0, 0, 0)
        for _ in 0..<2_000 {
            var contacts: [(UInt64, Phase, Double)] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                // No more than ten fingers, so that the one that owns the widget is soon among those that lift.
                if down.count < 10 && Bool.random(using: &random) || down.isEmpty {
                    next += 1
                    down.append(next)
                    contacts.append((next, .began, .random(in: 0..<400, using: &random)))
                } else {
                    let id = down.remove(at: .random(in: down.indices, using: &random))
                    contacts.append((id, Bool.random(using: &random) ? .ended : .cancelled, 10))
                }
            }
            var events = Events()
            scene.handle(Self.frame(contacts), &events)
            landings += contacts.count { $0.1 == .began }
            heard += events.list.count { $0.name == "began" }
            unheard += scene.unheard.count
            for entry in scene.unheard { #expect(contacts[entry.contact].1 == .began) }
        }
        #expect(landings == heard + unheard && heard > 100 && unheard > 100)
    }
}
