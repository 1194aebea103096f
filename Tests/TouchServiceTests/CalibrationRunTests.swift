import SeededNumbers
import TestSupport
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

        init(rotation: Rotation = .none, skew: Transform) {
            run = CalibrationRun(
                .five, rotation: rotation, size: size, isMeasuring: false, at: Instant(microseconds: 1_000_000))
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

    @Test(arguments: [(false, "the verification was missed by 51 mm"), (true, "in one spot")])
    func `a missed verification, or the same spot for every target, keeps nothing`(isOneSpot: Bool, reason: String) {
        var person = Person(skew: Self.skew)
        if isOneSpot { for _ in 0..<4 { person.tap(UnitPoint(x: 0.5, y: 0.7)) } } else { person.touchAllTargets() }
        person.tap(UnitPoint(x: 0.5, y: 0.7))
        #expect("\(person.run.stage)".contains(reason))
        let isKept = person.run.confirm()
        #expect(!isKept)
    }
}

struct CalibrationStoreTests {
    private static func calibration(
        _ panel: String = "left", _ rotation: Rotation = .none, a: Double = 1.1
    ) -> StoredCalibration {
        StoredCalibration(
            panel: panel, rotation: rotation, matrix: Transform(a, 0.1 / 3, -0.05, 0, 0.95, 1e-7), replaces: .identity,
            miss: 0.8, vendor: 0x1fd2, product: 0x6007, path: "pci-0000:00:14.0-usb-0:2:1.0",
            time: WallTime(microseconds: 7))
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func store() -> CalibrationStore { CalibrationStore(directory: folder.path) }

    @Test func `calibrations survive a restart bit for bit, one for each panel and rotation`() throws {
        let store = self.store()
        #expect(store.problem == nil && store.all.isEmpty)
        for one in [Self.calibration(), Self.calibration("right"), Self.calibration("left", .half)] {
            #expect(store.keep(one) == nil)
        }
        #expect(store.keep(Self.calibration(a: 1.2)) == nil)
        let again = self.store()
        #expect(again.all == store.all && again.all.count == 3)
        #expect(again.calibration(of: "left", rotation: .none) == Self.calibration(a: 1.2))
        #expect(again.forget("left") == nil)
        #expect(self.store().all.map(\.panel) == ["right"])
    }

    /// Every way to damage the file, as a change of its text.
    static let damages: [(String, @Sendable (String) -> String)] = [
        ("not a JSON object", { _ in "" }), ("not a JSON object", { String($0.dropLast(20)) }),
        ("not a JSON object", { _ in "\u{0}\u{1}" }),
        ("wrong checksum", { $0.replacing("1.1,", with: "1.2,") }),
        ("not a calibration file", { $0.replacing("calibrations 1", with: "calibrations 2") }),
        ("too long", { _ in String(repeating: " ", count: 70_000) }),
    ]

    @Test(arguments: damages.indices)
    func `a damaged file is moved aside, reported, and counts as empty`(index: Int) throws {
        #expect(self.store().keep(Self.calibration()) == nil)
        let (reason, damage) = Self.damages[index]
        let damaged = try damage(folder.text(of: CalibrationStore.name))
        let path = try folder.write(damaged, to: CalibrationStore.name)
        let store = self.store()
        #expect(store.all.isEmpty)
        #expect(store.problem?.contains("\(path): not used: \(reason)") == true, "\(store.problem ?? "")")
        #expect(try folder.text(of: CalibrationStore.name + ".damaged") == damaged)
        #expect(store.keep(Self.calibration()) == nil)
        #expect(self.store().problem == nil)
    }

    @Test func `in a folder that cannot be written the earlier calibrations stay`() throws {
        let store = CalibrationStore(directory: "/proc/nonexistent")
        #expect(store.keep(Self.calibration())?.contains("/proc/nonexistent/calibration.json") == true)
        #expect(store.all.isEmpty)
    }
}

struct CalibrationFitTests {
    private static let size = PanelSize(width: 256, height: 160)

    /// What a finger on each target reports on a panel whose true calibration is `truth`.
    private static func pairs(_ targets: CalibrationRun.Targets, truth: Transform) -> [CalibrationFit.Pair] {
        targets.places.map { .init(touched: inverse(truth).applied(to: $0), wanted: $0) }
    }

    private static func inverse(_ map: Transform) -> Transform {
        let determinant = map.a * map.e - map.b * map.d
        let (a, b) = (map.e / determinant, -map.b / determinant)
        let (d, e) = (-map.d / determinant, map.a / determinant)
        return Transform(a, b, -(a * map.c + b * map.f), d, e, -(d * map.c + e * map.f))
    }

    private static func difference(_ left: Transform, _ right: Transform) -> Double {
        let ones = [left.a, left.b, left.c, left.d, left.e, left.f]
        let others = [right.a, right.b, right.c, right.d, right.e, right.f]
        return zip(ones, others).map { abs($0 - $1) }.max() ?? 0
    }

    static let maps = [
        Transform.identity, Transform(1.1, 0.03, -0.05, -0.02, 0.93, 0.04), Transform(0, -1, 1, 1, 0, 0),
        Transform(-1, 0, 1, 0, 1, 0), Transform(0.02, 1.05, -0.04, -0.97, 0.01, 0.99),
        Transform(2, 0, -0.5, 0, 0.5, 0.2),
    ]

    @Test(arguments: maps, CalibrationRun.Targets.allCases)
    func `an affine map is found exactly`(truth: Transform, targets: CalibrationRun.Targets) throws {
        let fit = try CalibrationFit(Self.pairs(targets, truth: truth), size: Self.size)
        #expect(Self.difference(fit.transform, truth) < 1e-12)
        #expect(fit.residual < 1e-9)
    }

    @Test(arguments: CalibrationRun.Targets.allCases)
    func `noise of a millimeter leaves a residual of about a millimeter`(targets: CalibrationRun.Targets) throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var pairs = Self.pairs(targets, truth: Transform(1.05, 0.02, -0.03, -0.01, 0.96, 0.02))
            for index in pairs.indices {
                pairs[index].touched.x += .random(in: -1...1, using: &random) / Self.size.width
                pairs[index].touched.y += .random(in: -1...1, using: &random) / Self.size.height
            }
            #expect(try CalibrationFit(pairs, size: Self.size).residual < 1.5)
        }
    }

    private static func pair(_ touched: (Double, Double), _ wanted: (Double, Double)) -> CalibrationFit.Pair {
        .init(touched: UnitPoint(x: touched.0, y: touched.1), wanted: UnitPoint(x: wanted.0, y: wanted.1))
    }

    static let refused: [([CalibrationFit.Pair], String)] = [
        ([pair((0, 0), (0, 0)), pair((1, 1), (1, 1))], "2 targets"),
        ([pair((0.1, 0.1), (0.1, 0.1)), pair((0.5, 0.5), (0.9, 0.1)), pair((0.9, 0.9), (0.1, 0.9))], "on a line"),
        ([pair((0.1, 0.1), (0.1, 0.1)), pair((0.9, 0.1), (0.5, 0.5)), pair((0.1, 0.9), (0.9, 0.9))], "on a line"),
        ([pair((0.5, 0.5), (0.1, 0.1)), pair((0.5, 0.51), (0.9, 0.1)), pair((0.51, 0.5), (0.1, 0.9))], "in one spot"),
        ([pair((.nan, 0.1), (0.1, 0.1)), pair((0.9, 0.1), (0.9, 0.1)), pair((0.1, 0.9), (0.1, 0.9))], "target 1"),
        ([pair((0.4, 0.4), (0, 0)), pair((0.6, 0.4), (1, 0)), pair((0.4, 0.6), (0, 1))], "four times"),
    ]

    @Test(arguments: refused)
    func `touches that determine no calibration are rejected with the reason`(
        pairs: [CalibrationFit.Pair], reason: String
    ) throws {
        let refusal = try #require(throws: CalibrationFit.Refusal.self) {
            try CalibrationFit(pairs, size: Self.size)
        }
        #expect(refusal.description.contains(reason), "\(refusal)")
    }

    @Test func `a target that was missed is named`() throws {
        var pairs = Self.pairs(.nine, truth: .identity)
        pairs[3].touched.x += 0.2
        let refusal = try #require(throws: CalibrationFit.Refusal.self) {
            try CalibrationFit(pairs, size: Self.size)
        }
        guard case .scattered(target: 4, millimeters: let off) = refusal else {
            Issue.record("\(refusal)")
            return
        }
        #expect(off > CalibrationFit.maxMiss)
    }
}
