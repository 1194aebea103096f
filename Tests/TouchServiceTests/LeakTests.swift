import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchModels
import TouchPicture

@testable import TouchConfiguration
@testable import TouchScreen
@testable import TouchService
@testable import TouchSessions

/// Two kiosks whose challenges differ in target and tolerance alone send the same bytes, until each picture was missed.
///
/// What the files of the pictures may show is in `SecretTests`.
@Suite struct LeakTests {
    struct Kind: CustomTestStringConvertible {
        let profile: String
        var drive = "piece"
        var hasPictures = true

        var testDescription: String { "\(profile), \(drive)\(hasPictures ? "" : ", no pictures")" }
    }

    private static let size = PictureSize(width: 160, height: 120)

    /// The puzzles of a seed: the first one, and the one of the same piece that replaces it.
    private static func cuts(_ kind: Kind, _ seed: UInt64) throws -> [PuzzleCut] {
        let drive = try #require(ChallengeDrive(rawValue: kind.drive))
        var order = PuzzleOrder(
            size: size, rules: try #require(CaptchaProfile(rawValue: kind.profile)).rules(for: drive))
        return (0..<2).map { _ in
            var generator = SeededGenerator(PictureSeed(number: seed))
            let cut = order.cut(&generator)
            order.piece = cut.piece
            return cut
        }
    }

    /// Seeds of puzzles that differ only in their gaps, and the place of a drag that misses them, in parts of the width.
    private static func twins(_ kind: Kind) throws -> (seeds: [UInt64], miss: Double) {
        guard kind.hasPictures else { return ([1, 2], 0.5) }
        var known: [String: (seed: UInt64, cuts: [PuzzleCut])] = [:]
        for seed in 0..<20_000 as Range<UInt64> {
            let cuts = try cuts(kind, seed)
            let look = cuts.map { "\($0.piece.turn) \($0.start.y)" }.joined(separator: ", ")
            if let other = known[look], zip(cuts, other.cuts).contains(where: { $0.target != $1.target }) {
                let gaps = (cuts + other.cuts).map(\.target.x)
                let miss = (45...115).first { place in gaps.allSatisfy { abs($0 - place) > 12 } }
                if let miss { return ([other.seed, seed], Double(miss + 20) / Double(size.width)) }
            }
            known[look] = (seed, cuts)
        }
        throw Silence("two puzzles that look alike")
    }

    /// All that is sent, stored and logged of a challenge whose pictures are missed at a place.
    private static func heard(
        _ kind: Kind, _ seed: UInt64, missing miss: Double, tolerance: Double
    ) throws -> [String] {
        let kiosk = try Kiosk.large { configuration in
            (configuration.captcha.lockout, configuration.captcha.tolerance) = (nil, tolerance)
        } seed: {
            PictureSeed(number: seed)
        }
        let (asker, waiter, frontEnd) = try (kiosk.peer(), kiosk.peer(), kiosk.peer())
        // Without pictures, the target is drawn with the name.
        if !kind.hasPictures { kiosk.reseed(seed) }
        try asker.call(
            "io.touchd.captcha.Create",
            [
                "profile": .string(kind.profile), "maxAttempts": 2,
                "puzzle": [
                    "drive": .string(kind.drive), "pictures": .bool(kind.hasPictures),
                    "width": .integer(Int64(size.width)), "height": .integer(Int64(size.height)),
                ],
            ])
        let challenge: JSONObject = ["challengeId": try asker.reply(with: "challengeId")["challengeId"]]
        kiosk.reseed(0)
        try waiter.call("io.touchd.captcha.Await", challenge, more: true)
        // Above a bar, a picture as high as the piece has no other height for the gap, which would be seen.
        let frame = Rect(x: 37.25, y: 81.5, width: 411.5, height: kind.hasPictures ? 333.25 : 72)
        let widget: JSON = [
            "id": "it", "kind": "captcha", "x": .real(frame.minX), "y": .real(frame.minY),
            "width": .real(frame.size.width), "height": .real(frame.size.height),
            "captcha": ["challengeId": challenge["challengeId"], "input": "tap"],
        ]
        try frontEnd.call("io.touchd.scene.Present", ["widgets": [widget]], more: true)
        let scene = try frontEnd.reply(with: #""scene""#)["scene"]?.stringValue ?? ""
        let place = WidgetPlace(scene: scene, widget: "it")
        let captcha = try #require(
            kiosk.daemon.screen.withModel(at: place, as: SlideCaptcha.self) { captcha, _ in captcha })
        let area = captcha.bar ?? captcha.picture
        let spot = Point(x: area.minX + area.size.width * miss, y: area.minY + area.size.height / 2)
            .offset(dx: frame.minX, dy: frame.minY)
        for number in 0..<(kind.hasPictures ? 2 : 1) {
            if number > 0 {
                try asker.call("io.touchd.captcha.Refresh", challenge)
                _ = try asker.messages(until: #""start""#)
            }
            try kiosk.touch(spot, for: 90, after: 500)
            try kiosk.touch(spot.offset(dx: 3.5, dy: -2), for: 110, after: 700)
            #expect(try waiter.reply(with: #""attempt""#)["attempt"]?.objectValue?["reason"] == "missed")
        }
        try kiosk.advance(by: .seconds(2))
        let messages = [asker, waiter, frontEnd].flatMap { $0.all.map { String(decoding: $0, as: UTF8.self) } }
        return try (messages + kiosk.results().map(\.description) + kiosk.log()).map { text in
            text.replacing(/"png":"[^"]*"/, with: "").replacing(/[0-9a-f]{32}/, with: "NAME")
                .replacing(kiosk.folder.path, with: "FOLDER")
        }
    }

    @Test(arguments: [
        Kind(profile: "default"), Kind(profile: "simple"), Kind(profile: "simple", drive: "bar"),
        Kind(profile: "simple", hasPictures: false), Kind(profile: "simple", drive: "bar", hasPictures: false),
    ])
    func `nothing that is sent about a challenge depends on its target or its tolerance`(kind: Kind) throws {
        let (seeds, miss) = try Self.twins(kind)
        let one = try Self.heard(kind, seeds[0], missing: miss, tolerance: 3)
        let other = try Self.heard(kind, seeds[1], missing: miss, tolerance: 5)
        #expect(one.count == other.count && one.count > 10)
        for (one, other) in zip(one, other) where one != other { Issue.record("\(one)\n  or: \(other)") }
    }
}
