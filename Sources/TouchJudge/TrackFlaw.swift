/// Why a track was made by no finger: the stable words of the socket interface.
public enum TrackFlaw: String, Hashable, Sendable, CaseIterable {
    /// Fewer reports than any panel makes of a drag, or hardly a millimeter.
    case tooShort = "track_too_short"
    /// Lifted sooner than a person can have seen the picture.
    case tooEarly = "track_too_early"
    /// Time stood still or ran backwards.
    case brokenTime = "track_broken_time"
    /// It jumped.
    case teleport = "track_teleport"
    /// It was faster than a hand.
    case superhuman = "track_superhuman"
    /// Its speed was even, or its steps equal, from end to end.
    case even = "track_even"
    /// It came faster than the panel reports.
    case rhythm = "track_rhythm"
    /// The panel tells how large contacts are, and this one had no size.
    case noArea = "track_no_area"
    /// It is a copy of one that was accepted before.
    case replay = "track_replay"
}
