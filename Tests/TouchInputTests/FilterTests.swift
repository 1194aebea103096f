import TouchDevice
import SeededNumbers
import Testing
import TouchCore

@testable import TouchInput

struct FilterTests {
    private static let here = UnitPoint(x: 0.25, y: 0.5)
    private static let near = UnitPoint(x: 0.26, y: 0.5)
    private static let far = UnitPoint(x: 0.75, y: 0.5)
    private static let size = PanelSize(width: 200, height: 100)

    private struct Script {
        var chain: FilterChain
        var said: [String] = []
        private var changes: [ContactChange] = []

        init(_ change: (inout FilterSettings) -> Void) {
            var settings = FilterSettings()
            change(&settings)
            chain = FilterChain(settings, size: FilterTests.size)
        }

        mutating func feed(_ change: ContactChange, at milliseconds: Int64) {
            let time = Instant(microseconds: milliseconds * 1_000)
            tick(until: time)
            chain.filter(change, at: time, into: &changes)
            tell(at: time)
        }

        mutating func wait(until milliseconds: Int64) {
            tick(until: Instant(microseconds: milliseconds * 1_000))
        }

        private mutating func tick(until time: Instant) {
            while let deadline = chain.deadline, deadline <= time {
                chain.tick(at: deadline, into: &changes)
                tell(at: deadline)
            }
        }

        private mutating func tell(at time: Instant) {
            for change in changes { said.append("\(time.microseconds / 1_000): \(Self.words(change))") }
            changes.removeAll()
        }

        private static func words(_ change: ContactChange) -> String {
            func x(_ place: UnitPoint) -> Int { Int((place.x * 1_000).rounded()) }
            return switch change {
            case .began(let id, let place): "\(id.number) began \(x(place))"
            case .moved(let id, let place): "\(id.number) moved \(x(place))"
            case .ended(let id): "\(id.number) ended"
            case .cancelled(let id): "\(id.number) cancelled"
            }
        }
    }

    @Test func `a contact that is too short is dropped`() {
        var script = Script { $0.minimumLife = .milliseconds(20) }
        script.feed(.began(1, Self.here), at: 0)
        script.feed(.ended(1), at: 19)
        script.wait(until: 1_000)
        #expect(script.said.isEmpty && script.chain.unheard.map(\.reason) == [.ghost])
    }

    @Test func `a contact that is long enough begins where it landed, delayed by the minimum life`() {
        var script = Script { $0.minimumLife = .milliseconds(20) }
        script.feed(.began(1, Self.here), at: 0)
        script.feed(.moved(1, Self.near), at: 8)
        script.wait(until: 100)
        script.feed(.ended(1), at: 100)
        #expect(script.said == ["20: 1 began 250", "20: 1 moved 260", "100: 1 ended"])
    }

    @Test func `a contact passes once it has been broad enough`() {
        var script = Script { $0.minimumSize = 4 }
        script.feed(.began(1, Self.here), at: 0)
        script.chain.measure(1, size: 3)
        script.feed(.moved(1, Self.near), at: 8)
        #expect(script.said.isEmpty && script.chain.awaitsSizes)
        script.chain.measure(1, size: 5)
        script.feed(.moved(1, Self.far), at: 16)
        #expect(script.said == ["0: 1 began 250", "0: 1 moved 260", "16: 1 moved 750"])
    }

    @Test func `a finger that loses contact for a moment has not lifted`() {
        var script = Script { $0.debounce = .milliseconds(30) }
        script.feed(.began(1, Self.here), at: 0)
        script.feed(.ended(1), at: 50)
        script.feed(.began(2, Self.near), at: 70)
        script.feed(.ended(2), at: 100)
        script.wait(until: 1_000)
        #expect(script.said == ["0: 1 began 250", "70: 1 moved 260", "130: 1 ended"])
        #expect(script.chain.unheard.map(\.reason) == [.bounce])
    }

    @Test(arguments: [(81, near), (60, far)]) func `another finger is another contact`(moment: Int, place: UnitPoint) {
        var script = Script { $0.debounce = .milliseconds(30) }
        script.feed(.began(1, Self.here), at: 0)
        script.feed(.ended(1), at: 50)
        script.feed(.began(2, place), at: Int64(moment))
        #expect(script.said.contains { $0.hasSuffix("2 began \(Int(place.x * 1_000))") })
    }

    @Test(arguments: [(0.01, 0.5), (0.99, 0.5), (0.5, 0.03), (0.5, 0.98), (0.65, 0.65)])
    func `a finger that lands in an edge or dead zone is ignored until it lifts`(x: Double, y: Double) {
        var script = Script {
            $0.edgeZone = 4
            $0.deadZones = [.init(start: UnitPoint(x: 0.6, y: 0.6), end: UnitPoint(x: 0.7, y: 0.7))]
        }
        script.feed(.began(1, UnitPoint(x: x, y: y)), at: 0)
        script.feed(.moved(1, Self.here), at: 8)
        script.feed(.ended(1), at: 16)
        #expect(script.said.isEmpty)
        #expect(script.chain.unheard.map(\.reason) == [x == 0.65 ? .deadZone : .edgeZone])
    }

    @Test func `a finger that slides into a zone is followed to its end`() {
        var script = Script { $0.edgeZone = 4 }
        script.feed(.began(1, Self.here), at: 0)
        script.feed(.moved(1, UnitPoint(x: 0.001, y: 0.5)), at: 8)
        script.feed(.ended(1), at: 16)
        #expect(script.said == ["0: 1 began 250", "8: 1 moved 1", "16: 1 ended"])
    }

    @Test func `a jump of one report is removed`() {
        var script = Script { $0.spikeWindow = .milliseconds(40) }
        script.feed(.began(1, Self.here), at: 0)
        script.feed(.moved(1, Self.far), at: 100)
        script.feed(.moved(1, Self.here), at: 108)
        script.wait(until: 1_000)
        #expect(script.said == ["0: 1 began 250"])
    }

    @Test func `a finger that comes to rest arrives half a window later, without a report`() {
        var script = Script { $0.spikeWindow = .milliseconds(40) }
        script.feed(.began(1, Self.here), at: 0)
        script.feed(.moved(1, Self.far), at: 100)
        script.wait(until: 1_000)
        #expect(script.said == ["0: 1 began 250", "120: 1 moved 750"])
    }

    @Test(arguments: [1, 2, 4, 8, 16] as [Int64])
    func `an even movement is delayed by half a window at every report rate`(period: Int64) {
        var script = Script { $0.spikeWindow = .milliseconds(32) }
        script.feed(.began(1, UnitPoint(x: 0, y: 0.5)), at: 0)
        for time in stride(from: period, through: 320, by: Int(period)) {
            script.feed(.moved(1, UnitPoint(x: Double(time) / 1_000, y: 0.5)), at: time)
        }
        let words = script.said.last { $0.hasPrefix("320:") }?.split(separator: " ").last
        let shown = words.flatMap { Int64($0) } ?? 0
        // A report holds until the next one: one period at most.
        #expect((320 - 16 - period...320 - 16 + period).contains(shown), "\(shown)")
    }

    /// The formula of the paper, computed by another program: time in s, number, then the outputs with (1 Hz, 0), (1
    /// Hz, 0.02) and (0.5 Hz, 1).
    private static let truth: [(Double, Double, [Double])] = [
        (0, 10, [10, 10, 10]), (0.010, 10.4, [10.023646959, 10.024696268, 10.061015269]),
        (0.020, 9.8, [10.010425533, 10.011188941, 10.042972693]),
        (0.028, 12, [10.105646143, 10.12920759, 10.811233502]),
        (0.036, 15, [10.339888877, 10.538609004, 13.543621217]),
        (0.050, 15, [10.716670242, 11.282317568, 14.69411634]),
        (0.300, 15, [13.333850989, 13.977193493, 14.989371736]),
        (0.301, 14.9, [13.34362995, 13.987447515, 14.980737623]),
    ]

    @Test(arguments: [(0, 1.0, 0.0), (1, 1.0, 0.02), (2, 0.5, 1.0)])
    func `smoothing is the published formula`(column: Int, cutoff: Double, coefficient: Double) {
        var filter = OneEuro(.init(minimumCutoff: cutoff, speedCoefficient: coefficient), first: 10)
        for (before, row) in zip(Self.truth, Self.truth.dropFirst()) {
            #expect(abs(filter.filter(row.1, after: row.0 - before.0) - row.2[column]) < 1e-8)
        }
    }

    @Test func `a number without a later timestamp is ignored`() {
        var filter = OneEuro(.init(minimumCutoff: 1, speedCoefficient: 0), first: 10)
        #expect(filter.filter(20, after: 0) == 10 && filter.filter(20, after: -1) == 10)
    }

    @Test func `a smoothed finger at rest reaches its place, and then nothing is due`() {
        var script = Script { $0.smoothing = .init(minimumCutoff: 1, speedCoefficient: 0.02) }
        script.feed(.began(1, Self.here), at: 0)
        script.feed(.moved(1, Self.far), at: 100)
        script.wait(until: 5_000)
        #expect(script.said.last?.hasSuffix("1 moved 750") == true && script.chain.deadline == nil)
    }

    @Test func `contacts that filters hold back are cancelled with the rest`() {
        var script = Script { $0.debounce = .milliseconds(30) }
        script.feed(.began(1, Self.here), at: 0)
        script.feed(.ended(1), at: 8)
        var changes: [ContactChange] = []
        script.chain.cancelAll(at: Instant(microseconds: 9_000), into: &changes)
        #expect(changes == [.cancelled(1)] && script.chain.deadline == nil)
    }
}

extension FilterSettings {
    /// Some filters or none, with settings of a wide range.
    static func random(using random: inout SplitMix64) -> FilterSettings {
        var settings = FilterSettings()
        if Bool.random(using: &random) { settings.edgeZone = .random(in: 0...20, using: &random) }
        if Bool.random(using: &random) { settings.minimumLife = .milliseconds(.random(in: 1...50, using: &random)) }
        if Bool.random(using: &random) { settings.minimumSize = .random(in: 0...8, using: &random) }
        if Bool.random(using: &random) { settings.debounce = .milliseconds(.random(in: 1...50, using: &random)) }
        if Bool.random(using: &random) { settings.spikeWindow = .milliseconds(.random(in: 1...50, using: &random)) }
        if Bool.random(using: &random) {
            settings.smoothing = .init(
                minimumCutoff: .random(in: 0.5...10, using: &random),
                speedCoefficient: .random(in: 0...1, using: &random))
        }
        return settings
    }
}
