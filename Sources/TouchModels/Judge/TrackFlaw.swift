/// Why no finger can have made a track: the stable names of the socket interface.
public enum TrackFlaw: String, Hashable, Sendable, CaseIterable {
    /// Fewer reports than any panel makes for a drag, or hardly a millimeter.
    case tooShort = "track_too_short"
    /// Lifted before a person can have seen the picture.
    case tooEarly = "track_too_early"
    /// A timestamp repeated or ran backward.
    case brokenTime = "track_broken_time"
    /// It jumped.
    case teleport = "track_teleport"
    /// It was faster than a hand can move.
    case superhuman = "track_superhuman"
    /// Its speed, or its steps, were equal from end to end.
    case even = "track_even"
    /// Its reports came faster than the panel makes them.
    case rhythm = "track_rhythm"
    /// The panel reports the size of contacts, and this one had none.
    case noArea = "track_no_area"
}
