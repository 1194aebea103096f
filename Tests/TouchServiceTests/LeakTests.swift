import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchConfiguration
import TouchCore
import TouchPicture

@testable import TouchModels
@testable import TouchScreen
@testable import TouchService
@testable import TouchSessions

/// Nothing that is sent about a challenge depends on where its gap is, nor on its tolerance or its seed.
///
/// Daemons that differ in these alone are used alike: creation, presentation, a miss, another picture, a miss again. Every
/// client hears the same. The files of pictures are left out: TouchPictureTests has that they are pixels, which depend on
/// the gap where it is and nowhere else.
@Suite struct LeakTests {
    /// A kind of challenge.
    struct Kind: CustomTestStringConvertible {
        let profile: String
        var drive = ChallengeDrive.piece
        var hasPictures = true

        static let all = [
            Kind(profile: "default"), Kind(profile: "simple"), Kind(profile: "simple", drive: .bar),
            Kind(profile: "simple", hasPictures: false), Kind(profile: "simple", drive: .bar, hasPictures: false),
        ]

        var testDescription: String {
            "\(profile), \(drive.rawValue)\(hasPictures ? "" : ", no pictures")"
        }
    }

    /// Two drawn puzzles that differ in the gap alone, so many times; `TOUCHD_CHALLENGES` sets another number.
    private static let pairs = effort("TOUCHD_CHALLENGES", usual: 6)
    private static let size = PictureSize(width: 160, height: 120)

    /// Secrets of puzzles; each two after each other have the same piece and the same start, and so have the puzzles that
    /// replace them.
    private static func secrets(_ rules: PuzzleRules) -> [PictureSeed] {
        var (secrets, number): ([PictureSeed], UInt64) = ([], 0)
        var single: [[Int]: (secret: PictureSeed, gaps: [Int])] = [:]
        while secrets.count < 2 * pairs {
            let secret = PictureSeed(number: number)
            number += 1
            var cuts: [PuzzleCut] = []
            for _ in 0..<2 {
                var generator = SeededGenerator(secret)
                let order = PuzzleOrder(size: size, rules: rules, piece: cuts.first?.piece)
                cuts.append(order.cut(&generator))
            }
            let (piece, gaps) = (cuts[0].piece, cuts.map(\.target.x))
            let told = [piece.turn, piece.size.width, piece.size.height] + cuts.flatMap { [$0.start.x, $0.start.y] }
            if let other = single[told], zip(other.gaps, gaps).allSatisfy({ $0 != $1 }) {
                secrets += [other.secret, secret]
                single[told] = nil
            } else {
                single[told] = (secret, gaps)
            }
        }
        return secrets
    }

    /// What clients heard of a challenge.
    private struct Traffic {
        let gap: Point
        /// What they know of it: its piece, and where that lies at first.
        var known = ""
        var told: [String] = []
    }

    /// Makes a challenge and misses it, twice where there is another picture; nil: it was solved by chance.
    private static func traffic(
        _ kind: Kind, _ input: String, secret: PictureSeed, chance: UInt64
    ) throws -> Traffic? {
        let shown = try ShownChallenge(chance: chance) { configuration in
            configuration.captcha.lockout = nil
            configuration.captcha.tolerance = chance.isMultiple(of: 2) ? 2 : 6
        } seed: {
            secret
        }
        let puzzle: JSONObject = [
            "drive": .string(kind.drive.rawValue), "pictures": .bool(kind.hasPictures),
            "width": .integer(Int64(size.width)), "height": .integer(Int64(size.height)),
        ]
        try shown.show(
            ["profile": .string(kind.profile), "maxAttempts": 2, "puzzle": .object(puzzle)], input: input)
        var traffic = Traffic(gap: try shown.gap)
        for number in 0..<(kind.hasPictures ? 2 : 1) {
            if number > 0 { _ = try shown.answer("Refresh") }
            let captcha = try shown.captcha
            traffic.known += "\(captcha.piece) at \(captcha.start) "
            try handIn(captcha, by: input, on: shown)
            if try shown.attempt()["outcome"] == "passed" { return nil }
        }
        var names: [Substring: Int] = [:]
        for message in shown.asker.all + shown.waiter.all + shown.frontEnd.all {
            let text = withoutFiles(String(decoding: message, as: UTF8.self))
            traffic.told.append(Shift.withoutChance(text, &names))
        }
        return traffic
    }

    private static func withoutFiles(_ text: String) -> String {
        var words = text.split(separator: "\"", omittingEmptySubsequences: false)
        for index in words.indices.dropFirst(2) where words[index - 2] == "png" { words[index] = "a file" }
        return words.joined(separator: "\"")
    }

    /// Moves the piece to one place and hands it in there.
    private static func handIn(_ captcha: SlideCaptcha, by input: String, on shown: ShownChallenge) throws {
        func inView(_ part: Rect, _ x: Double, _ y: Double) -> Point {
            Point(
                x: ShownChallenge.frame.minX + part.minX + x * part.size.width,
                y: ShownChallenge.frame.minY + part.minY + y * part.size.height)
        }
        let (grip, place) = (inView(captcha.held, 0.5, 0.5), inView(captcha.bar ?? captcha.picture, 0.6, 0.55))
        guard input == "drag" else { return try shown.tap(place) }
        let way = (0...10).map { step in
            let part = Double(step) / 10
            let spot = Point(x: grip.x + part * (place.x - grip.x), y: grip.y + part * (place.y - grip.y))
            return (microseconds: Int64(step) * 50_000, place: spot)
        }
        try shown.rig.finger(way, lift: 550_000)
    }

    @Test(arguments: Kind.all, ["tap", "drag"])
    func `no number in any form that is sent reveals the gap`(kind: Kind, input: String) throws {
        // What is not drawn has its gap from chance; with a bar, its height is known, and rarely that of another one.
        let some = [PictureSeed](repeating: PictureSeed(number: 0), count: kind.drive == .bar ? 60 : 4)
        let profile = try #require(CaptchaProfile(rawValue: kind.profile))
        let secrets = kind.hasPictures ? Self.secrets(profile.rules(for: kind.drive)) : some
        var heard: [String: [Traffic]] = [:]
        for (number, secret) in secrets.enumerated() {
            let traffic = try Self.traffic(kind, input, secret: secret, chance: UInt64(number + 1))
            if let traffic { heard[traffic.known, default: []].append(traffic) }
        }
        var compared = 0
        for alike in heard.values {
            for other in alike.dropFirst() where other.gap != alike[0].gap {
                compared += 1
                #expect(other.told == alike[0].told)
            }
        }
        #expect(compared >= (kind.hasPictures ? Self.pairs - 1 : 1))
    }
}
