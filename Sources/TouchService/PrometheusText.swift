/// Counters and latencies in the text format of Prometheus.
///
/// Source: the exposition formats in Prometheus' documentation; durations are seconds, counters end in `_total`.
enum PrometheusText {
    /// The whole file.
    static func text(
        _ statistics: Statistics, unheard: UnheardCounts, panels: Int, connections: Int, scenes: Int, isStoring: Bool
    ) -> String {
        var text = ""
        for (name, help, value) in [
            ("panels", "Connected touch panels.", panels),
            ("open_connections", "Open connections.", connections),
            ("scenes", "Scenes on screen.", scenes),
            ("vault_writable", "1 if the vault is writable, 0 if not: then every unlock fails.", isStoring ? 1 : 0),
        ] {
            text += "# HELP touchd_\(name) \(help)\n# TYPE touchd_\(name) gauge\ntouchd_\(name) \(value)\n"
        }
        var last = ""
        for counter in statistics.counters + unheard.counters {
            let name = "touchd_\(counter.name)_total"
            if name != last { text += "# TYPE \(name) counter\n" }
            last = name
            let labels = [
                ("kind", counter.kind), ("outcome", counter.outcome), ("reason", counter.reason),
                ("panel", counter.panel),
            ].compactMap { label, value in value.map { "\(label)=\"\(escaped($0))\"" } }
            text += name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}") + " \(counter.value)\n"
        }
        return text + histogram("read", statistics.read) + histogram("delivered", statistics.delivered)
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\", "\"": escaped += "\\\(character)"
            case "\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    private static func histogram(_ stage: String, _ histogram: LatencyHistogram) -> String {
        let name = "touchd_frame_\(stage)_seconds"
        var text = "# TYPE \(name) histogram\n"
        var count = 0
        for (bound, inStep) in zip(LatencyHistogram.boundsMicroseconds, histogram.counts) {
            count += inStep
            text += "\(name)_bucket{le=\"\(Double(bound) / 1_000_000)\"} \(count)\n"
        }
        return text + "\(name)_bucket{le=\"+Inf\"} \(histogram.count)\n"
            + "\(name)_sum \(Double(histogram.sumMicroseconds) / 1_000_000)\n\(name)_count \(histogram.count)\n"
    }
}
