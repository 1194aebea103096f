internal import StrictJSON
internal import TouchCore
internal import TouchScreen

extension Statistics {
    /// - Parameter hidingSecrets: leaves out the frames and landings while a secret was on screen.
    func reply(uptime: Interval, unheard: UnheardCounts, hidingSecrets: Bool) -> JSONObject {
        let (read, delivered, plain) = figures(hidingSecrets: hidingSecrets)
        let latencies = [("read", read), ("delivered", delivered)].map { stage, histogram in
            var latency = histogram.description
            latency["stage"] = .string(stage)
            return JSON.object(latency)
        }
        let counters = (plain + unheard.counters(hidingSecrets: hidingSecrets)).map { counter in
            JSON.object([
                "name": .string(counter.name), "kind": counter.kind.map { .string($0) },
                "outcome": counter.outcome.map { .string($0) }, "reason": counter.reason.map { .string($0) },
                "panel": counter.panel.map { .string($0) }, "value": .integer(Int64(counter.value)),
            ])
        }
        return [
            "uptimeUSec": .integer(uptime.microseconds), "latencies": .array(latencies), "counters": .array(counters),
        ]
    }
}

extension LatencyHistogram {
    fileprivate var description: JSONObject {
        let ends = Self.bounds.map { JSON.integer($0.microseconds) } + [nil]
        return [
            "count": .integer(Int64(count)), "sumUSec": .integer(sum.microseconds),
            "maxUSec": .integer(longest.microseconds),
            "buckets": .array(
                zip(ends, counts).map { end, count in
                    .object(["upToUSec": end, "count": .integer(Int64(count))])
                }),
        ]
    }
}
