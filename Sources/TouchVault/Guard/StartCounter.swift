/// A number off the disk that only increases, for instance in a TPM.
///
/// The vault counts its starts with it: each start durably writes the next number, and only then increments the
/// counter. A copy of the state directory from before a start is behind from then on, however much of the disk it
/// restores, and no guess is possible before the increment. So the memory of a TPM, which wears, is written once per
/// start and not once per guess.
package protocol StartCounter {
    func value() throws(StartCounterError) -> Int64?
    /// Creates the counter and increments it once, so that it has a number.
    func make() throws(StartCounterError)
    /// Increments it; durable on return.
    func increment() throws(StartCounterError)
}

/// Why a counter cannot be used, for the log.
package struct StartCounterError: Error, Hashable, CustomStringConvertible {
    /// One line.
    package let description: String

    /// Makes the error.
    package init(_ description: String) {
        self.description = description
    }
}

struct StartCheck {
    /// The alarm it raises; nil if the vault is the one of the last start.
    private(set) var alarm: VaultAlarm?
    /// The number that the vault must hold before the increment; nil without a usable counter.
    private(set) var next: Int64?
    private(set) var fault: StartCounterError?

    /// Reads the counter, creates it if needed, and increments it if a power cut left the vault one ahead.
    init(_ counter: any StartCounter, stored: Int64?, isNew: Bool) {
        do throws(StartCounterError) {
            if let value = try counter.value() {
                try compare(value, stored, isNew, counter)
            } else {
                try counter.make()
                guard let value = try counter.value() else {
                    throw StartCounterError("the counter was made, and is gone")
                }
                // Clearing a TPM removes the counter that would detect an older copy.
                alarm = stored == nil ? nil : .counterReplaced
                next = value + 1
            }
        } catch {
            (alarm, next, fault) = (nil, nil, error)
        }
    }

    private mutating func compare(
        _ value: Int64, _ stored: Int64?, _ isNew: Bool, _ counter: any StartCounter
    ) throws(StartCounterError) {
        next = value + 1
        guard let stored else {
            alarm = isNew ? .missing : .rolledBack
            return
        }
        if stored == value + 1 {
            // The number was written but not counted. It is counted now, and this start counts itself as always:
            // otherwise this state of the disk could be restored once more.
            try counter.increment()
            next = value + 2
        } else if stored != value {
            alarm = stored < value ? .rolledBack : .counterReplaced
        }
    }
}
