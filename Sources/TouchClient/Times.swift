internal import StrictJSON
internal import TouchCore

extension JSON {
    /// A length of time of a message (`…USec`).
    var intervalValue: Interval? { integerValue.map(Interval.init(microseconds:)) }

    /// A moment of the wall clock of a message (`…WallTimeUSec`).
    var wallTimeValue: WallTime? { integerValue.map(WallTime.init(microseconds:)) }
}
