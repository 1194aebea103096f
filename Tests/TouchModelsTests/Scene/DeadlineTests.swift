import Synchronization
import Testing
import TouchCore
import TouchModels

/// A model that waits for a deadline and counts its calls.
private struct Waiter: JudgedModel {
    static let kind = "waiter"
    static let protection = Protection.none

    final class Count: Sendable {
        let asked = Mutex(0)
        let woken = Mutex(0)
        var timesAsked: Int { asked.withLock { $0 } }
        var timesWoken: Int { woken.withLock { $0 } }
    }

    let count = Count()
    private var deadline: Instant?

    init(settings: Settings, size: Size) {}

    init(deadline: Int64?) { self.deadline = deadline.map { Instant(microseconds: $0) } }

    var layout: [LayoutPart] { [] }

    var nextDeadline: Instant? {
        count.asked.withLock { $0 += 1 }
        return deadline
    }

    func accepts(_ position: Point) -> Bool { true }

    mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        deadline = time.advanced(by: .milliseconds(1_000))
    }

    var handedIn: HandedIn? { nil }

    mutating func settle(passed: Bool, at time: Instant, _ events: inout Events) {
        deadline = time.advanced(by: .milliseconds(700))
    }

    mutating func tick(at time: Instant, _ events: inout Events) {
        count.woken.withLock { $0 += 1 }
        deadline = nil
    }
}

/// The cost of a frame depends on what is touched, not on what is on screen.
struct DeadlineTests {
    /// The maximum number of widgets, in one row, each with a different deadline.
    private static func row() throws -> (scene: Scene, counts: [Waiter.Count]) {
        let models = (0..<Scene.maxWidgets).map { Waiter(deadline: 10_000_000 + Int64($0) * 1_000_000) }
        let widgets = models.enumerated().map { number, model in
            Widget(id: "\(number)", frame: Rect(x: Double(number) * 10, y: 0, width: 10, height: 10), model: model)
        }
        return (try Scene(view: Size(width: 640, height: 10), widgets: widgets), models.map(\.count))
    }

    private static func frame(_ phase: Phase, at milliseconds: Int64, x: Double = 5) -> Frame {
        Frame(
            device: DeviceID(1), time: Instant(microseconds: milliseconds * 1_000), provenance: .virtual,
            contacts: [Contact(id: ContactID(1), phase: phase, position: Point(x: x, y: 5))])
    }

    @Test func `only a touched model is asked for its deadline, once`() throws {
        var (scene, counts) = try Self.row()
        let before = counts.map(\.timesAsked)
        var events = Events()
        scene.handle(Self.frame(.began, at: 0), &events)
        for step in 1...100 { scene.handle(Self.frame(.moved, at: Int64(step)), &events) }
        #expect(zip(counts, before).map { $0.timesAsked - $1 } == [101] + [Int](repeating: 0, count: counts.count - 1))
    }

    @Test func `a scene below another one is not called while no finger is on it`() throws {
        var (scene, counts) = try Self.row()
        let before = counts.map(\.timesAsked)
        var events = Events()
        scene.handle(Self.frame(.began, at: 0), takesLandings: false, &events)
        scene.handle(Self.frame(.moved, at: 1), takesLandings: false, &events)
        #expect(counts.map(\.timesAsked) == before)
    }

    @Test func `the scene's deadline is the earliest of its models, whatever the finger changes`() throws {
        var (scene, counts) = try Self.row()
        var events = Events()
        #expect(scene.nextDeadline == Instant(microseconds: 10_000_000))
        scene.handle(Self.frame(.began, at: 500, x: 635), &events)
        #expect(scene.nextDeadline == Instant(microseconds: 1_500_000))
        scene.tick(at: Instant(microseconds: 1_499_999), &events)
        #expect(counts.map(\.timesWoken).reduce(0, +) == 0)
        scene.tick(at: Instant(microseconds: 1_500_000), &events)
        #expect(counts.last?.timesWoken == 1)
        #expect(scene.nextDeadline == Instant(microseconds: 10_000_000))
        scene.tick(at: Instant(microseconds: 12_500_000), &events)
        #expect(counts.map(\.timesWoken) == [1, 1, 1] + [Int](repeating: 0, count: counts.count - 4) + [1])
        #expect(scene.nextDeadline == Instant(microseconds: 13_000_000))
    }

    @Test func `a scene that adopts widgets adopts their deadlines`() throws {
        var (before, _) = try Self.row()
        var events = Events()
        before.handle(Self.frame(.began, at: 500), &events)
        var (after, counts) = try Self.row()
        after.adopt(["0"], from: before)
        #expect(after.nextDeadline == Instant(microseconds: 1_500_000))
        after.handle(Self.frame(.moved, at: 600), takesLandings: false, &events)
        #expect(after.nextDeadline == Instant(microseconds: 1_600_000))
        after.cancel(["1"], at: Instant(microseconds: 700_000), &events)
        #expect(counts[2].timesAsked == 1)
    }

    @Test func `a scene is woken for a deadline that a model set after its attempt was judged`() throws {
        var (scene, _) = try Self.row()
        var events = Events()
        let answer: Void? = scene.withModel(of: "3", as: (any JudgedModel).self, &events) { model, events in
            model.settle(passed: false, at: Instant(microseconds: 100_000), &events)
        }
        #expect(answer != nil && scene.nextDeadline == Instant(microseconds: 800_000))
    }
}
