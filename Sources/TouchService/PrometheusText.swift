internal import TouchCore
internal import TouchScreen
internal import TouchVault

/// Counters and latencies in the text format of Prometheus.
///
/// Source: the exposition formats in Prometheus' documentation; durations are seconds, counters end in `_total`.
enum PrometheusText {
    /// The whole file: every series exists from the start, so that an alarm can tell zero from missing.
    static func text(_ statistics: Statistics, unheard: UnheardCounts, _ facts: MetricsFacts) -> String {
        var text = gauges(facts)
        var last = ""
        // Every user may read the file.
        let (read, delivered, plain) = statistics.figures(hidingSecrets: true)
        for counter in plain.filter({ $0.kind == nil }) + results(plain)
            + landings(unheard.counters(hidingSecrets: true))
        {
            let name = "touchd_\(counter.name)_total"
            if name != last { text += "# TYPE \(name) counter\n" }
            last = name
            let labels = [
                ("kind", counter.kind), ("outcome", counter.outcome), ("reason", counter.reason),
                ("panel", counter.panel),
            ].compactMap { label, value in value.map { "\(label)=\"\(escaped($0))\"" } }
            text += name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}") + " \(counter.value)\n"
        }
        return text + histogram("read", read) + histogram("delivered", delivered)
    }

    private static func gauges(_ facts: MetricsFacts) -> String {
        var text = ""
        for (name, help, value) in [
            ("up", "1 while the daemon writes this file.", 1),
            ("start_time_seconds", "When the daemon started, in seconds since 1970.", Int(facts.startSeconds)),
            (
                "last_touch_time_seconds",
                "The minute of the last touch, in seconds since 1970; 0: none since the start.",
                Int(facts.lastTouchSeconds)
            ),
            ("panels", "Connected touch panels.", facts.panels),
            ("panels_trusted", "Connected panels that may unlock and solve captchas.", facts.trustedPanels),
            (
                "panels_ghosting",
                "Connected panels that report ghost touches: 3,000 within a minute, or at one place.",
                facts.ghostingPanels
            ),
            ("open_connections", "Open connections.", facts.connections),
            ("scenes", "Scenes on screen.", facts.scenes),
            ("vault_writable", "1 if the vault is writable, 0 if every unlock fails.", number(facts.isStoring)),
            (
                "configuration_problem", "1 if the files are invalid and the last configuration that worked is in use.",
                number(facts.hasConfigurationProblem)
            ),
            (
                "configuration_exposed", "1 if others than root may write a file, most of whose settings are ignored.",
                number(facts.hasConfigurationExposure)
            ),
            ("configuration_unused", "Keys and sections that this version does not know.", facts.unusedSettings),
            (
                "clock_set_seconds",
                "By how much the wall clock was set since the daemon started; 0: less than an hour.",
                Int(facts.clock.set?.wholeSeconds ?? 0)
            ),
            (
                "clock_behind_results_seconds",
                "How far the wall clock is behind the newest result; 0: less than an hour.",
                Int(facts.clock.behind?.wholeSeconds ?? 0)
            ),
            (
                "socket_missing",
                "1 if the file of a socket was removed, or only root may open it: front ends cannot connect.",
                number(!facts.hasSocket)
            ),
            (
                "rollback_protection", "1 if a restored older copy of the whole state directory would be detected.",
                number(facts.hasRollbackProtection)
            ),
        ] {
            text += head(name, help) + "touchd_\(name) \(value)\n"
        }
        text += head("build_info", "The version.") + "touchd_build_info{version=\"\(escaped(facts.version))\"} 1\n"
        for (name, help, value) in [
            ("users", "Users with a secret", facts.users),
            ("users_locked", "Users who cannot unlock now", facts.lockedUsers),
        ] {
            text += head(name, help + "; NaN if the vault cannot be read.")
            text += "touchd_\(name) \(value.map(String.init) ?? "NaN")\n"
        }
        text += head("vault_alarm", "1 while the vault has this alarm: everybody is locked.")
        for alarm in VaultAlarm.allCases {
            text += "touchd_vault_alarm{alarm=\"\(alarm.rawValue)\"} \(number(facts.alarm == alarm))\n"
        }
        text += head("paused", "1 for each reason that touches are ignored now.")
        for pause in Pause.allCases {
            text += "touchd_paused{reason=\"\(pause.rawValue)\"} \(number(facts.pauses.contains(pause)))\n"
        }
        return text
    }

    private static func head(_ name: String, _ help: String) -> String {
        "# HELP touchd_\(name) \(help)\n# TYPE touchd_\(name) gauge\n"
    }

    private static func number(_ isTrue: Bool) -> Int { isTrue ? 1 : 0 }

    /// Results of every kind and outcome, including those with a count of zero.
    private static func results(_ counters: [Statistics.Counter]) -> [Statistics.Counter] {
        ResultKind.allCases.flatMap { kind in
            ResultOutcome.allCases.map { outcome in
                let known = counters.first { $0.kind == kind.rawValue && $0.outcome == outcome.word }
                return known
                    ?? Statistics.Counter(name: "results", kind: kind.rawValue, outcome: outcome.word, value: 0)
            }
        }
    }

    /// Ignored landings for every reason; a reason without any has one series with zero.
    private static func landings(_ counters: [Statistics.Counter]) -> [Statistics.Counter] {
        Unheard.allCases.flatMap { reason in
            let known = counters.filter { $0.reason == reason.rawValue }
            let isComplete = known.contains { $0.panel == nil }
            return known + (isComplete ? [] : [Statistics.Counter(name: "unheard", reason: reason.rawValue, value: 0)])
        }
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        // Not character by character: a quotation mark and an accent after it are one, as are a return and a line feed.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "\"": escaped += "\\\(scalar)"
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func histogram(_ stage: String, _ histogram: LatencyHistogram) -> String {
        let name = "touchd_frame_\(stage)_seconds"
        var text = "# TYPE \(name) histogram\n"
        var count = 0
        for (bound, inStep) in zip(LatencyHistogram.bounds, histogram.counts) {
            count += inStep
            text += "\(name)_bucket{le=\"\(bound.seconds)\"} \(count)\n"
        }
        return text + "\(name)_bucket{le=\"+Inf\"} \(histogram.count)\n"
            + "\(name)_sum \(histogram.sum.seconds)\n\(name)_count \(histogram.count)\n"
    }
}
