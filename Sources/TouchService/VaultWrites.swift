internal import EventLoop
internal import TouchVault

/// Changes of the vault not on the disk yet, and the work to be done afterward, in order.
///
///     make { … } ──▶ vault ──▶ thread: log and guard file on the disk ──▶ then { … }
///
/// The loop keeps running, so fingers on other widgets do not wait for a disk.
final class VaultWrites {
    private struct Waiting {
        let number: Int
        let write: DurableWrite
        let then: (Result<Void, VaultError>) -> Void
    }

    /// More than can be pending at once: each needs a session or a challenge that was judged just now.
    private static let capacity = 256

    private let worker: Worker
    private var waiting: [Waiting] = []
    private var lastNumber = 0

    init(on loop: EventLoop) throws(SystemError) {
        worker = try Worker(on: loop, threads: 1, capacity: Self.capacity)
    }

    /// Makes changes, and calls `then` when they are on the disk.
    ///
    /// - Parameters:
    ///   - vault: is changed.
    ///   - user: whose records `body` may use and change; nil: nobody's.
    ///   - body: makes them, all or none.
    ///   - aside: more work for the thread after the write; ``settle()`` does not wait for it.
    ///   - then: is called with the result of `body`, or with the error that keeps the changes from being
    ///     made or from being on the disk; at once if there is nothing to wait for.
    func make<Answer>(
        in vault: Vault, of user: UserName? = nil, _ body: () throws(VaultError) -> Answer,
        aside: () -> (@Sendable () -> Void)? = { nil },
        then: @escaping (Result<Answer, VaultError>) -> Void
    ) {
        let made: (answer: Answer, write: DurableWrite)
        do throws(VaultError) { made = try vault.later(of: user, body) } catch { return then(.failure(error)) }
        lastNumber += 1
        let (number, answer, write) = (lastNumber, made.answer, made.write)
        let more = aside()
        waiting.append(Waiting(number: number, write: write) { then($0.map { answer }) })
        let isQueued = worker.run {
            _ = Result { () throws(VaultError) in try write.finish() }
            more?()
        } finish: { [unowned self] _ in
            settle(upTo: number)
        }
        if !isQueued { settle() }
    }

    /// Waits for the disk, and does all the work that had to wait for it.
    func settle() { settle(upTo: .max) }

    private func settle(upTo number: Int) {
        while let first = waiting.first, first.number <= number {
            waiting.removeFirst()
            first.then(Result { () throws(VaultError) in try first.write.finish() })
        }
    }
}
