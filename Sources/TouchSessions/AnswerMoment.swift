internal import TouchCore

/// When a guess is answered: at a fixed moment after the finger was lifted, whatever the guess was.
///
/// Reading, hashing, comparing and writing vary in duration; an answer right after them would let that duration be
/// measured. A machine too slow for one step answers after the second.
enum AnswerMoment {
    /// The time from the lift to the answer; above what two passes over 64 MiB take on a small board.
    static let step = Interval.milliseconds(300)

    /// The next whole number of steps after the lift.
    ///
    /// - Parameters:
    ///   - lift: when the finger was lifted.
    ///   - now: when the verdict was ready, not before the lift.
    static func after(lift: Instant, now: Instant) -> Instant {
        let (step, passed) = (step.microseconds, now.since(lift).microseconds)
        return lift.advanced(by: .microseconds(max((passed + step - 1) / step, 1) * step))
    }
}
