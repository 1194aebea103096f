/// Reasons of results that the machine causes, and what `touchctl doctor` finds then.
///
/// A reason that is not here is a person's or a front end's.
enum ResultReason {
    /// Codes of diagnoses by reason; any of them may be the cause.
    static let diagnoses: [String: [String]] = [
        "untrusted_panel": ["untrusted_panel"],
        "storage_failed": ["vault_unwritable"],
        "not_exclusive": ["grabbed", "also_open"],
        "panel_held": ["grabbed"],
        "locked": ["vault_alarm"],
        "locked_out": ["vault_alarm"],
    ]
}
