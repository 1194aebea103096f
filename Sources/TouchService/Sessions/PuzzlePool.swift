internal import EventLoop
internal import TouchPicture

/// Puzzles drawn by a thread, so that the loop and its touches never wait, and a few of the last kind kept ready.
final class PuzzlePool {
    /// How many are kept ready, of about 300 KB each: one for the caller and one for the refresh after it.
    static let kept = 2
    /// How many may wait to be drawn: the open challenges of one user and some more.
    static let mostWaiting = 40

    private let worker: Worker
    private var kind: PuzzleOrder?
    private var ready: [DrawnPuzzle] = []
    private var underway = 0
    /// Counts the changes of kind: what was begun before the last one is for nobody.
    private var change = 0

    init(loop: EventLoop) throws(SystemError) {
        worker = try Worker(on: loop, threads: 1, capacity: Self.mostWaiting)
    }

    /// Hands out a puzzle, at once or when it is drawn.
    ///
    /// - Returns: false, with nothing done, if too many wait.
    func take(_ order: PuzzleOrder, _ finish: @escaping (DrawnPuzzle) -> Void) -> Bool {
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
        return worker.run(
            { order.drawn(from: .random()) },
            finish: { [unowned self] puzzle in
                finish(puzzle)
                refill()
            })
    }

    private func refill() {
        guard let kind, ready.count + underway < Self.kept else { return }
        let begun = change
        let isTaken = worker.run(
            { kind.drawn(from: .random()) },
            finish: { [unowned self] puzzle in
                guard begun == change else { return }
                underway -= 1
                ready.append(puzzle)
                refill()
            })
        if isTaken { underway += 1 }
    }
}
