/// Why every user is locked: the vault is not as touchd left it.
///
/// Users with a pattern are locked until an administrator enrolls them again or their recovery key is used; names
/// without a pattern are locked until an administrator clears the alarm. Earlier tokens are void, and panels are locked
/// out of captchas (``MissLimiter``). Stored under a seal, so it survives a restart.
package enum VaultAlarm: String, Hashable, Sendable, CaseIterable {
    /// The file was missing at the start; an empty one was created.
    case missing
    /// The file is not a valid vault: truncated, overwritten, or with a damaged page. A start sets it aside and creates
    /// an empty one.
    case damaged
    /// The file is older than the state recorded in the guard file.
    case rolledBack = "rolled_back"
    /// Records in the file were not written by touchd, or tables are missing and were recreated.
    case altered
    case guardMissing = "guard_missing"
    /// The guard file is damaged, belongs to another vault, or is older than the vault.
    case guardAltered = "guard_altered"
    /// The counter in the TPM is missing, or is not the one that the vault recorded.
    case counterReplaced = "counter_replaced"
    /// The counter in the TPM cannot be read; not stored, cleared by a start that can read it.
    case counterUnreadable = "counter_unreadable"
    /// The file or its guard was removed or replaced while touchd had it open; not stored, cleared when they are back.
    case removed

    /// What happened and what to do, as one sentence for logs and users.
    package var sentence: String {
        let happened =
            switch self {
            case .missing: "the vault was missing and an empty one was created"
            case .damaged:
                "the vault is damaged; at its start touchd renames it to vault.db.damaged and creates an empty one"
            case .rolledBack: "the vault is an older copy of itself"
            case .altered: "records in the vault were altered"
            case .guardMissing: "the vault's guard file is missing"
            case .guardAltered: "the vault's guard file is damaged, from another vault, or too old"
            case .counterReplaced: "the counter in the TPM is missing or is not the vault's"
            case .counterUnreadable: "the counter in the TPM cannot be read, so the vault's age is unknown"
            case .removed: "the vault or its guard file was removed or replaced while touchd was running"
            }
        let help =
            switch self {
            case .counterUnreadable: "restart touchd once the TPM works"
            case .removed: "put the files back"
            // It held the recovery keys.
            case .missing, .damaged:
                "patterns and recovery keys are lost too; an administrator must enroll every user again"
            default: "use recovery keys, or have an administrator enroll users again"
            }
        return "\(happened); every pattern is locked: \(help)"
    }
}
