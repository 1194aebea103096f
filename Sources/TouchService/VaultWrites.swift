internal import EventLoop
internal import TouchVault

/// Changes of the vault that the disk still has to take, and what is to be done then, in order.
///
///     make { … } ──▶ vault ──▶ thread: log and guard file on the disk ──▶ then { … }
///
/// The loop goes on meanwhile, so fingers on other widgets do not wait for a disk.
final class VaultWrites {
    private struct Waiting {
        let number: Int
        let write: DurableWrite
        let then: (Result<Void, VaultError>) -> Void
    }

    /// More than can wait at once: each needs a session or a challenge that was judged just now.
    private static let capacity = 256

    /// What is changed.
    var vault: Vault
    private let worker: Worker
    private var waiting: [Waiting] = []
    private var lastNumber = 0

    init(vault: Vault, on loop: EventLoop) throws(SystemError) {
        self.vault = vault
        worker = try Worker(on: loop, threads: 1, capacity: Self.capacity)
    }

    /// Makes changes, and goes on when they are on the disk.
    ///
    /// - Parameters:
    ///   - scope: what `body` may change.
    ///   - body: makes them, all or none.
    ///   - then: what is done afterward, with the answer of `body`, or with the error that keeps the changes from being
    ///     made or from being on the disk; at once if nothing is to be waited for.
    func make<Answer>(
        _ scope: TransactionScope, _ body: () throws(VaultError) -> Answer,
        then: @escaping (Result<Answer, VaultError>) -> Void
    ) {
        let made: (answer: Answer, write: DurableWrite)
        do throws(VaultError) { made = try vault.later(scope, body) } catch { return then(.failure(error)) }
        lastNumber += 1
        let (number, answer, write) = (lastNumber, made.answer, made.write)
        waiting.append(Waiting(number: number, write: write) { then($0.map { answer }) })
        let isQueued = worker.run {
            _ = Result { () throws(VaultError) in try write.finish() }
        } finish: { [unowned self] _ in
            settle(upTo: number)
        }
        if !isQueued { settle() }
    }

    /// Waits for the disk, and does all that had to wait for it.
    func settle() { settle(upTo: .max) }

    private func settle(upTo number: Int) {
        while let first = waiting.first, first.number <= number {
            waiting.removeFirst()
            first.then(Result { () throws(VaultError) in try first.write.finish() })
        }
    }
}

/// What has to wait until a verdict is on the disk.
struct Afterward {
    private var acts: [() -> Void]?

    /// Whether a verdict is on its way to the disk.
    var isAwaited: Bool { acts != nil }

    /// A verdict is on its way.
    mutating func begin() { acts = acts ?? [] }

    /// Puts `act` off until the verdict is there.
    ///
    /// - Returns: `false`, with nothing done, if none is on its way.
    mutating func putOff(_ act: @escaping () -> Void) -> Bool {
        acts?.append(act)
        return acts != nil
    }

    /// The verdict is there: what was put off, to be done now.
    mutating func end() -> [() -> Void] {
        defer { acts = nil }
        return acts ?? []
    }
}
