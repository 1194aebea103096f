import CShims
import System
import Glibc
import Synchronization
import TestSupport

final class Mailbox<Item: Sendable>: Sendable {
    private struct State {
        var items: [Item] = []
        var taken = 0
        var isFinished = false
        var failure: (any Error)?
    }

    private let name: String
    private let state = Mutex(State())
    private let bell: Int32

    /// An empty mailbox; `name` is used in failures.
    init(_ name: String) {
        self.name = name
        bell = cshims_eventfd(0, 1)
    }

    deinit { close(bell) }

    func put(_ item: Item) {
        state.withLock { $0.items.append(item) }
        _ = cshims_eventfd_add(bell, 1)
    }

    func finish(_ failure: (any Error)? = nil) {
        state.withLock { ($0.isFinished, $0.failure) = (true, failure) }
        _ = cshims_eventfd_add(bell, 1)
    }

    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// The error that ended it.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// All values so far, taken or not.
    var all: [Item] { state.withLock { $0.items } }

    /// The next value, with a timeout that only a busy machine reaches; nil after the last.
    func next(within seconds: Double = Patience.seconds) throws -> Item? {
        let end = Patience.now + seconds
        while true {
            let (item, isFinished) = state.withLock { state -> (Item?, Bool) in
                guard state.taken < state.items.count else { return (nil, state.isFinished) }
                defer { state.taken += 1 }
                return (state.items[state.taken], false)
            }
            if let item { return item }
            if isFinished { return nil }
            let left = end - Patience.now
            guard left > 0 else { throw TimedOut(what: "\(name); came so far: \(all.suffix(20))") }
            if cshims_wait(bell, 0, Int32(left * 1_000) + 1) > 0 { _ = cshims_eventfd_take(bell) }
        }
    }

    /// The next value that `isWanted`; earlier ones are skipped.
    func first(
        within seconds: Double = Patience.seconds, where isWanted: (Item) -> Bool
    ) throws -> Item {
        let end = Patience.now + seconds
        while let item = try next(within: max(end - Patience.now, 0)) {
            if isWanted(item) { return item }
        }
        throw TimedOut(what: "\(name), which has ended; came: \(all.suffix(20))")
    }

    func rest() throws -> [Item] {
        var items: [Item] = []
        while let item = try next() { items.append(item) }
        return items
    }
}

struct TimedOut: Error, CustomStringConvertible {
    let what: String

    var description: String { "timed out waiting for \(what)" }
}

func onThread(_ body: @escaping @Sendable () -> Void) {
    do throws(SystemError) { try RunningThread(body).detach() } catch { preconditionFailure("\(error)") }
}
