/// Whether a user's pattern is good for anything, apart from wrong guesses.
public enum UserState: String, Hashable, Sendable, CaseIterable {
    /// It lets in.
    case active
    /// An administrator keeps the user out for now.
    case disabled
    /// Its time is over, by the wall clock.
    case expired
    /// A recovery key made it useless, and no new one was drawn yet.
    case recovering
}

/// Somebody with a pattern, without anything secret.
public struct EnrolledUser: Hashable, Sendable {
    /// The name.
    public let user: UserName
    /// The rows of the grid that the pattern was drawn on.
    public let rows: Int
    /// The columns of the grid that the pattern was drawn on.
    public let columns: Int
    /// When the pattern was stored, in microseconds since 1970 in UTC.
    public let createdWallMicroseconds: Int64
    /// From when on it lets nobody in, in microseconds since 1970 in UTC; nil: never.
    public let expiryWallMicroseconds: Int64?
    /// Whether it is good for anything.
    public let state: UserState
    /// Whether there is a pattern for duress too; for administrators only.
    public let hasDuress: Bool
    /// Whether the user was forced to remove the pattern, which only looks gone; for administrators only.
    public let isHidden: Bool
    /// How the user stands with the attempt limit.
    public let standing: Standing
}
