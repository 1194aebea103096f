internal import Synchronization

/// The work that makes changes of the vault survive a power cut: run on any thread, once.
///
///     vault.later { … }   loop     the changes are made, and a power cut can still undo them
///     write.finish()      worker   the log is on the disk, then the guard file's count
///     tell the caller     loop
///
/// A vault begins no other change before the one under way is finished, so its guard file is never more than one
/// behind.
package final class DurableWrite: Sendable {
    /// No work is left.
    static let none = DurableWrite()

    private let steps: @Sendable () throws(VaultError) -> Void
    private let outcome: Mutex<Result<Void, VaultError>?>

    init(_ steps: @escaping @Sendable () throws(VaultError) -> Void) {
        self.steps = steps
        outcome = Mutex(nil)
    }

    private init() {
        steps = { () throws(VaultError) in }
        outcome = Mutex(.success(()))
    }

    /// Whether it has ended, well or not; ``finish()`` then returns at once.
    var isFinished: Bool { outcome.withLockIfAvailable { $0 != nil } ?? false }

    /// Returns when the changes are durable.
    ///
    /// A concurrent call waits for the one under way.
    ///
    /// - Throws: why they may not be durable; on every call.
    package func finish() throws(VaultError) {
        let outcome = outcome.withLock { outcome in
            if let outcome { return outcome }
            let reached = Result { () throws(VaultError) in try steps() }
            outcome = reached
            return reached
        }
        try outcome.get()
    }
}
