import SeededNumbers
import Simulation
import StrictJSON
import Testing
import TouchConfiguration
import TouchCore
import TouchModels

@testable import TouchScreen
@testable import TouchService
@testable import TouchSessions

/// A challenge on the screen of a ``Kiosk``, and a person's actions on it.
final class ShownChallenge {
    static let frame = Rect(x: 40, y: 80, width: 480, height: 352)
    let rig: Kiosk
    let asker: KioskPeer
    let waiter: KioskPeer
    let frontEnd: KioskPeer
    private(set) var name = ""
    private(set) var place = WidgetPlace(scene: "", widget: "it")
    private(set) var made: JSONObject = [:]
    private var random = SplitMix64(seed: 3)

    /// - Parameter change: changes the default configuration.
    init(_ change: @escaping (inout Configuration) -> Void = { _ in }) throws {
        rig = try Kiosk.large(change)
        (asker, waiter, frontEnd) = try (rig.peer(), rig.peer(), rig.peer())
    }

    /// Makes a challenge and shows it in place of the previous one.
    func show(_ parameters: JSONObject, input: String = "tap") throws {
        if !place.scene.isEmpty {
            try asker.call("io.touchd.scene.Dismiss", ["scene": .string(place.scene)])
            _ = try frontEnd.reply(with: "dismissed")
        }
        (_, _) = (asker.messages(), waiter.messages())
        try asker.call("io.touchd.captcha.Create", parameters)
        made = try asker.reply(with: "challengeId")
        name = made["challengeId"]?.stringValue ?? ""
        try waiter.call("io.touchd.captcha.Await", ["challengeId": .string(name)], more: true)
        let kind = parameters["kind"] == "gesture" ? "gesture" : "captcha"
        let widget: JSON = [
            "id": "it", "kind": .string(kind), "x": .real(Self.frame.minX), "y": .real(Self.frame.minY),
            "width": .real(Self.frame.size.width), "height": .real(Self.frame.size.height),
            kind: ["challengeId": .string(name), "input": .string(input)],
        ]
        try frontEnd.call("io.touchd.scene.Present", ["widgets": [widget]], more: true)
        place = WidgetPlace(scene: try frontEnd.reply(with: "scene")["scene"]?.stringValue ?? "", widget: "it")
        try rig.settle()
    }

    /// The reply to a call for the challenge; or its error's parameters and, in `error`, its name.
    func answer(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONObject {
        var parameters = parameters
        parameters["challengeId"] = .string(name)
        return try asker.answer(to: "io.touchd.captcha.\(method)", parameters)
    }

    /// The next attempt reported to the waiting caller.
    func attempt() throws -> JSONObject { try waiter.reply(with: "\"attempt\"")["attempt"]?.objectValue ?? [:] }

    /// Touches with the rhythm of a person.
    func play(_ sequence: GestureSequence) throws {
        var last: GestureSequence.Step?
        for step in sequence.steps {
            let touches = if case .taps(let count) = step { count } else { 1 }
            for number in 0..<touches {
                let isPause = number == 0 && last != nil && step != .hold && last != .hold
                let pause = Int64((last == nil ? 500 : isPause ? 800 : 220) + random.below(40))
                let duration = Int64((step == .hold ? 720 : 70) + random.below(60))
                let spot = Point(x: 200 + 20 * random.unit(), y: 200 + 20 * random.unit())
                try rig.touch(spot, for: duration, after: pause)
                last = step
            }
        }
    }

    static func sequence(of reply: JSONObject) throws -> GestureSequence {
        let setting = TapGesture.asked(by: Settings(reading: reply))?["sequence"]
        let text: String? = if case .word(let text) = setting { text } else { nil }
        return try #require(text.flatMap { GestureSequence($0) })
    }

    var captcha: SlideCaptcha {
        get throws {
            try #require(rig.daemon.screen.withModel(at: place, as: SlideCaptcha.self) { captcha, _ in captcha })
        }
    }

    /// Where a tap moves the piece into its gap, in pixels of the view; read where no program could.
    var gap: Point {
        get throws {
            let captcha = try captcha
            let target = try #require(Mirror(reflecting: captcha).descendant("target") as? Point)
            return target.offset(
                dx: Self.frame.minX + captcha.piece.size.width / 2, dy: Self.frame.minY + captcha.piece.size.height / 2)
        }
    }

    /// A place far from the gap and from the piece: a tap there hands nothing in.
    var beside: Point {
        get throws {
            let (gap, captcha) = (try gap, try captcha)
            let corner = try #require(Mirror(reflecting: captcha).descendant("corner") as? Point)
            let (picture, piece) = (captcha.picture, captcha.piece.size)
            let held = Rect(
                x: Self.frame.minX + corner.x - 15, y: Self.frame.minY + corner.y - 15, width: piece.width + 30,
                height: piece.height + 30)
            let places = (1...19).flatMap { x in
                (1...19).map { y in
                    Point(
                        x: Self.frame.minX + picture.minX + picture.size.width * Double(x) / 20,
                        y: Self.frame.minY + picture.minY + picture.size.height * Double(y) / 20)
                }
            }
            return try #require(places.first { !held.contains($0) && $0.distance(to: gap) > 120 })
        }
    }

    /// Moves the piece there with a tap and hands it in with another, as a person does.
    func tap(_ spot: Point) throws {
        try rig.touch(spot, for: 90, after: 500)
        try rig.touch(spot.offset(dx: 3.5, dy: -2), for: 110, after: 700)
    }
}
