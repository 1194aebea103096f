import CAllocations
import Testing
import TouchCore

@testable import TouchScreen
@testable import TouchService
@testable import TouchVault

struct StatisticsTests {
    @Test(arguments: [(Int64(-5), 0), (0, 0), (100, 0), (101, 1), (1_000_000, 13), (1_000_001, 14), (.max, 14)])
    func `a latency falls into the first step that is not shorter`(microseconds: Int64, step: Int) {
        var histogram = LatencyHistogram()
        histogram.record(.microseconds(microseconds))
        #expect(histogram.counts[step] == 1)
        #expect(histogram.count == 1)
    }

    @Test func `a sum beyond the range is clamped to its end`() {
        var histogram = LatencyHistogram()
        for _ in 0..<2 { histogram.record(.microseconds(.max)) }
        #expect(histogram.sum == .microseconds(.max))
    }

    @Test func `each frame of a round is delivered once`() {
        let statistics = Statistics()
        for stamp in [Int64(1_000), 1_500] {
            statistics.latencies.noteRead(stamp: Instant(microseconds: stamp), now: Instant(microseconds: 2_000))
        }
        statistics.latencies.noteDelivered(now: Instant(microseconds: 3_000))
        statistics.latencies.noteDelivered(now: Instant(microseconds: 9_000))
        #expect(statistics.latencies.figures(hidingSecrets: false).read.sum == .microseconds(1_500))
        #expect(statistics.latencies.figures(hidingSecrets: false).delivered.count == 2)
        #expect(statistics.latencies.figures(hidingSecrets: false).delivered.longest == .milliseconds(2))
        // More than are remembered in a round.
        for _ in 0..<100 { statistics.latencies.noteRead(stamp: .zero, now: .zero) }
        statistics.latencies.noteDelivered(now: .zero)
        #expect(statistics.latencies.figures(hidingSecrets: false).delivered.count == 102)
    }

    /// The cost as a count, which a slow machine does not change.
    @Test(.enabled(if: allocations_are_counted()))
    func `counting how long a report took allocates nothing`() {
        let statistics = Statistics()
        func rounds(_ count: Int64) {
            for round in 0..<count {
                let stamp = round * 8_000
                // Ten panels in one round, and latencies of every step.
                for late in Int64(0)..<10 {
                    statistics.latencies.noteRead(
                        stamp: Instant(microseconds: stamp),
                        now: Instant(microseconds: stamp + (50 << (late + round % 7))))
                }
                statistics.latencies.noteDelivered(now: Instant(microseconds: stamp + (50 << (round % 16))))
            }
        }
        rounds(20)
        let before = allocations_of_this_thread()
        rounds(1_000)
        #expect(allocations_of_this_thread() - before == 0)
        #expect(statistics.latencies.figures(hidingSecrets: false).read.count == 10_200)
        #expect(statistics.latencies.figures(hidingSecrets: false).read.counts.allSatisfy { $0 > 0 })
        #expect(statistics.latencies.figures(hidingSecrets: false).delivered.count == 10_200)
        #expect(statistics.latencies.figures(hidingSecrets: false).delivered.counts.allSatisfy { $0 > 0 })
    }

    @Test func `the buckets of the metrics are cumulative and end with the total`() {
        let statistics = Statistics()
        statistics.latencies.noteRead(stamp: Instant(microseconds: 0), now: Instant(microseconds: 200))
        statistics.latencies.noteRead(stamp: Instant(microseconds: 0), now: Instant(microseconds: 5_000_000))
        statistics.count(kind: "unlock", outcome: "passed")
        var facts = MetricsFacts(
            panels: 1, connections: 2, isStoring: false, users: 3, lockedUsers: 1, hasSocket: false)
        (facts.clock.set, facts.clock.behind) = (.seconds(-7_200), .seconds(3_600))
        let lines = PrometheusText.text(statistics, unheard: UnheardCounts(), facts).split(separator: "\n")
        #expect(lines.contains("touchd_frame_read_seconds_bucket{le=\"0.0001\"} 0"))
        #expect(lines.contains("touchd_frame_read_seconds_bucket{le=\"0.00025\"} 1"))
        #expect(lines.contains("touchd_frame_read_seconds_bucket{le=\"+Inf\"} 2"))
        #expect(lines.contains("touchd_frame_read_seconds_sum 5.0002"))
        #expect(lines.contains("touchd_vault_writable 0") && lines.contains("touchd_socket_missing 1"))
        #expect(lines.contains("touchd_clock_set_seconds -7200"))
        #expect(lines.contains("touchd_clock_behind_results_seconds 3600"))
        #expect(lines.contains("touchd_users 3") && lines.contains("touchd_users_locked 1"))
        let unread = PrometheusText.text(
            statistics, unheard: UnheardCounts(), MetricsFacts(users: nil, lockedUsers: nil)
        ).split(separator: "\n")
        #expect(unread.contains("touchd_users NaN") && unread.contains("touchd_users_locked NaN"))
        #expect(lines.contains("touchd_results_total{kind=\"unlock\",outcome=\"passed\"} 1"))
    }

    @Test func `every series exists from the start`() {
        let text = PrometheusText.text(Statistics(), unheard: UnheardCounts(), MetricsFacts())
        let series = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(Set(series).count == series.count)
        for name in [
            "up", "start_time_seconds", "panels", "panels_trusted", "vault_writable", "users", "users_locked",
            "configuration_problem", "configuration_exposed", "configuration_unused", "rollback_protection",
            "frames_total", "socket_missing",
            "clock_set_seconds", "clock_behind_results_seconds",
            "storage_errors_total", "provenance_refusals_total", "losses_of_events_total", "reloads_refused_total",
            "build_info{version=\"\(MetricsFacts().version)\"}",
        ] + VaultAlarm.allCases.map({ "vault_alarm{alarm=\"\($0.rawValue)\"}" })
            + Pause.allCases.map({ "paused{reason=\"\($0.rawValue)\"}" })
            + Unheard.allCases.map({ "unheard_total{reason=\"\($0.rawValue)\"}" })
            + ResultKind.allCases.flatMap({ kind in
                ResultOutcome.allCases.map { "results_total{kind=\"\(kind.rawValue)\",outcome=\"\($0.word)\"}" }
            })
        {
            #expect(series.contains("touchd_\(name)"), "\(name)")
        }
    }

    @Test func `each name has one type, and its samples are adjacent`() {
        let statistics = Statistics()
        statistics.count(kind: "captcha", outcome: "passed")
        var counts = UnheardCounts()
        counts.add(.busy, on: DeviceID(1), name: "hall")
        counts.add(.noScene, on: DeviceID(2), name: nil)
        let text = PrometheusText.text(statistics, unheard: counts, MetricsFacts(alarm: .damaged))
        let types = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE") }.map { $0.split(separator: " ")[2] }
        #expect(Set(types).count == types.count)
        #expect(text.contains("touchd_vault_alarm{alarm=\"damaged\"} 1\n"))
        #expect(text.contains("touchd_unheard_total{reason=\"busy\",panel=\"hall\"} 1\n"))
    }

    @Test func `the world-readable file contains no frame of a secret`() {
        func text(_ statistics: Statistics) -> String {
            PrometheusText.text(statistics, unheard: UnheardCounts(), MetricsFacts())
        }
        let statistics = Statistics()
        statistics.latencies.noteRead(stamp: Instant(microseconds: 0), now: Instant(microseconds: 200))
        statistics.latencies.noteDelivered(now: Instant(microseconds: 300))
        let before = text(statistics)
        for frame in Int64(1)...50 {
            statistics.latencies.noteRead(
                stamp: Instant(microseconds: frame * 8_000), now: Instant(microseconds: frame * 8_000 + 900),
                isSecret: true)
            statistics.latencies.noteDelivered(now: Instant(microseconds: frame * 8_000 + 990))
        }
        #expect(text(statistics) == before)
        #expect(
            statistics.latencies.figures(hidingSecrets: false).read.count == 51
                && statistics.latencies.figures(hidingSecrets: false).delivered.count == 51)
    }
}
