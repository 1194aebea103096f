import SeededNumbers
import Simulation
import StrictJSON
import Synchronization
import SyntheticTracks
import System
import TestSupport
import Testing
import TouchConfiguration
import TouchCore
import TouchModels

@testable import TouchPicture
@testable import TouchScreen
@testable import TouchService

/// Challenges that are made, shown, missed, given another picture and missed again, with everything that is sent.
final class CaptchaTraffic {
    struct Kind: CustomTestStringConvertible {
        let profile: String
        var drive = "piece"
        var hasPictures = true

        static let all = [
            Kind(profile: "default"), Kind(profile: "simple"),
            Kind(profile: "simple", drive: "bar"), Kind(profile: "simple", hasPictures: false),
            Kind(profile: "simple", drive: "bar", hasPictures: false),
        ]

        var testDescription: String { "\(profile), \(drive)\(hasPictures ? "" : ", no pictures")" }

        /// The bar is as high as the gap: with one, only x is secret.
        var axes: [String] { drive == "bar" ? ["x"] : ["x", "y"] }
    }

    /// The messages about one picture until it was missed, and the secrets that they must not reveal.
    struct Picture {
        let messages: [[UInt8]]
        let secret: [HiddenPlace]
        let other: [HiddenPlace]
        /// In pixels of the view and of the picture.
        let tolerance: [Double]
    }

    private static let frame = Rect(x: 37.25, y: 81.5, width: 411.5, height: 333.25)
    private static let size = PictureSize(width: 160, height: 120)

    private let rig: Kiosk
    private let asker: KioskPeer
    private let waiter: KioskPeer
    private let frontEnd: KioskPeer
    private var random = SplitMix64(seed: 27)
    /// Secrets of the latest puzzles: of the one on screen, and of those kept ready.
    let seeds = SeedLog()

    init() throws {
        // Other tests compare replies with their interfaces; here there are too many.
        rig = try Kiosk.large(checksReplies: false) { configuration in
            configuration.captcha.lockout = nil
            configuration.store.results = 100
        } seed: { [seeds] in
            seeds.next()
        }
        (asker, waiter, frontEnd) = try (rig.peer(), rig.peer(), rig.peer())
    }

    /// Makes a challenge, misses its picture and, where there is another one, that too.
    ///
    /// - Returns: the messages; none of a picture that was solved by chance, since that reveals its gap.
    func challenge(_ kind: Kind) throws -> [Picture] {
        // The only tolerance that can differ each time.
        rig.daemon.configuration.values.captcha.tolerance = .random(in: 2...6)
        try asker.call(
            "io.touchd.captcha.Create",
            [
                "profile": .string(kind.profile), "maxAttempts": 2,
                "puzzle": [
                    "drive": .string(kind.drive), "pictures": .bool(kind.hasPictures),
                    "width": .integer(Int64(Self.size.width)), "height": .integer(Int64(Self.size.height)),
                ],
            ])
        var sent = try asker.messages(until: #""challengeId""#)
        let name = try Self.member("challengeId", of: sent)
        let challenge: JSONObject = ["challengeId": .string(name)]
        try waiter.call("io.touchd.captcha.Await", challenge, more: true)
        let usesTaps = random.below(2) == 0
        try frontEnd.call(
            "io.touchd.scene.Present",
            [
                "widgets": [
                    [
                        "id": "puzzle", "kind": "captcha", "x": .real(Self.frame.minX), "y": .real(Self.frame.minY),
                        "width": .real(Self.frame.size.width), "height": .real(Self.frame.size.height),
                        "captcha": ["challengeId": .string(name), "input": usesTaps ? "tap" : "drag"],
                    ]
                ]
            ], more: true)
        let shown = try frontEnd.messages(until: #""scene""#)
        let place = WidgetPlace(scene: try Self.member("scene", of: shown), widget: "puzzle")
        sent += shown
        var pictures: [Picture] = []
        for number in 0..<(kind.hasPictures ? 2 : 1) {
            if number > 0 {
                try asker.call("io.touchd.captcha.Refresh", challenge)
                sent = try asker.messages(until: #""start""#)
            }
            let captcha = try #require(
                rig.daemon.screen.withModel(at: place, as: SlideCaptcha.self) { captcha, _ in captcha })
            let inside = Inside(captcha, hasPictures: kind.hasPictures, size: Self.size)
            sent += try handIn(captcha, inside.corner, byTaps: usesTaps)
            sent += try waiter.messages(until: #""attempt""#)
            let known = kind.axes.map { inside.known($0, origin: Self.frame) }
            let isSolved = sent.contains { $0[...].holds(#""passed":true"#) }
            if isSolved { break }
            pictures.append(
                Picture(
                    messages: sent,
                    secret: zip(kind.axes, known).map { axis, known in
                        HiddenPlace(axis: axis, place: inside.target(axis), known: known)
                    },
                    other: zip(kind.axes, known).map { axis, known in
                        HiddenPlace(axis: axis, place: known.another(), known: known)
                    },
                    tolerance: [inside.tolerance, inside.tolerance / inside.scale]))
        }
        try asker.call("io.touchd.scene.Dismiss", ["scene": .string(place.scene)])
        _ = try frontEnd.messages(until: #""dismissed""#)
        _ = (asker.messages(), waiter.messages())
        return pictures
    }

    /// Moves the piece anywhere and hands it in, until that counts as an attempt; the events.
    private func handIn(_ captcha: SlideCaptcha, _ corner: Point, byTaps: Bool) throws -> [[UInt8]] {
        var events: [[UInt8]] = []
        let area = captcha.bar ?? captcha.picture
        func inView(_ place: Point) -> Point { place.offset(dx: Self.frame.minX, dy: Self.frame.minY) }
        for _ in 0..<100 {
            if byTaps {
                let place = inView(
                    Point(
                        x: .random(in: area.minX..<area.maxX, using: &random),
                        y: .random(in: area.minY..<area.maxY, using: &random)))
                for _ in 0..<2 { try rig.tap(place) }
            } else {
                let grip = Point(
                    x: corner.x + captcha.piece.size.width / 2,
                    y: captcha.bar == nil ? corner.y + captcha.piece.size.height / 2 : area.minY + area.size.height / 2)
                let track = Hand.submovements.track(on: .fixed(hertz: 120), using: &random)
                let pixel = 1 / 0.2
                try rig.finger(
                    track.reports.map { report in
                        (report.microseconds, inView(grip.offset(dx: report.x * pixel, dy: report.y * pixel)))
                    }, lift: track.liftMicroseconds)
            }
            events += frontEnd.messages()
            guard events.contains(where: { $0[...].holds(#""name":"completed""#) }) else { continue }
            if events.contains(where: { $0[...].holds(#""name":"judged""#) }) { return events }
            return try events + frontEnd.messages(until: #""name":"judged""#)
        }
        throw Silence("a message")
    }

    private static func member(_ key: String, of messages: [[UInt8]]) throws -> String {
        // A keep-alive reply may have followed it.
        let message = messages.last { $0[...].holds("\"\(key)\"") }
        let reply = try JSONObject(parsing: String(decoding: message ?? [], as: UTF8.self))
        return try #require(reply["parameters"]?.objectValue?[key]?.stringValue)
    }
}

/// Values known only to the model, read where no program could.
private struct Inside {
    let corner: Point
    let tolerance: Double
    let scale: Double
    private let target: Point
    private let captcha: SlideCaptcha

    init(_ captcha: SlideCaptcha, hasPictures: Bool, size: PictureSize) {
        let mirror = Mirror(reflecting: captcha)
        func read<Value>(_ name: String) -> Value {
            guard let value = mirror.descendant(name) as? Value else { preconditionFailure("there is no \(name)") }
            return value
        }
        self.captcha = captcha
        (corner, tolerance, scale, target) = (read("corner"), read("tolerance"), read("scale"), read("target"))
    }

    /// Where the piece belongs on an axis, in pixels of the picture.
    func target(_ axis: String) -> Double {
        axis == "x" ? (target.x - captcha.picture.minX) / scale : (target.y - captcha.picture.minY) / scale
    }

    /// Public facts about an axis.
    func known(_ axis: String, origin: Rect) -> HiddenPlace.Known {
        let isX = axis == "x"
        let (picture, piece) = (captcha.picture, captcha.piece.size)
        return HiddenPlace.Known(
            side: (isX ? picture.size.width : picture.size.height) / scale,
            piece: (isX ? piece.width : piece.height) / scale, inset: isX ? picture.minX : picture.minY,
            origin: isX ? origin.minX : origin.minY, scale: scale)
    }
}

/// Cryptographically random secrets of puzzles; the latest are remembered.
final class SeedLog: Sendable {
    private static let kept = 6
    private let latest = Mutex<[PictureSeed]>([])

    func next() -> PictureSeed {
        let seed = PictureSeed.random()
        latest.withLock { $0 = $0.suffix(Self.kept - 1) + [seed] }
        return seed
    }

    /// Each quarter of the latest secrets in every form: bytes, hexadecimal and base64 text, decimal numbers.
    var parts: [[UInt8]] {
        latest.withLock { $0 }.flatMap { seed in
            stride(from: 0, to: PictureSeed.byteCount, by: 8).flatMap { start in
                let bytes = Array(seed.bytes[start..<start + 8])
                let hexadecimal = bytes.flatMap { byte in
                    [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] }
                }
                let large = hexadecimal.map { $0 >= 97 ? $0 - 32 : $0 }
                let numbers = [bytes, bytes.reversed()].map { bytes in
                    Array(String(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }).utf8)
                }
                let texts = (0...2).map { behind in
                    let text = Base64.encode([UInt8](repeating: 0, count: behind) + bytes)
                    return Array(text[((behind * 8 + 5) / 6)..<((behind + 8) * 8 / 6)])
                }
                return [bytes, hexadecimal, large] + numbers + texts
            }
        }
    }
}
