/// What filters took out of the contacts of panels.
public struct FilterCounts: Hashable, Sendable {
    /// Contacts that landed in an edge or dead zone.
    public internal(set) var zoned = 0
    /// Contacts that were too short or too small.
    public internal(set) var ghosts = 0
    /// Lifts that were none.
    public internal(set) var bounces = 0

    /// Nothing yet.
    public init() {}

    /// Adds what others took out.
    public static func += (left: inout FilterCounts, right: FilterCounts) {
        left.zoned += right.zoned
        left.ghosts += right.ghosts
        left.bounces += right.bounces
    }
}
