import EventLoop
import Testing
import TouchCore
import TouchModels
import TouchPicture

@testable import TouchSessions

@Suite struct ChallengePictureTests {
    /// CAP-V13, except that no gap is under the piece.
    @Test func `a random target covers both axes to their ends, and nothing nearer than the nearest gap`() {
        var (x, y): (Set<Double>, Set<Double>) = ([], [])
        for _ in 0..<10_000 {
            let target = ChallengePicture.Chance().target(within: Size(width: 360, height: 228), from: 39.5)
            x.insert(target.x)
            y.insert(target.y)
        }
        #expect(x == Set((40...360).map(Double.init)))
        #expect(y == Set((0...228).map(Double.init)))
    }

    @Test func `a picture as small as the piece has one target`() {
        #expect(ChallengePicture.Chance().target(within: Size(width: 0, height: 0), from: 40) == .zero)
    }

    @Test(arguments: [(3.0, 40.0), (15, 40), (60, 120), (100, 200)])
    func `a gap is never under the piece, nor nearer than the shortest way that is judged`(
        tolerance: Double, nearest: Double
    ) throws {
        let model = try SlideCaptcha(
            settings: ["tolerance": .number(tolerance)], size: Size(width: 400, height: 300))
        #expect(model.piece.size.width == 40 && model.nearestGap == nearest)
    }

    private static func wishes(_ profile: CaptchaProfile) -> ChallengePicture.Wishes {
        ChallengePicture.Wishes(
            profile: profile, drive: profile.drives[0],
            given: profile == .given ? ChallengePicture.Given(targetValue: 0.5, gapCenterY: 0.5) : nil, shape: nil)
    }

    private static func picture(_ profile: CaptchaProfile) -> ChallengePicture {
        let order = PuzzleOrder(size: PictureSize(width: 160, height: 120), rules: wishes(profile).rules)
        return ChallengePicture(.drawn(order.drawn(from: .random()).cut), of: wishes(profile))
    }

    /// Whether a model for it accepts fingers.
    private static func takesFingers(_ picture: ChallengePicture, isSpent: Bool) throws -> Bool {
        let made = try picture.makeModel(
            size: Size(width: 480, height: 400), asked: [:], isSpent: isSpent, tolerance: 3, pixelsPerMillimeter: nil)
        let model = try #require(made as? SlideCaptcha)
        return model.accepts(Point(x: model.picture.minX + 1, y: (model.bar ?? model.picture).minY + 1))
    }

    @Test(arguments: [CaptchaProfile.simple, .standard])
    func `a missed picture accepts no finger, and is replaced by a like one`(profile: CaptchaProfile) throws {
        let picture = Self.picture(profile)
        #expect(try Self.takesFingers(picture, isSpent: false))
        #expect(try picture.renews && !Self.takesFingers(picture, isSpent: true))
        let order = picture.next(from: nil)
        #expect(order.rules == Self.wishes(profile).rules && order.target == nil)
    }

    @Test func `a target set by the caller stays in its place`() throws {
        let picture = Self.picture(.given)
        #expect(!picture.renews && picture.next(from: nil).target != nil)
    }
}

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
