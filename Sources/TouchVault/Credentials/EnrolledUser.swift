package import TouchCore

/// Whether a user's secrets are good for anything, apart from wrong guesses.
package enum UserState: String, Hashable, Sendable, CaseIterable {
    /// They let in.
    case active
    /// An administrator keeps the user out for now.
    case disabled
    /// Their time is over, by the wall clock.
    case expired
    /// A recovery key made them useless, and no new one was stored yet.
    case recovering
}

/// A user with a pattern, a PIN or both, without anything secret.
package struct EnrolledUser: Hashable, Sendable {
    /// The name.
    package let user: UserName
    /// What the user has, in the order of the kinds; nothing while recovering.
    package let secrets: [SecretKind]
    /// The rows of the grid that the pattern was drawn on.
    package let rows: Int
    /// The columns of the grid that the pattern was drawn on.
    package let columns: Int
    /// When a secret was last stored, in microseconds since 1970 in UTC.
    package let createdWallMicroseconds: Int64
    /// When the secrets expire, in microseconds since 1970 in UTC; nil: never.
    package let expiryWallMicroseconds: Int64?
    /// Whether they are good for anything.
    package let state: UserState
    /// Whether there is a secret for duress too; for administrators only.
    package let hasDuress: Bool
    /// Whether the user was forced to remove the secrets, which only look gone; for administrators only.
    package let isHidden: Bool
    /// The user's attempt limit.
    package let standing: Standing
}
