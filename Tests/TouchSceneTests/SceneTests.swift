import Testing
import TouchCore
import TouchModels
import TouchScene

/// A model that only records what reached it, as events.
struct Witness: Model {
    static let kind = "witness"
    static let protection = Protection.none
    var refuses = false
    var takesLandings = true

    init(settings: Settings, size: Size) throws(SettingError) {
        takesLandings = try settings.bool("closed") != true
        refuses = try settings.bool("refuses") ?? !takesLandings
    }

    var layout: [LayoutPart] { [] }
    var nextDeadline: Instant? { nil }

    func accepts(_ position: Point) -> Bool { !refuses }

    mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        let name: StaticString =
            switch contact.phase {
            case .began: "began"
            case .moved: "moved"
            case .ended: "ended"
            case .cancelled: "cancelled"
            }
        events.add(name, contact.phase.isFinal ? .end : .step, at: time)
        events.set(contact.position)
    }

    mutating func tick(at time: Instant, _ events: inout Events) {}
}

struct SceneTests {
    static let view = Size(width: 800, height: 600)
    static let halves = (Rect(x: 0, y: 0, width: 400, height: 600), Rect(x: 400, y: 0, width: 400, height: 600))

    static func scene(_ widgets: [(String, Rect)], refuses: Bool = false) throws -> Scene {
        let size = Size(width: 1, height: 1)
        return try Scene(
            view: view,
            widgets: widgets.map { id, frame in
                Widget(id: id, frame: frame, model: try Witness(settings: ["refuses": .bool(refuses)], size: size))
            })
    }

    /// Plays (contact, phase, x, y) and returns "widget name x y" for each event.
    static func play(_ steps: [(UInt64, Phase, Double, Double)], on scene: inout Scene) -> [String] {
        var events = Events()
        for (number, step) in steps.enumerated() {
            let contact = Contact(id: ContactID(step.0), phase: step.1, position: Point(x: step.2, y: step.3))
            let time = Instant(microseconds: Int64(number) * 8_000)
            scene.handle(Frame(device: DeviceID(1), time: time, provenance: .virtual, contacts: [contact]), &events)
        }
        return words(events, of: scene)
    }

    static func words(_ events: Events, of scene: Scene) -> [String] {
        events.list.map { event in
            let numbers = events.fields(of: event).map { field -> String in
                guard case .number(let number) = field.value else { return "?" }
                return "\(Int(number.rounded()))"
            }
            return ([scene.widgets[event.widget].id, event.name] + numbers).joined(separator: " ")
        }
    }

    @Test func `a contact belongs to the widget it landed on, also outside it`() throws {
        var scene = try Self.scene([("left", Self.halves.0), ("right", Self.halves.1)])
        let heard = Self.play([(1, .began, 10, 20), (1, .moved, 700, 20), (1, .ended, 700, 20)], on: &scene)
        #expect(heard == ["left began 10 20", "left moved 700 20", "left ended 700 20"])
    }

    @Test func `two fingers drive two widgets at once`() throws {
        var scene = try Self.scene([("left", Self.halves.0), ("right", Self.halves.1)])
        let heard = Self.play(
            [(1, .began, 10, 0), (2, .began, 410, 0), (1, .moved, 20, 0), (2, .ended, 410, 0), (1, .ended, 20, 0)],
            on: &scene)
        #expect(
            heard == ["left began 10 0", "right began 10 0", "left moved 20 0", "right ended 10 0", "left ended 20 0"])
    }

    @Test func `a second finger on the same widget is ignored until it lifts`() throws {
        var scene = try Self.scene([("only", Rect(x: 0, y: 0, width: 800, height: 600))])
        let heard = Self.play(
            [
                (1, .began, 1, 1), (2, .began, 2, 2), (1, .ended, 1, 1), (2, .moved, 3, 3), (2, .ended, 3, 3),
                (3, .began, 4, 4),
            ],
            on: &scene)
        #expect(heard == ["only began 1 1", "only ended 1 1", "only began 4 4"])
    }

    @Test func `a landing that the model rejects reaches no widget`() throws {
        var scene = try Self.scene([("only", Rect(x: 0, y: 0, width: 800, height: 600))], refuses: true)
        #expect(Self.play([(1, .began, 1, 1), (1, .moved, 2, 2), (1, .ended, 2, 2)], on: &scene).isEmpty)
    }

    @Test(arguments: [(0.0, 0.0, true), (99.9, 0.0, true), (100.0, 0.0, false), (0.0, 100.0, false)])
    func `left and top edges are inside, right and bottom edges outside`(x: Double, y: Double, hit: Bool) throws {
        var scene = try Self.scene([("only", Rect(x: 0, y: 0, width: 100, height: 100))])
        #expect(Self.play([(1, .began, x, y)], on: &scene).isEmpty != hit)
    }

    @Test func `the last pixel of the panel hits a widget that ends at the edge of the view`() throws {
        var scene = try Self.scene([("only", Rect(x: 700, y: 500, width: 100, height: 100))])
        #expect(Self.play([(1, .began, 800, 600)], on: &scene) == ["only began 100 100"])
    }

    @Test func `places that are not finite never reach a model`() throws {
        var scene = try Self.scene([("only", Rect(x: 0, y: 0, width: 800, height: 600))])
        let heard = Self.play(
            [
                (1, .began, .nan, 1), (1, .ended, 1, 1), (2, .began, 5, 5), (2, .moved, .infinity, 1),
                (2, .ended, .nan, 1),
            ],
            on: &scene)
        #expect(heard == ["only began 5 5", "only ended 5 5"])
    }

    @Test func `cancelling the scene ends every gesture once`() throws {
        var scene = try Self.scene([("only", Rect(x: 0, y: 0, width: 800, height: 600))])
        _ = Self.play([(1, .began, 1, 1)], on: &scene)
        var events = Events()
        scene.cancel(at: Instant(microseconds: 9_000), &events)
        scene.cancel(at: Instant(microseconds: 9_001), &events)
        #expect(Self.words(events, of: scene) == ["only cancelled 1 1"])
        #expect(Self.play([(1, .ended, 1, 1)], on: &scene).isEmpty)
    }

    @Test(arguments: [
        (Rect(x: 0, y: 0, width: 0, height: 10), SceneError.outsideView("only")),
        (Rect(x: .nan, y: 0, width: 10, height: 10), .outsideView("only")),
        (Rect(x: 0, y: 0, width: .infinity, height: 10), .outsideView("only")),
        (Rect(x: 791, y: 0, width: 10, height: 10), .outsideView("only")),
        (Rect(x: -1, y: 0, width: 10, height: 10), .outsideView("only")),
    ])
    func `a widget must be a rectangle within the view`(frame: Rect, expected: SceneError) throws {
        #expect(throws: expected) { try Self.scene([("only", frame)]) }
    }

    @Test func `a view without area is rejected`() {
        #expect(throws: SceneError.emptyView) { try Scene(view: Size(width: 0, height: 10), widgets: []) }
    }

    @Test func `two widgets cannot share an id`() {
        let frame = Rect(x: 0, y: 0, width: 10, height: 10)
        #expect(throws: SceneError.sameID("twin")) { try Self.scene([("twin", frame), ("twin", frame)]) }
    }
}
