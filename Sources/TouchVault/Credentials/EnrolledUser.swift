package import TouchCore

/// Whether a user's secrets are usable, apart from wrong guesses.
package enum UserState: String, Hashable, Sendable, CaseIterable {
    case active
    case disabled
    /// The secrets have expired, by the wall clock.
    case expired
    /// A recovery key voided the secrets, and no new one is stored yet.
    case recovering
}

/// A user with one or more kinds of secret; holds none.
package struct EnrolledUser: Hashable, Sendable {
    /// The name.
    package let user: UserName
    /// The kinds of secret the user has, in order; empty while recovering.
    package let secrets: [SecretKind]
    /// When a secret was last stored.
    package let created: WallTime
    /// When the secrets expire; nil: never.
    package let expiry: WallTime?
    /// Whether the secrets are usable.
    package let state: UserState
    /// Whether there is also a duress secret; for administrators only.
    package let hasDuress: Bool
    /// Whether the user removed the secrets under duress, so that they only appear removed; for administrators only.
    package let isHidden: Bool
    /// The user's attempt limit.
    package let standing: Standing
}
