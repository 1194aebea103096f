import Testing
import TouchCore
import TouchModels
import TouchPicture
import TouchVault

@testable import TouchService
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
