import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchModels
import TouchPicture

/// What is sent about a challenge, and when, does not depend on its gap, its tolerance or its seed.
///
/// The files of its pictures are left out: SecretTests has them.
@Suite struct LeakTests {
    /// A kind of challenge.
    struct Kind: CustomTestStringConvertible {
        let profile: String
        let drive: String
        var hasPictures = true

        static let all = [
            Kind(profile: "default", drive: "piece"), Kind(profile: "simple", drive: "piece"),
            Kind(profile: "simple", drive: "bar"), Kind(profile: "simple", drive: "piece", hasPictures: false),
            Kind(profile: "simple", drive: "bar", hasPictures: false),
        ]

        var testDescription: String { "\(profile), \(drive)\(hasPictures ? "" : ", no pictures")" }
    }

    private static let size = PictureSize(width: 160, height: 120)

    /// Pairs of seeds that differ in the gaps of two pictures, and in nothing else that may be known: the piece, and where it
    /// lies at first, which with a bar is at the height of the gap.
    private static func twins(_ kind: Kind) -> [[PictureSeed]] {
        var rules: PuzzleRules = kind.profile == "default" ? .standard : .simple
        rules.isLevel = kind.drive == "bar"
        var seen: [[Int]: (seed: PictureSeed, gaps: [Int])] = [:]
        var twins: [[PictureSeed]] = []
        var number: UInt64 = 0
        while twins.count < 8 {
            number += 1
            let seed = PictureSeed(number: number)
            var order = PuzzleOrder(size: size, rules: rules)
            var generator = SeededGenerator(seed)
            let first = order.cut(&generator)
            // The next picture of a challenge has the same piece.
            order.piece = first.piece
            generator = SeededGenerator(seed)
            let next = order.cut(&generator)
            let known = [first.piece.size.width, first.piece.turn, first.start.y, next.start.y]
            let gaps = [first.target.x, next.target.x]
            if let twin = seen[known], zip(twin.gaps, gaps).allSatisfy({ $0 != $1 }) {
                twins.append([twin.seed, seed])
            }
            seen[known] = (seed: seed, gaps: gaps)
        }
        return twins
    }

    /// All that is sent about a challenge whose pictures are missed, and the daemon's log; nil if one is solved by chance.
    private static func heard(
        _ kind: Kind, _ input: String, _ seed: PictureSeed, tolerance: Int, chance: UInt64
    ) throws -> [String]? {
        var setup = Kiosk.Setup(access: "group-frontend=\n[captcha]\ntolerance=\(tolerance)\nlockout=off")
        setup.pictures = { seed }
        setup.chance = chance
        setup.keepsTranscript = true
        let kiosk = try Kiosk(setup)
        let attempts = kind.hasPictures ? 2 : 1
        let made = try kiosk.call(
            "io.touchd.captcha.Create",
            [
                "profile": .string(kind.profile), "maxAttempts": .integer(Int64(attempts)),
                "puzzle": [
                    "drive": .string(kind.drive), "pictures": .bool(kind.hasPictures),
                    "width": .integer(Int64(size.width)), "height": .integer(Int64(size.height)),
                ],
            ])
        let name = made["challengeId"]?.stringValue ?? ""
        let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": .string(name)])
        var widget = Widgets.captcha(name).objectValue ?? [:]
        widget["captcha"] = ["challengeId": .string(name), "input": .string(input)]
        if !kind.hasPictures && kind.drive == "bar" {
            // As high as the piece, so that each gap is at the same height.
            widget["height"] = .real(Outline.puzzle.size.height + SlideCaptcha.barHeight)
        }
        let screen = try kiosk.present(.object(widget))
        for attempt in 1...attempts {
            if attempt > 1 { try kiosk.call("io.touchd.captcha.Refresh", ["challengeId": .string(name)]) }
            try kiosk.advance(by: .seconds(1))
            try handIn(input, at: screen.parts(of: "puzzle") ?? [:], on: kiosk, seed: UInt64(attempt))
            try screen.event("judged")
            let reply = try verdict.first(where: { $0["attempt"] != nil })
            guard reply["attempt"]?.objectValue?["reason"] == "missed" else { return nil }
            try kiosk.advance(by: .seconds(2))
        }
        var names: [Substring: Int] = [:]
        let messages = kiosk.transcript.map { Shift.withoutChance(withoutPictures($0.text), &names) }
        guard kind.hasPictures else { return messages }
        return messages + kiosk.journal.entries.map { "\($0)".replacing(kiosk.folder.path, with: "FOLDER") }
    }

    /// Moves the piece to the right, as a person does, and hands it in.
    private static func handIn(_ input: String, at parts: JSONObject, on kiosk: Kiosk, seed: UInt64) throws {
        let area = (parts["bar"] ?? parts["picture"])?.objectValue ?? [:]
        func number(_ key: String) -> Double { area[key]?.doubleValue ?? 0 }
        let start = Point(x: number("x") + 20, y: number("y") + number("height") / 2)
        if input == "drag" { return try kiosk.dragLikeAPerson(from: (start.x, start.y), by: 200, seed: seed) }
        try kiosk.finger([(0, start.offset(dx: 200, dy: 0))], lift: 90_000, after: 500_000)
        try kiosk.finger([(0, start.offset(dx: 203.5, dy: -2))], lift: 110_000, after: 700_000)
    }

    private static func withoutPictures(_ message: String) -> String {
        let words = message.split(separator: "\"", omittingEmptySubsequences: false)
        return words.indices.map { $0 > 1 && words[$0 - 2] == "png" ? "" : words[$0] }.joined(separator: "\"")
    }

    @Test(arguments: Kind.all, ["tap", "drag"])
    func `all that is sent about a challenge is the same wherever its gap is, except its pictures`(
        kind: Kind, input: String
    ) throws {
        var compared = 0
        for (number, seeds) in Self.twins(kind).enumerated() {
            let heard = try (0...1).map { twin in
                // Without pictures the gap is made by chance.
                let chance = kind.hasPictures ? 1 : UInt64(2 * number + twin + 1)
                return try Self.heard(kind, input, seeds[twin], tolerance: 2 + twin, chance: chance)
            }
            guard let one = heard[0], let other = heard[1] else { continue }
            compared += 1
            #expect(one.count == other.count && one.count > 5)
            for (one, other) in zip(one, other) { #expect(one == other) }
        }
        #expect(compared > 2)
    }
}
