import EventLoop
import Journal
import Testing
import TouchCore
import TouchPicture

@testable import TouchSessions

@Suite struct PuzzlePoolTests {
    private static let order = PuzzleOrder(size: PictureSize(width: 160, height: 120), rules: .standard)
    private static var silence: Journal { Journal { _ in } }

    /// The loop runs only while a puzzle is awaited, so a puzzle delivered at once was drawn before.
    @Test func `the first puzzle is delivered by the loop, and the next ones are ready`() throws {
        let loop = try EventLoop()
        let pool = try PuzzlePool(loop: loop, log: Self.silence)
        var drawn: [PuzzleCut] = []
        #expect(pool.request(Self.order) { drawn.append($0.cut) })
        #expect(drawn.isEmpty)
        while drawn.isEmpty || pool.ready.count < PuzzlePool.kept {
            _ = try loop.runRound(timeout: .seconds(1))
        }
        for count in 2...3 {
            #expect(pool.request(Self.order) { drawn.append($0.cut) })
            #expect(drawn.count == count)
        }
    }

    @Test func `another kind replaces the puzzles kept ready`() throws {
        let loop = try EventLoop()
        let pool = try PuzzlePool(loop: loop, log: Self.silence)
        var sizes: [PictureSize] = []
        var other = Self.order
        other.size.width = 200
        for order in [Self.order, other] { _ = pool.request(order) { sizes.append($0.cut.size) } }
        while sizes.count < 2 || pool.ready.count < PuzzlePool.kept {
            _ = try loop.runRound(timeout: .seconds(1))
        }
        _ = pool.request(other) { sizes.append($0.cut.size) }
        #expect(sizes.suffix(2) == [other.size, other.size])
    }

    @Test func `too many orders at once are refused`() throws {
        let loop = try EventLoop()
        let pool = try PuzzlePool(loop: loop, log: Self.silence)
        var order = Self.order
        order.target = PuzzleCut.Place(x: 1, y: 1)
        let taken = (0..<PuzzlePool.maxWaiting + 5).count { _ in pool.request(order) { _ in } }
        #expect(taken == PuzzlePool.maxWaiting)
    }
}
