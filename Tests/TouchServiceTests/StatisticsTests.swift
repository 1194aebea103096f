import Testing
import TouchCore

@testable import TouchScreen
@testable import TouchService
@testable import TouchVault

struct StatisticsTests {
    private static func figures(_ statistics: Statistics) -> (read: LatencyHistogram, delivered: LatencyHistogram) {
        statistics.latencies.figures(hidingSecrets: false)
    }

    @Test(arguments: [(Int64(-5), 0), (0, 0), (100, 0), (101, 1), (1_000_000, 13), (1_000_001, 14), (.max, 14)])
    func `a latency falls into the first step that is not shorter`(microseconds: Int64, step: Int) {
        var histogram = LatencyHistogram()
        histogram.record(.microseconds(microseconds))
        #expect(histogram.counts[step] == 1)
        #expect(histogram.count == 1)
    }

    @Test func `each frame of a round is delivered once`() {
        let statistics = Statistics()
        for stamp in [Int64(1_000), 1_500] {
            statistics.latencies.noteRead(stamp: Instant(microseconds: stamp), now: Instant(microseconds: 2_000))
        }
        statistics.latencies.noteDelivered(now: Instant(microseconds: 3_000))
        statistics.latencies.noteDelivered(now: Instant(microseconds: 9_000))
        #expect(Self.figures(statistics).read.sum == .microseconds(1_500))
        #expect(Self.figures(statistics).delivered.count == 2)
        #expect(Self.figures(statistics).delivered.longest == .milliseconds(2))
        // More than are remembered in a round.
        for _ in 0..<100 { statistics.latencies.noteRead(stamp: .zero, now: .zero) }
        statistics.latencies.noteDelivered(now: .zero)
        #expect(Self.figures(statistics).delivered.count == 102)
    }

    @Test func `the buckets of the metrics are cumulative and end with the total`() {
        let statistics = Statistics()
        statistics.latencies.noteRead(stamp: Instant(microseconds: 0), now: Instant(microseconds: 200))
        statistics.latencies.noteRead(stamp: Instant(microseconds: 0), now: Instant(microseconds: 5_000_000))
        statistics.count(kind: "unlock", outcome: "passed")
        var facts = MetricsFacts(
            panels: 1, connections: 2, isStoring: false, alarm: .damaged, users: 3, lockedUsers: 1, hasSocket: false)
        (facts.clock.set, facts.clock.behind) = (.seconds(-7_200), .seconds(3_600))
        let lines = PrometheusText.text(statistics, unheard: UnheardCounts(), facts).split(separator: "\n")
        #expect(lines.contains("touchd_frame_read_seconds_bucket{le=\"0.0001\"} 0"))
        #expect(lines.contains("touchd_frame_read_seconds_bucket{le=\"0.00025\"} 1"))
        #expect(lines.contains("touchd_frame_read_seconds_bucket{le=\"+Inf\"} 2"))
        #expect(lines.contains("touchd_frame_read_seconds_sum 5.0002"))
        #expect(lines.contains("touchd_vault_writable 0") && lines.contains("touchd_socket_missing 1"))
        #expect(lines.contains("touchd_vault_alarm{alarm=\"damaged\"} 1"))
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
        let types = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE") }.map { $0.split(separator: " ")[2] }
        #expect(Set(series).count == series.count && Set(types).count == types.count)
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
}
