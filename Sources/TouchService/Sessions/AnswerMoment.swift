/// When a guess is answered: at a fixed moment after the finger was lifted, whatever the guess was.
///
/// Reading, hashing, comparing and writing take a little longer or shorter each time; an answer right after them would
/// let their length be measured. A machine too slow for one step answers after the second.
enum AnswerMoment {
    /// Microseconds from the lift to the answer; above what two passes over 64 MiB take on a small board.
    static let step: Int64 = 300_000

    /// The next whole number of steps after the lift.
    ///
    /// - Parameters:
    ///   - lift: when the finger was lifted, in microseconds of CLOCK_MONOTONIC.
    ///   - now: when the verdict was ready, not before the lift.
    static func after(lift: Int64, now: Int64) -> Int64 {
        lift + max((now - lift + step - 1) / step, 1) * step
    }
}
