import TouchDevice
import SeededNumbers
import Testing
import TouchCore

@testable import TouchInput

struct FilterTests {
    private static func with(_ change: (inout FilterSettings) -> Void) -> FilterSettings {
        var settings = FilterSettings()
        change(&settings)
        return settings
    }

    private static let debounce = with { $0.debounce = .milliseconds(30) }
    private static let edge = with { $0.edgeZone = 4 }
    private static let life = with { $0.minimumLife = .milliseconds(20) }
    private static let spikes = with { $0.spikeWindow = .milliseconds(40) }
    private static let zone = FilterSettings.DeadZone(
        start: UnitPoint(x: 0.6, y: 0.6), end: UnitPoint(x: 0.7, y: 0.7))

    private static func bench(_ filters: FilterSettings) -> Bench {
        var wish = PanelView(view: Size(width: 1_000, height: 1_000))
        wish.filters = filters
        return Bench(hasBreadth: true, wish: wish)
    }

    /// Filters, the events of ``Bench``, and what passes, each with its millisecond.
    private static let cases: [(FilterSettings, events: String, passed: [String])] = [
        // A contact that is too short is dropped.
        (life, "id=1 x=250 y=500 / @29 id=-1 / @1000 /", []),
        // One that is long enough begins where it landed, delayed by the minimum life.
        (life, "id=1 x=250 y=500 / @18 x=260 / @100 id=-1 /", ["30: 1b 250", "30: 1m 260", "100: 1e 260"]),
        // A contact passes once it has been broad enough.
        (
            with { $0.minimumSize = 4 }, "id=1 major=3 x=250 y=500 / major=5 x=260 / x=740 /",
            ["20: 1b 250", "20: 1m 260", "30: 1m 740"]
        ),
        // A finger that loses contact for a moment has not lifted.
        (
            debounce, "id=1 x=250 y=500 / @60 id=-1 / @80 id=2 x=260 / @110 id=-1 / @1000 /",
            ["10: 1b 250", "80: 1m 260", "140: 1e 260"]
        ),
        // Another finger is another contact: a late one, and one elsewhere.
        (
            debounce, "id=1 x=250 y=500 / @60 id=-1 / @91 id=2 x=260 /", ["10: 1b 250", "90: 1e 250", "91: 2b 260"]
        ),
        (debounce, "id=1 x=250 y=500 / @60 id=-1 / @70 id=2 x=750 /", ["10: 1b 250", "70: 2b 750"]),
        // A finger that lands at any edge or in a dead zone is ignored until it lifts.
        (edge, "id=1 x=10 y=500 / x=250 / id=-1 / id=2 x=990 / id=-1 /", []),
        (edge, "id=1 x=500 y=30 / y=500 / id=-1 / id=2 y=980 / id=-1 /", []),
        (with { $0.deadZones = [zone] }, "id=1 x=650 y=650 / x=250 / id=-1 /", []),
        // A finger that slides into a zone is followed to its end.
        (edge, "id=1 x=250 y=500 / x=1 / id=-1 /", ["10: 1b 250", "20: 1m 1", "30: 1e 1"]),
        // A jump of one report is removed.
        (spikes, "id=1 x=250 y=500 / @110 x=740 / @118 x=250 / @1000 /", ["10: 1b 250"]),
        // A finger that comes to rest arrives half a window later, without a report.
        (spikes, "id=1 x=250 y=500 / @110 x=740 / @1000 /", ["10: 1b 250", "130: 1m 740"]),
    ]

    @Test(arguments: cases)
    func `what passes, and when`(filters: FilterSettings, events: String, passed: [String]) {
        let bench = Self.bench(filters)
        bench.play(events)
        #expect(zip(bench.times, bench.story).map { "\($0): \($1)" } == passed)
    }

    @Test(arguments: [1, 2, 4, 8, 16] as [Int64])
    func `an even movement is delayed by half a window at every report rate`(period: Int64) {
        let bench = Self.bench(Self.with { $0.spikeWindow = .milliseconds(32) })
        let moves = stride(from: period, through: 320, by: Int(period)).map { "@\(1_000 + $0) x=\($0) / " }
        bench.play("@1000 id=1 x=0 y=500 / " + moves.joined())
        let shown = bench.story.last.flatMap { Int64($0.dropFirst(3)) } ?? 0
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
        let bench = Self.bench(Self.with { $0.smoothing = .init(minimumCutoff: 1, speedCoefficient: 0.02) })
        bench.play("id=1 x=250 y=500 / @110 x=750 / @5000 /")
        #expect(bench.story.last == "1m 750" && bench.panel.deadline == nil)
    }

    @Test func `contacts that filters hold back are cancelled with the rest`() {
        let bench = Self.bench(Self.debounce)
        bench.play("id=1 x=250 y=500 / id=-1 /")
        bench.panel.cancelAll(at: Instant(microseconds: 21_000), to: bench)
        #expect(bench.story == ["1b 250", "1c 250"] && bench.panel.deadline == nil)
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
