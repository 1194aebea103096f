public import TouchCore

/// Decides whether a finger can have made the touches of a try by taps.
///
/// Like the judge of drags it rejects only what no finger does: too fast, or repeated to the millisecond and to a
/// twentieth of a millimeter.
public enum TapJudge {
    /// Shortest touch: half a period of a panel at 60 Hz.
    static let briefest = Interval.milliseconds(8)
    /// Shortest time between landings of one finger: half that of the fastest tappers.
    static let quickest = Interval.milliseconds(50)
    /// Shortest time from the last change to the confirming touch: nobody reacts sooner.
    static let look = Interval.milliseconds(250)
    /// Touches closer to each other than this are at the same place, in millimeters.
    static let place = 0.05
    /// Times closer to each other than this are equal.
    static let time = Interval.milliseconds(2)
    /// This many touches at one place, or in one rhythm anywhere, are not a coincidence.
    static let (fewAtOnePlace, fewInRhythm) = (4, 5)

    /// Why no finger can have made the touches of a challenge that was shown at that time; nil: one can have.
    public static func flaw(of track: TapTrack, shown: Instant) -> TrackFlaw? {
        let touches = track.touches
        guard let first = touches.first, let last = touches.last else { return .tooShort }
        if last.lifted.since(shown) < TrackLimits.youngest { return .tooEarly }
        let gaps = zip(touches, touches.dropFirst()).map { $1.landed.since($0.lifted) }
        if gaps.contains(where: { $0 < .seconds(0) }) || touches.contains(where: { $0.duration <= .seconds(0) }) {
            return .brokenTime
        }
        let steps = zip(touches, touches.dropFirst()).map { $1.landed.since($0.landed) }
        if touches.contains(where: { $0.duration < briefest }) || steps.contains(where: { $0 < quickest }) {
            return .superhuman
        }
        if track.isConfirmed, let gap = gaps.last, gap < look { return .tooEarly }
        let isOnePlace = touches.count > 1 && touches.allSatisfy { $0.place.distance(to: first.place) < place }
        let isEven = isOneTime(touches.map(\.duration))
        if isOnePlace && (isEven || touches.count >= fewAtOnePlace) { return .even }
        return touches.count >= fewInRhythm && isEven && isOneTime(gaps) ? .even : nil
    }

    private static func isOneTime(_ times: [Interval]) -> Bool {
        guard let least = times.min(), let most = times.max() else { return true }
        return most.microseconds - least.microseconds <= time.microseconds
    }
}
