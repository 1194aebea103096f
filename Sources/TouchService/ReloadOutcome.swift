internal import StrictJSON
internal import TouchConfiguration

/// What came of reading the configuration again.
struct ReloadOutcome {
    /// What is wrong with the files; not empty: nothing was taken over.
    let problems: [ConfigurationProblem]
    /// What the files set otherwise than before.
    let changes: [ConfigurationChange]

    /// As the interface has it.
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
