internal import System
internal import EventLoop
internal import TouchVault

/// Changes of the vault, one after the other, each with the work to be done once it is on the disk.
///
///     make { … } ──▶ vault at rest ──▶ thread: log and guard file on the disk ──▶ then { … }
///
/// The loop keeps running, so fingers on other widgets do not wait for a disk: neither for that of a change nor, before
/// it, for that of an earlier one.
package final class VaultWrites {
    private struct Request {
        let vault: Vault
        let make: () -> Void
        let fail: (VaultError) -> Void
        /// How often it may still wait for an earlier write: for one under way, and for the same once more.
        var waits = 2
    }

    private struct UnderWay {
        let number: Int
        let write: DurableWrite
        let then: (Result<Void, VaultError>) -> Void
    }

    /// One is under way; what ``settle()`` did not wait for may still be on the thread.
    private static let capacity = 16

    private let worker: Worker
    private var requests: [Request] = []
    private var underWay: UnderWay?
    private var lastNumber = 0

    init(on loop: EventLoop) throws(SystemError) {
        worker = try Worker(on: loop, threads: 1, capacity: Self.capacity)
    }

    /// Makes changes when earlier ones are on the disk, now if they are, and calls `then` when these are there, too.
    ///
    /// - Parameters:
    ///   - vault: is changed.
    ///   - user: whose records `body` may use and change; nil: nobody's.
    ///   - body: makes them, all or none.
    ///   - aside: more work for the thread after the write; ``settle()`` does not wait for it.
    ///   - then: is called with the result of `body`, or with the error that keeps the changes from being
    ///     made or from being on the disk.
    func make<Answer>(
        in vault: Vault, of user: UserName? = nil, _ body: @escaping () throws(VaultError) -> Answer,
        aside: @escaping () -> (@Sendable () -> Void)? = { nil },
        then: @escaping (Result<Answer, VaultError>) -> Void
    ) {
        whenAtRest(vault) { [unowned self] in
            let made: (answer: Answer, write: DurableWrite)
            do throws(VaultError) { made = try vault.later(of: user, body) } catch { return then(.failure(error)) }
            let answer = made.answer
            wait(for: made.write, aside: aside()) { then($0.map { answer }) }
        } fail: {
            then(.failure($0))
        }
    }

    /// Calls `body`, which may make a change without a wait, when earlier ones are on the disk: now if they are.
    ///
    /// - Parameter fail: is called instead with the error that keeps them from being there.
    func whenAtRest(_ vault: Vault, _ body: @escaping () -> Void, fail: @escaping (VaultError) -> Void) {
        requests.append(Request(vault: vault, make: body, fail: fail))
        advance()
    }

    /// Waits for the disk, and does all the work that had to wait for it.
    package func settle() {
        while underWay != nil { end() }
    }

    private func advance() {
        while underWay == nil, let next = requests.first {
            guard let earlier = next.vault.earlierWrite() else {
                requests.removeFirst().make()
                continue
            }
            requests[0].waits -= 1
            wait(for: earlier) { [unowned self] written in
                if case .failure(let error) = written, requests[0].waits <= 0 { requests.removeFirst().fail(error) }
            }
        }
    }

    private func wait(
        for write: DurableWrite, aside: (@Sendable () -> Void)? = nil,
        then: @escaping (Result<Void, VaultError>) -> Void
    ) {
        lastNumber += 1
        let number = lastNumber
        underWay = UnderWay(number: number, write: write, then: then)
        let isQueued = worker.run {
            _ = Result { () throws(VaultError) in try write.finish() }
            aside?()
        } finish: { [unowned self] _ in
            if underWay?.number == number { end() }
        }
        if !isQueued { end() }
    }

    private func end() {
        guard let ended = underWay else { return }
        underWay = nil
        ended.then(Result { () throws(VaultError) in try ended.write.finish() })
        advance()
    }
}
