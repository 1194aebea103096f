/// How many attempts one call may ask for, whoever asks.
package enum AttemptLimit {
    /// An unlock.
    package static let unlock: ClosedRange<Int64> = 1...20
    /// A captcha or a gesture.
    package static let captcha: ClosedRange<Int64> = 1...10
}
