import Testing
import TouchCore

@testable import TouchScreen

struct CalibrationRunTests {
    private static let size = PanelSize(width: 256, height: 160)

    /// A person who touches the marks of a panel that reports `skew` of the true place, in virtual time.
    private struct Person {
        var run: CalibrationRun
        let skew: Transform
        let rotation: Rotation
        var now = Instant(microseconds: 1_000_000)
        var lastID: UInt64 = 0

        init(
            _ targets: CalibrationRun.Targets = .five, rotation: Rotation = .none, skew: Transform,
            isMeasuring: Bool = false
        ) {
            run = CalibrationRun(
                targets, rotation: rotation, size: size, isMeasuring: isMeasuring,
                at: Instant(microseconds: 1_000_000))
            (self.skew, self.rotation) = (skew, rotation)
        }

        /// What the panel reports for a finger at a place of the view.
        func raw(_ seen: UnitPoint) -> UnitPoint {
            let back = Rotation(rawValue: (360 - rotation.rawValue) % 360) ?? .none
            return skew.applied(to: back.transform.applied(to: seen))
        }

        @discardableResult
        mutating func tap(_ seen: UnitPoint, drag: Double = 0, ending: Phase = .ended) -> Bool {
            lastID += 1
            let (id, place) = (ContactID(lastID), raw(seen))
            now = now.advanced(by: .milliseconds(100))
            _ = run.handle(id, .began, place, at: now)
            _ = run.handle(id, .moved, UnitPoint(x: place.x + drag, y: place.y), at: now)
            return run.handle(id, ending, place, at: now)
        }

        mutating func touchAllTargets() {
            for _ in run.targets { if let mark = run.mark { tap(mark) } }
        }
    }

    private static let skew = Transform(0.9, 0.02, 0.06, -0.01, 0.92, 0.03)

    @Test(arguments: CalibrationRun.Targets.allCases)
    func `a run that only measures tells where targets were touched, and ends without a calibration`(
        targets: CalibrationRun.Targets
    ) {
        let shift = Transform(1, 0, 0.25, 0, 1, -0.05)
        var person = Person(targets, skew: shift, isMeasuring: true)
        person.touchAllTargets()
        #expect(person.run.stage == .measured && person.run.fit == nil && person.run.deadline == nil)
        #expect(person.run.mark == nil && person.run.touched.count == targets.rawValue)
        for (touched, target) in zip(person.run.touched, targets.places) {
            #expect(abs(touched.x - target.x - 0.25) < 1e-9 && abs(touched.y - target.y + 0.05) < 1e-9)
        }
        let isConfirmed = person.run.confirm()
        #expect(!isConfirmed)
    }

    @Test(arguments: Rotation.allCases)
    func `a skewed panel becomes right in every rotation, and is kept when confirmed`(rotation: Rotation) throws {
        var person = Person(rotation: rotation, skew: Self.skew)
        person.touchAllTargets()
        #expect(person.run.stage == .verifying)
        let mark = try #require(person.run.mark)
        person.tap(mark)
        #expect(person.run.stage == .trial)
        #expect(try #require(person.run.miss) < 1e-9)
        let map = try #require(person.run.fit).transform.followed(by: rotation.transform)
        for place in CalibrationRun.Targets.nine.places {
            let found = map.applied(to: person.raw(place))
            #expect(abs(found.x - place.x) < 1e-9 && abs(found.y - place.y) < 1e-9)
        }
        let isKept = person.run.confirm()
        #expect(isKept && person.run.stage == .kept)
    }

    @Test func `without a touch for a minute the calibration is cancelled`() {
        var person = Person(skew: Self.skew)
        person.tap(person.run.targets[0])
        #expect(person.run.stage == .aiming(1))
        let isOver = person.run.tick(at: person.now.advanced(by: .seconds(60)))
        #expect(isOver && person.run.stage == .cancelled)
    }

    @Test func `a second finger, a drag and a cancelled contact are asked for again`() {
        var person = Person(skew: .identity)
        let target = person.run.targets[0]
        person.tap(target, drag: 0.1)
        person.tap(target, ending: .cancelled)
        _ = person.run.handle(ContactID(100), .began, target, at: person.now)
        person.tap(target)
        _ = person.run.handle(ContactID(100), .ended, target, at: person.now)
        #expect(person.run.stage == .aiming(0))
        person.tap(target)
        #expect(person.run.stage == .aiming(1))
    }

    @Test func `a missed verification keeps nothing`() {
        var person = Person(skew: Self.skew)
        person.touchAllTargets()
        person.tap(UnitPoint(x: 0.5, y: 0.7))
        #expect(person.run.stage == .refused("the verification was missed by 51 mm"))
        let isKept = person.run.confirm()
        #expect(!isKept)
    }

    @Test func `the same spot for every target is rejected`() {
        var person = Person(skew: .identity)
        for _ in 0..<5 { person.tap(UnitPoint(x: 0.5, y: 0.5)) }
        guard case .refused(let reason) = person.run.stage else {
            Issue.record("\(person.run.stage)")
            return
        }
        #expect(reason.contains("in one spot"))
    }
}
