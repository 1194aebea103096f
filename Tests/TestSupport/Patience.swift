import Glibc

/// How long a test waits for something that must happen: much longer than it takes on a busy machine, because such a wait
/// measures nothing.
package enum Patience {
    package static let seconds = 60.0

    /// Seconds of CLOCK_MONOTONIC.
    package static var now: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Looks every 5 ms until `isTrue`; false after a timeout.
    package static func until(_ isTrue: () throws -> Bool) rethrows -> Bool {
        let end = now + seconds
        while try !isTrue() {
            guard now < end else { return false }
            usleep(5_000)
        }
        return true
    }
}
