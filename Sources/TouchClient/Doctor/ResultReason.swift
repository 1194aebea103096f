/// Reasons of results that are caused by the machine, with the corresponding findings of `touchctl doctor`.
///
/// Other reasons are caused by persons or front ends.
enum ResultReason {
    /// Codes of findings by reason; any of them may be the cause.
    static let diagnoses: [String: [String]] = [
        "untrusted_device": ["untrusted_panel"],
        "storage_failed": ["vault_unwritable"],
        "not_exclusive": ["grabbed", "also_open"],
        "panel_held": ["grabbed"],
        "locked": ["vault_alarm"],
        "locked_out": ["vault_alarm"],
    ]
}
