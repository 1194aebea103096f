internal import TouchConfiguration
internal import CShims
internal import Glibc
internal import TouchCore

enum HashCalibration {
    /// The target cost of one stretch in CPU time: long for a thief, short for a person.
    static let range: ClosedRange<Interval> = .milliseconds(100)...(.milliseconds(250))
    /// The cost that is aimed for if it has to be changed at all.
    private static let aim = Interval.milliseconds(150)

    /// Parameters that fit.
    ///
    /// A fast machine makes more passes over the memory; a slow one uses less memory, but never less than
    /// ``StretchParameters/floor``, however long that takes.
    ///
    /// - Parameter memoryBytes: the memory that an administrator wants, from the floor's on.
    static func parameters(
        memoryBytes: Int, measure: (StretchParameters) throws(VaultError) -> Interval
    ) throws(VaultError) -> StretchParameters {
        let floor = StretchParameters.floor
        var found = StretchParameters(uncheckedPasses: floor.passes, memoryBytes: memoryBytes)
        var time = max(try measure(found), .microseconds(1))
        // Time grows slightly faster than memory, so a second measurement may be needed.
        for _ in 0..<4 where time > range.upperBound && found.memoryBytes > floor.memoryBytes {
            let fitting = Int(Int64(found.memoryBytes >> 20) * aim.microseconds / time.microseconds) << 20
            found = StretchParameters(uncheckedPasses: floor.passes, memoryBytes: max(fitting, floor.memoryBytes))
            time = max(try measure(found), .microseconds(1))
        }
        guard time < range.lowerBound else { return found }
        let passes = (Int64(floor.passes) * aim.microseconds + time.microseconds - 1) / time.microseconds
        return StretchParameters(
            uncheckedPasses: Int(min(passes, StretchParameters.storedPasses.upperBound)), memoryBytes: found.memoryBytes
        )
    }

    /// The CPU time of this thread, not of others, for one stretch: the shorter of two.
    static func measure(
        _ pattern: Secret, salt: [UInt8], _ parameters: StretchParameters
    ) throws(VaultError) -> Interval {
        var shortest = Interval.microseconds(.max)
        for _ in 0..<2 {
            let start = processorTime
            _ = try SecretHash.stretch(pattern, salt: salt, parameters: parameters)
            shortest = min(shortest, processorTime.since(start))
        }
        return shortest
    }

    private static var processorTime: Instant {
        Instant(microseconds: cshims_clock_microseconds(CLOCK_THREAD_CPUTIME_ID))
    }
}
