internal import Journal
internal import StrictJSON
internal import TouchVault

extension Statistics {
    /// As the interface has it.
    func reply(uptime: Int64, unheard: UnheardCounts) -> JSONObject {
        let latencies = [("read", read), ("delivered", delivered)].map { stage, histogram in
            var latency = histogram.description
            latency["stage"] = .string(stage)
            return JSON.object(latency)
        }
        let counters = (counters + unheard.counters).map { counter in
            JSON.object([
                "name": .string(counter.name), "kind": counter.kind.map { .string($0) },
                "outcome": counter.outcome.map { .string($0) }, "reason": counter.reason.map { .string($0) },
                "panel": counter.panel.map { .string($0) }, "value": .integer(Int64(counter.value)),
            ])
        }
        return ["uptimeUSec": .integer(uptime), "latencies": .array(latencies), "counters": .array(counters)]
    }
}

extension LatencyHistogram {
    fileprivate var description: JSONObject {
        let ends = Self.boundsMicroseconds.map { JSON.integer($0) } + [nil]
        return [
            "count": .integer(Int64(count)), "sumUSec": .integer(sumMicroseconds),
            "maxUSec": .integer(maxMicroseconds),
            "steps": .array(
                zip(ends, counts).map { end, count in
                    .object(["upToUSec": end, "count": .integer(Int64(count))])
                }),
        ]
    }
}

extension Core {
    /// What was counted until now.
    var counted: Statistics {
        var counted = statistics
        counted.linesLeftOut = peerLog.leftOut
        return counted
    }

    /// The metrics file as it would be now.
    var metricsText: String {
        lookAtStore()
        return PrometheusText.text(
            counted, unheard: unheard.counts, panels: panels.devices.count, connections: statistics.openConnections,
            scenes: screen.count, isStoring: storeWatch.problem == nil)
    }

    /// Counts and logs a result; what was drawn is in neither.
    func noteResult(_ result: InteractionResult) {
        let (kind, outcome) = (result.kind.rawValue, result.outcome.rawValue)
        statistics.count(kind: kind, outcome: outcome)
        log.info("\(kind) \(outcome)", result.journalFields, messageID: MessageID.result)
    }
}

extension InteractionResult {
    /// What the journal says of it beside its kind and outcome.
    ///
    /// Many can read a journal, also over somebody's shoulder: one of duress reads like any other there, and only who sees
    /// all results is told.
    var journalFields: [Journal.Field] {
        let told = reason == ResultLog.duress ? ResultLog.noReason : reason
        return [
            .field("KIND", kind.rawValue), .field("OUTCOME", outcome.rawValue), .field("REASON", told),
            .field("PROVENANCE", provenance),
        ] + (user.map { [.field("USER", $0)] } ?? [])
    }
}
