internal import TouchCore

/// Decides whether a finger can have made the touches of a try by taps.
///
/// Like the judge of drags it rejects only what no finger does: too fast, or repeated to the millisecond and to a
/// twentieth
/// of a millimeter.
enum TapJudge {
    /// Shortest touch, in microseconds: half a period of a panel at 60 Hz.
    static let briefest: Int64 = 8_000
    /// Shortest time between landings of one finger, in microseconds: half that of the fastest tappers.
    static let quickest: Int64 = 50_000
    /// Shortest time from the last change to the confirming touch, in microseconds: nobody reacts sooner.
    static let look: Int64 = 250_000
    /// Touches closer to each other than this are at the same place, in millimeters.
    static let place = 0.05
    /// Times closer to each other than this are equal, in microseconds.
    static let time: Int64 = 2_000
    /// This many touches at one place, or in one rhythm anywhere, are not a coincidence.
    static let (fewAtOnePlace, fewInRhythm) = (4, 5)

    /// Why no finger can have made the touches; nil: one can have.
    ///
    /// - Parameter shown: when the challenge was shown.
    static func flaw(of track: TapTrack, shown: Instant) -> TrackFlaw? {
        let touches = track.touches
        guard let first = touches.first, let last = touches.last else { return .tooShort }
        if last.lifted.since(shown).microseconds < TrackLimits.youngest { return .tooEarly }
        let gaps = zip(touches, touches.dropFirst()).map { $1.landed.since($0.lifted).microseconds }
        if gaps.contains(where: { $0 < 0 }) || touches.contains(where: { $0.duration <= 0 }) { return .brokenTime }
        let steps = zip(touches, touches.dropFirst()).map { $1.landed.since($0.landed).microseconds }
        if touches.contains(where: { $0.duration < briefest }) || steps.contains(where: { $0 < quickest }) {
            return .superhuman
        }
        if track.isConfirmed, let gap = gaps.last, gap < look { return .tooEarly }
        let isOnePlace = touches.count > 1 && touches.allSatisfy { $0.place.distance(to: first.place) < place }
        let isEven = isOneTime(touches.map(\.duration))
        if isOnePlace && (isEven || touches.count >= fewAtOnePlace) { return .even }
        return touches.count >= fewInRhythm && isEven && isOneTime(gaps) ? .even : nil
    }

    private static func isOneTime(_ times: [Int64]) -> Bool {
        (times.max() ?? 0) - (times.min() ?? 0) <= time
    }
}
