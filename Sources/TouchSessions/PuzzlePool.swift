internal import System
internal import EventLoop
internal import Synchronization
internal import TouchPicture

/// Puzzles drawn on a thread, so that the loop and its touches never wait, and a few of the last kind kept ready.
final class PuzzlePool {
    /// How many are kept ready, of about 60 kB each: one for the caller and one for the refresh after it.
    static let kept = 2
    /// How many orders may wait: the open challenges of one user and some more.
    static let maxWaiting = 40

    /// How many faults of pictures are remembered, so that each is logged once.
    private static let maxProblems = 64

    /// The source of each puzzle's secret.
    private let seed: @Sendable () -> PictureSeed
    private let worker: Worker
    private let press = SharedPress()
    private let log: Journal
    private var problems: Set<String> = []
    private var kind: PuzzleOrder?
    /// The puzzles kept ready.
    private(set) var ready: [DrawnPuzzle] = []
    private var underway = 0
    /// Counts changes of kind: work begun before the last change is discarded.
    private var change = 0

    init(
        loop: EventLoop, log: Journal, seed: @escaping @Sendable () -> PictureSeed = { .random() }
    ) throws(SystemError) {
        (self.log, self.seed) = (log, seed)
        worker = try Worker(on: loop, threads: 1, capacity: Self.maxWaiting)
    }

    /// Requests a puzzle and delivers it, at once or when it is drawn.
    ///
    /// - Returns: false, with nothing done, if too many orders wait.
    func request(_ order: PuzzleOrder, _ finish: @escaping (DrawnPuzzle) -> Void) -> Bool {
        if order.isForAnybody && order != kind {
            kind = order
            ready = []
            underway = 0
            change += 1
        }
        if order == kind, let puzzle = ready.popLast() {
            finish(puzzle)
            refill()
            return true
        }
        return draw(order, finish)
    }

    private func draw(_ order: PuzzleOrder, _ finish: @escaping (DrawnPuzzle) -> Void) -> Bool {
        worker.run(
            { [seed, press] in press.draw(order, from: seed()) },
            finish: { [unowned self] puzzle in
                report(puzzle)
                finish(puzzle)
                refill()
            })
    }

    private func refill() {
        guard let kind, ready.count + underway < Self.kept else { return }
        let isTaken = draw(kind) { [unowned self, begun = change] puzzle in
            guard begun == change else { return }
            underway -= 1
            ready.append(puzzle)
        }
        if isTaken { underway += 1 }
    }

    /// Logs the fault of each file once.
    private func report(_ puzzle: DrawnPuzzle) {
        guard let problem = puzzle.problem, problems.count < Self.maxProblems, problems.insert(problem).inserted
        else { return }
        log.warning("using a drawn captcha picture: \(problem)")
    }
}

/// A press that may be used on the pool's thread.
private final class SharedPress: Sendable {
    private let press = Mutex(PuzzlePress())

    func draw(_ order: PuzzleOrder, from seed: PictureSeed) -> DrawnPuzzle {
        press.withLock { order.drawn(from: seed, on: $0) }
    }
}
