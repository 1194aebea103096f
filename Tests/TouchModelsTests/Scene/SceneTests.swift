import Testing
import TouchCore
import TouchModels

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

/// A widget of a scene, with a ``Witness`` as its model.
struct Place: Sendable {
    let id: String
    var frame = Rect(x: 0, y: 0, width: 800, height: 600)
    var z = 0
    var hitMargin = 0.0
    var isDisabled = false
    var refuses = false

    var widget: Widget {
        get throws {
            let model = try Witness(settings: ["refuses": .bool(refuses)], size: Size(width: 1, height: 1))
            return Widget(id: id, frame: frame, z: z, hitMargin: hitMargin, isDisabled: isDisabled, model: model)
        }
    }
}

struct SceneTests {
    /// Contact, phase, x and y of each report.
    typealias Steps = [(UInt64, Phase, Double, Double)]

    private static let left = Place(id: "left", frame: Rect(x: 0, y: 0, width: 400, height: 600))
    private static let right = Place(id: "right", frame: Rect(x: 400, y: 0, width: 400, height: 600))
    private static let only = Place(id: "only")
    private static let small = Rect(x: 0, y: 0, width: 100, height: 100)

    private static func scene(_ places: [Place]) throws -> Scene {
        try Scene(view: Size(width: 800, height: 600), widgets: places.map { try $0.widget })
    }

    /// Plays reports and returns "widget name x y" for each event.
    private static func play(_ steps: Steps, on scene: inout Scene) -> [String] {
        var events = Events()
        for (number, step) in steps.enumerated() {
            let contact = Contact(id: ContactID(step.0), phase: step.1, position: Point(x: step.2, y: step.3))
            let time = Instant(microseconds: Int64(number) * 8_000)
            scene.handle(Frame(device: DeviceID(1), time: time, provenance: .virtual, contacts: [contact]), &events)
        }
        return words(events, of: scene)
    }

    private static func words(_ events: Events, of scene: Scene) -> [String] {
        events.list.map { event in
            let numbers = events.fields(of: event).map { field -> String in
                guard case .number(let number) = field.value else { return "?" }
                return "\(Int(number.rounded()))"
            }
            return ([scene.widgets[event.widget].id, event.name] + numbers).joined(separator: " ")
        }
    }

    private static let cases: [([Place], Steps, heard: [String])] = [
        // A contact belongs to the widget it landed on, also outside it.
        (
            [left, right], [(1, .began, 10, 20), (1, .moved, 700, 20), (1, .ended, 700, 20)],
            ["left began 10 20", "left moved 700 20", "left ended 700 20"]
        ),
        // Two fingers drive two widgets at once.
        (
            [left, right],
            [(1, .began, 10, 0), (2, .began, 410, 0), (1, .moved, 20, 0), (2, .ended, 410, 0), (1, .ended, 20, 0)],
            ["left began 10 0", "right began 10 0", "left moved 20 0", "right ended 10 0", "left ended 20 0"]
        ),
        // A second finger on the same widget is ignored until it lifts.
        (
            [only],
            [
                (1, .began, 1, 1), (2, .began, 2, 2), (1, .ended, 1, 1), (2, .moved, 3, 3), (2, .ended, 3, 3),
                (3, .began, 4, 4),
            ], ["only began 1 1", "only ended 1 1", "only began 4 4"]
        ),
        // A landing that the model rejects reaches no widget.
        ([Place(id: "only", refuses: true)], [(1, .began, 1, 1), (1, .moved, 2, 2), (1, .ended, 2, 2)], []),
        // Left and top edges are inside, right and bottom edges outside.
        (
            [Place(id: "only", frame: small)],
            [
                (1, .began, 0, 0), (1, .ended, 0, 0), (2, .began, 99.9, 0), (2, .ended, 99.9, 0), (3, .began, 100, 0),
                (4, .began, 0, 100),
            ], ["only began 0 0", "only ended 0 0", "only began 100 0", "only ended 100 0"]
        ),
        // The last pixel of the panel hits a widget that ends at the edge of the view.
        (
            [Place(id: "only", frame: Rect(x: 700, y: 500, width: 100, height: 100))], [(1, .began, 800, 600)],
            ["only began 100 100"]
        ),
        // Places that are not finite never reach a model.
        (
            [only],
            [
                (1, .began, .nan, 1), (1, .ended, 1, 1), (2, .began, 5, 5), (2, .moved, .infinity, 1),
                (2, .ended, .nan, 1),
            ], ["only began 5 5", "only ended 5 5"]
        ),
        // The higher widget is on top whatever the order; of equal heights the later one.
        ([Place(id: "high", z: 1), Place(id: "low")], [(1, .began, 5, 5)], ["high began 5 5"]),
        ((0..<40).map { Place(id: "\($0)", z: $0 % 2) }, [(1, .began, 5, 5)], ["39 began 5 5"]),
        // A disabled widget takes no touches, nor does what is below it.
        (
            [only, Place(id: "off", frame: Rect(x: 0, y: 0, width: 9, height: 9), isDisabled: true)],
            [(1, .began, 5, 5), (2, .began, 10, 5)], ["only began 10 5"]
        ),
        // A hit margin reaches exactly as far beside the frame as it says.
        (
            [Place(id: "only", frame: small, hitMargin: 20)],
            [
                (1, .began, 110, 50), (1, .ended, 110, 50), (2, .began, 120, 50), (2, .ended, 120, 50),
                (3, .began, 120.1, 50),
            ], ["only began 110 50", "only ended 110 50", "only began 120 50", "only ended 120 50"]
        ),
        // A frame wins over another widget's hit margin.
        (
            [
                Place(id: "under", frame: Rect(x: 100, y: 0, width: 100, height: 100)),
                Place(id: "sloppy", frame: small, z: 9, hitMargin: 50),
            ], [(1, .began, 110, 50)], ["under began 10 50"]
        ),
        // Between two hit margins the nearer frame wins.
        (
            [
                Place(id: "left", frame: small, hitMargin: 50),
                Place(id: "right", frame: Rect(x: 150, y: 0, width: 100, height: 100), hitMargin: 50),
            ], [(1, .began, 120, 50), (2, .began, 130, 50)], ["left began 120 50", "right began -20 50"]
        ),
    ]

    @Test(arguments: cases)
    func `each report reaches its widget or none`(places: [Place], steps: Steps, heard: [String]) throws {
        var scene = try Self.scene(places)
        #expect(Self.play(steps, on: &scene) == heard)
    }

    @Test func `cancelling the scene ends every gesture once`() throws {
        var scene = try Self.scene([Self.only])
        _ = Self.play([(1, .began, 1, 1)], on: &scene)
        var events = Events()
        scene.cancel(at: Instant(microseconds: 9_000), &events)
        scene.cancel(at: Instant(microseconds: 9_001), &events)
        #expect(Self.words(events, of: scene) == ["only cancelled 1 1"])
        #expect(Self.play([(1, .ended, 1, 1)], on: &scene).isEmpty)
    }

    @Test func `an adopted widget keeps its finger, the others lose theirs once`() throws {
        var scene = try Self.scene([Self.left, Self.right])
        _ = Self.play([(1, .began, 10, 10), (2, .began, 410, 10)], on: &scene)
        var events = Events()
        scene.cancel(["right"], at: Instant(microseconds: 50_000), &events)
        #expect(Self.words(events, of: scene) == ["right cancelled 10 10"])
        var next = try Self.scene([Self.right, Self.left])
        next.adopt(["left"], from: scene)
        let heard = Self.play([(1, .moved, 20, 10), (2, .moved, 420, 10), (1, .ended, 20, 10)], on: &next)
        #expect(heard == ["left moved 20 10", "left ended 20 10"])
    }

    /// A widget must be a rectangle within the view, with a hit margin of 0 to 100 pixels and an id of its own.
    @Test(
        arguments: [
            Rect(x: 0, y: 0, width: 0, height: 10), Rect(x: .nan, y: 0, width: 10, height: 10),
            Rect(x: 0, y: 0, width: .infinity, height: 10), Rect(x: 791, y: 0, width: 10, height: 10),
            Rect(x: -1, y: 0, width: 10, height: 10),
        ].map { ([Place(id: "only", frame: $0)], SceneError.outsideView("only")) }
            + [-1.0, 100.5, .nan, .infinity].map { ([Place(id: "only", hitMargin: $0)], .badHitMargin("only")) }
            + [([only, only], .sameID("only"))])
    func `a scene of impossible widgets is rejected`(places: [Place], expected: SceneError) throws {
        #expect(throws: expected) { try Self.scene(places) }
    }

    @Test func `a view without area is rejected`() {
        #expect(throws: SceneError.emptyView) { try Scene(view: Size(width: 0, height: 10), widgets: []) }
    }
}
