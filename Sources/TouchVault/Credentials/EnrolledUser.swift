public import TouchCore

/// Whether a user's secrets are good for anything, apart from wrong guesses.
public enum UserState: String, Hashable, Sendable, CaseIterable {
    /// They let in.
    case active
    /// An administrator keeps the user out for now.
    case disabled
    /// Their time is over, by the wall clock.
    case expired
    /// A recovery key made them useless, and no new one was stored yet.
    case recovering
}

/// Somebody with a pattern, a PIN or both, without anything secret.
public struct EnrolledUser: Hashable, Sendable {
    /// The name.
    public let user: UserName
    /// What the user has, in the order of the kinds; nothing while recovering.
    public let secrets: [SecretKind]
    /// The rows of the grid that the pattern was drawn on.
    public let rows: Int
    /// The columns of the grid that the pattern was drawn on.
    public let columns: Int
    /// When a secret was last stored, in microseconds since 1970 in UTC.
    public let createdWallMicroseconds: Int64
    /// From when on they let nobody in, in microseconds since 1970 in UTC; nil: never.
    public let expiryWallMicroseconds: Int64?
    /// Whether they are good for anything.
    public let state: UserState
    /// Whether there is a secret for duress too; for administrators only.
    public let hasDuress: Bool
    /// Whether the user was forced to remove the secrets, which only look gone; for administrators only.
    public let isHidden: Bool
    /// How the user stands with the attempt limit.
    public let standing: Standing
}
