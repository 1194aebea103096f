internal import StrictJSON
internal import TouchConfiguration

struct ReloadOutcome {
    /// Faults of the files; if not empty, nothing was applied.
    let problems: [ConfigurationProblem]
    let changes: [ConfigurationChange]

    var reply: JSONObject {
        [
            "applied": .bool(problems.isEmpty),
            "problems": .array(problems.map { .string("\($0)") }),
            "changes": .array(
                changes.map { change in
                    .object([
                        "section": .string(change.section), "key": .string(change.key),
                        "before": .string(change.before), "after": .string(change.after),
                        "needsRestart": .bool(change.needsRestart),
                    ])
                }),
        ]
    }
}
