/// Allowed time limits, for the socket and the configuration.
public enum TimeLimit {
    /// An unlock, an enrollment or a captcha, on the socket.
    public static let answer = Interval.seconds(1)...Interval.seconds(600)
    /// Its default in the configuration, for calls without a time.
    public static let configuredAnswer = Interval.seconds(5)...answer.upperBound
    /// Cleaning the screen.
    public static let cleaning = Interval.seconds(1)...Interval.seconds(600)
    /// Waiting until nobody draws.
    public static let drain = Interval.zero...Interval.seconds(600)
    /// How long nobody has touched.
    public static let idle = Interval.seconds(1)...Interval.seconds(86_400)
}

extension ClosedRange<Interval> {
    /// The same in seconds, for ranges whose bounds are whole seconds.
    public var wholeSeconds: ClosedRange<Int64> {
        lowerBound.microseconds / 1_000_000...upperBound.microseconds / 1_000_000
    }

    /// The same for numbers with a fraction.
    package var seconds: ClosedRange<Double> {
        Double(wholeSeconds.lowerBound)...Double(wholeSeconds.upperBound)
    }
}
