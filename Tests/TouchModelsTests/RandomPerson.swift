import SeededNumbers
import TestSupport
import TouchCore
import TouchModels

/// Random fingers on one widget, with the faults of real panels: lost frames, cancelled contacts, several fingers,
/// places that are not finite, time that runs backward.
struct RandomPerson {
    var generator: SplitMix64
    private var fingers: [ContactID] = []
    private var count: UInt64 = 0
    private var time: Int64 = 1_000_000
    /// The latest time so far: the scene tolerates timestamps that run backward, the owner of a model has a clock.
    private var latest: Int64 = 1_000_000

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// A random subset of a subject's choices.
    mutating func settings(for subject: Subject) -> Settings {
        var settings = Settings()
        for choice in subject.choices where Bool.random(using: &generator) {
            settings[choice.key] = choice.values.randomElement(using: &generator)
        }
        return settings
    }

    /// Plays one sequence and ends it by removing the scene; calls `check` with the events of every step.
    mutating func play(on scene: inout Scene, _ events: inout Events, _ check: (borrowing Events) -> Void) {
        for _ in 0..<Int.random(in: 5...40, using: &generator) {
            step(on: &scene, &events)
            check(events)
            events.removeAll()
        }
        scene.cancel(at: Instant(microseconds: time), &events)
        check(events)
        events.removeAll()
        fingers.removeAll()
    }

    private mutating func step(on scene: inout Scene, _ events: inout Events) {
        // Mostly forward, sometimes far, occasionally backward.
        time += [8_000, 8_000, 20_000, 700_000, 31_000_000, -50_000].randomElement(using: &generator) ?? 0
        latest = max(latest, time)
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: scene.tick(at: Instant(microseconds: time), &events)
        case 1: scene.cancel(at: Instant(microseconds: time), &events)
        case 2: answer(on: &scene, &events)
        case 3...8: hand(.began, to: &scene, &events)
        case 9...15: hand(.moved, to: &scene, &events)
        case 16: hand(.cancelled, to: &scene, &events)
        default: hand(.ended, to: &scene, &events)
        }
    }

    /// The owner's part: judges a drawing, begins another challenge.
    private mutating func answer(on scene: inout Scene, _ events: inout Events) {
        let now = Instant(microseconds: latest)
        let (accepted, target) = (Bool.random(using: &generator), place())
        let id = scene.widgets[0].id
        // So that no later frame counts as earlier than the verdict.
        scene.tick(at: now, &events)
        let (settles, sequence) = (Bool.random(using: &generator), GestureSequence.random(using: &generator))
        _ = scene.withModel(of: id, as: (any JudgedModel).self, &events) {
            var chance = Chance(SplitMix64(seed: UInt64(latest)), pixelsPerMillimeter: 4)
            $0.prepare(by: &chance)
            if settles { $0.settle(passed: accepted, at: now, &$1) }
        }
        _ = scene.withModel(of: id, as: TapGesture.self, &events) {
            if accepted { $0.reset(to: ["sequence": .word(sequence.text)], at: now, &$1) }
        }
        guard target.isFinite else { return }
        _ = scene.withModel(of: id, as: SlideCaptcha.self, &events) {
            $0.reset(to: ["targetX": .number(target.x), "targetY": .number(target.y)], at: now, &$1)
        }
    }

    private mutating func hand(_ phase: Phase, to scene: inout Scene, _ events: inout Events) {
        guard let id = finger(phase) else { return }
        // One frame in ten is lost.
        if Int.random(in: 0..<10, using: &generator) == 0 { return }
        let contact = Contact(id: id, phase: phase, position: place())
        let frame = Frame(
            device: DeviceID(1), time: Instant(microseconds: time), provenance: .virtual, contacts: [contact])
        scene.handle(frame, &events)
    }

    private mutating func finger(_ phase: Phase) -> ContactID? {
        if phase == .began && fingers.count < 3 {
            count += 1
            fingers.append(ContactID(count))
            return fingers.last
        }
        guard let finger = fingers.randomElement(using: &generator) else { return nil }
        if phase.isFinal { fingers.removeAll { $0 == finger } }
        return finger
    }

    private mutating func place() -> Point {
        switch Int.random(in: 0..<40, using: &generator) {
        case 0: Point(x: .nan, y: 100)
        case 1: Point(x: 100, y: -.infinity)
        case 2: Point(x: 1e308, y: -1e308)
        case 3: Point(x: -1e-300, y: 1e-300)
        case 4...15: Point(x: (50 + 300 * unit()).rounded(), y: (40 + 200 * unit()).rounded())
        default: Point(x: 600 * unit() - 100, y: 500 * unit() - 100)
        }
    }

    private mutating func unit() -> Double { .random(in: 0...1, using: &generator) }
}
