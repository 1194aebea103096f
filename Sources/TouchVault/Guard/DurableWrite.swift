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
    static let none = DurableWrite()

    private let steps: @Sendable () throws(VaultError) -> Void
    private let reached: Mutex<Result<Void, VaultError>?>

    init(_ steps: @escaping @Sendable () throws(VaultError) -> Void) {
        self.steps = steps
        reached = Mutex(nil)
    }

    private init() {
        steps = { () throws(VaultError) in }
        reached = Mutex(.success(()))
    }

    /// How it has ended, so that ``finish()`` returns at once; nil: it has not.
    var outcome: Result<Void, VaultError>? { reached.withLockIfAvailable { $0 } ?? nil }

    /// Returns when the changes are durable, or throws on every call why not; waits for a call under way.
    package func finish() throws(VaultError) {
        let outcome = reached.withLock { reached in
            if let reached { return reached }
            let outcome = Result { () throws(VaultError) in try steps() }
            reached = outcome
            return outcome
        }
        try outcome.get()
    }
}
