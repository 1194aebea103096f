internal import Arguments
internal import Glibc
internal import StrictJSON
internal import Synchronization
internal import System
internal import TouchCore
internal import TouchModels
internal import Varlink

/// `touchctl demo`: a kiosk screen in a terminal, with a lock (a pattern or a PIN pad), a gesture to prove a finger, a
/// slider and an exit button.
///
/// Like every front end it only draws what the daemon reports; touches come from the panel.
struct Demo {
    private typealias Place = (x: Double, y: Double)

    private let session: Session
    private let user: String
    private let secret: String
    private let prompts: JSONObject
    private var view: Place = (1, 1)
    /// The parts of each widget, in pixels from its upper left corner, and where that is in the view.
    private var layout: [String: JSONObject] = [:]
    private var corners: [String: Place] = [:]
    /// Of the keys for the next entry, if they have moved.
    private var labels: [JSON] = []
    /// Whether each line has an arrow with its direction; bystanders could read a pattern from it.
    private let hasArrows: Bool
    private var dots: [Int] = []
    private var angles: [Double] = []
    private var tail: Place?
    private var mood = TerminalPicture.Color.accent
    private var prompt = ""
    /// Whether the prompt says what to do now, which a wait changes by itself.
    private var isInviting = true
    /// Whether another scene is above and gets the fingers.
    private var isCovered = false
    private let verification: Verification
    private var volume = 40.0
    private var challenge: JSONObject
    private var touches = 0
    private var proof = TerminalPicture.Color.quiet
    private var status = ExitStatus.refused
    private var isOpen = true

    private static let rhythm = ModelCatalog.rhythms[0].kind

    private static func widgets(_ challenge: JSON?, _ secret: String) -> JSON {
        func widget(
            _ id: String, _ kind: String, x: JSON, y: JSON, width: JSON, height: JSON, _ settings: JSON? = nil
        ) -> JSON {
            [
                "id": .string(id), "kind": .string(kind), "unit": "fractions", "x": x, "y": y, "width": width,
                "height": height, kind: settings,
            ]
        }
        return [
            widget(
                "lock", secret, x: 0.05, y: 0.1, width: 0.5, height: 0.75, secret == "pattern" ? ["trail": "live"] : nil
            ),
            widget("volume", "slider", x: 0.62, y: 0.3, width: 0.33, height: 0.1, ["max": 100, "value": 40]),
            widget("leave", "button", x: 0.7, y: 0.68, width: 0.17, height: 0.17),
            widget("proof", rhythm, x: 0.6, y: 0.44, width: 0.37, height: 0.2, ["challengeId": challenge]),
        ]
    }

    static func run(_ session: Session, user: String, hasArrows: Bool) throws(CommandError) -> ExitStatus {
        let wish: JSONObject = [
            "kind": .string(rhythm), "profile": "default", "maxAttempts": 10, "timeoutUSec": 600_000_000,
        ]
        let challenge = try session.call("io.touchd.captcha.Create", wish)
        let known = try Overview.user(user, session) ?? [:]
        let secret = known.texts("secrets").first ?? "pattern"
        let verification = Verification(session)
        verification.note(known)
        var demo = Demo(
            session: session, user: user, secret: secret, prompts: try session.prompts(), hasArrows: hasArrows,
            verification: verification, challenge: challenge)
        TerminalPicture.closeOnInterrupt()
        session.output(TerminalPicture.opening)
        defer { TerminalPicture.close() }
        let call: JSONObject = ["widgets": widgets(challenge["challengeId"], secret)]
        try session.stream("io.touchd.scene.Present", call, pulse: .milliseconds(500)) { reply throws(CommandError) in
            if let scene = reply.text("scene"), demo.layout.isEmpty { verification.start(user, on: scene) }
            try demo.hear(reply)
            if demo.isInviting { demo.invite() }
            session.output(demo.picture.text)
            return demo.isOpen
        }
        if demo.status == .passed { usleep(700_000) }  // a moment for the color
        if let failure = verification.failure.withLock({ $0 }) { throw .client(failure) }
        return demo.status
    }

    private mutating func hear(_ reply: JSONObject) throws(CommandError) {
        if let width = reply.number("viewWidth"), let height = reply.number("viewHeight") {
            (view, layout, isInviting) = ((width, height), [:], true)
            for one in reply.objects("layout") {
                let widget = one.text("widget") ?? ""
                layout[widget] = one.first { !["widget", "frame"].contains($0.key) }?.value.objectValue
                corners[widget] = (one.object("frame").number("x") ?? 0, one.object("frame").number("y") ?? 0)
            }
        }
        if case .bool(let isCovered)? = reply["covered"] { self.isCovered = isCovered }
        guard let event = reply["event"]?.objectValue, let name = event.text("name") else { return }
        let (entry, result) = (event.object(secret), event.object("judged"))
        switch (event["widget"], name) {
        case ("leave", "pressed"): isOpen = false
        case ("proof", _): try hearProof(event, name)
        case ("volume", _): volume = event["slider"]?.objectValue?["value"]?.doubleValue ?? volume
        case ("lock", "began"): (dots, angles, tail, mood) = ([], [], nil, .accent); say("drawing")
        case ("lock", "dot"):
            if let dot = entry.whole("dot") { dots.append(Int(clamping: dot)) }
            if let angle = entry.number("angle") { angles.append(angle) }
        case ("lock", "moved"): tail = place(entry, in: "lock")
        case ("lock", "completed"): tail = nil; say("checking")
        case ("lock", "judged") where result["passed"] == true:
            (mood, status, isOpen) = (.right, .passed, false)
            say("right")
        case ("lock", "judged"), ("lock", "too_short"), ("lock", "too_sparse"):
            (mood, tail) = (.wrong, nil)
            say(result.text("reason") ?? name, entry.first { $0.key.hasPrefix("min") }?.value.integerValue)
        case ("lock", "cleared"), ("lock", "cancelled"):
            (dots, angles, tail, mood, isInviting) = ([], [], nil, .accent, true)
        case ("lock", "placed") where entry["labels"] != nil: labels = entry["labels"]?.arrayValue ?? []
        case ("lock", "placed"): layout["lock"]?["dots"] = entry["dots"]
        default: break
        }
    }

    private mutating func hearProof(_ event: JSONObject, _ name: String) throws(CommandError) {
        switch name {
        case "began": (touches, proof) = (0, .accent)
        case "touched": touches = Int(clamping: event.object(Self.rhythm).whole("count") ?? 0)
        case "judged" where event["judged"]?.objectValue?["passed"] == true: proof = .right
        case "judged":
            (touches, proof) = (0, .wrong)
            let call: JSONObject = ["challengeId": challenge["challengeId"]]
            // There is none after the last attempt; the old one stays on screen without accepting touches.
            guard let other = try? session.call("io.touchd.captcha.Refresh", call) else { return }
            challenge["steps"] = other["steps"]
        case "cancelled": (touches, proof) = (0, .quiet)
        default: break
        }
    }

    /// Says what to do now: wait, as long as entries are refused, or draw.
    private mutating func invite() {
        let (end, isLocked) = verification.standing.withLock { $0 }
        let left = end?.since(.now) ?? .zero
        let (key, number) = left > .zero ? Words.waiting(left) : ("draw", 0)
        say(isCovered ? "covered" : isLocked ? "ask_staff" : key, number)
        isInviting = true
    }

    private mutating func say(_ key: String, _ number: Int64? = nil) {
        isInviting = false
        let parts =
            (prompts["\(secret)_\(key)"] ?? prompts[key] ?? prompts["refused"])?.stringValue?.parts(around: "{n}")
            ?? []
        prompt = parts.joined(separator: number.map { "\($0)" } ?? "")
    }

    private var picture: TerminalPicture {
        let mood = isCovered && isInviting ? .quiet : mood
        var picture = TerminalPicture(width: view.x, height: view.y)
        picture.write("touchd", .ink, x: view.x / 2, y: view.y * 0.03)
        let places = layout["lock"]?.objects("dots").compactMap { place($0, in: "lock") } ?? []
        let line = dots.filter(places.indices.contains).map { places[$0] }
        for (from, to) in zip(line, line.dropFirst()) { picture.line(mood, from: from, to: to) }
        if hasArrows {
            for (angle, (from, to)) in zip(angles, zip(line, line.dropFirst())) {
                picture.arrow(mood, angle: angle, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
            }
        }
        if let tail, let last = line.last { picture.line(mood, from: last, to: tail) }
        for (number, place) in places.enumerated() {
            let isOn = dots.contains(number)
            let dot = layout["lock"]?["numbered"] == true ? "\(number + 1)" : isOn ? "●" : "○"
            picture.write(isOn ? "(\(dot))" : dot, isOn ? mood : .quiet, x: place.x, y: place.y)
        }
        drawKeys(into: &picture, mood)
        picture.write(prompt, [.accent, .quiet].contains(mood) ? .ink : mood, x: view.x * 0.3, y: view.y * 0.92)
        let slider = layout["volume"] ?? [:]
        if let least = place(slider.object("minCenter"), in: "volume"),
            let most = place(slider.object("maxCenter"), in: "volume")
        {
            let thumb = (x: least.x + (most.x - least.x) * volume / 100, y: least.y)
            picture.line(.accent, from: least, to: thumb)
            picture.line(.quiet, from: thumb, to: most)
            picture.write("◉", .ink, x: thumb.x, y: thumb.y)
            picture.write(Words.whole(volume), .quiet, x: thumb.x, y: thumb.y + view.y * 0.08)
        }
        if let words = GestureWords(challenge) {
            picture.write(words.symbols, proof == .quiet ? .ink : proof, x: view.x * 0.785, y: view.y * 0.5)
            let done = proof == .right ? prompts.text("solved") ?? "" : "\(touches)/\(words.touches)"
            picture.write(done, proof, x: view.x * 0.785, y: view.y * 0.58)
            picture.write(words.sentence(prompts), .quiet, x: view.x * 0.5, y: view.y * 0.95, within: view.x)
        }
        picture.write("[  ✕  ]", .ink, x: view.x * 0.785, y: view.y * 0.77)
        return picture
    }

    /// The keypad, if the user has a PIN: the number of digits is not shown, because it is not reported.
    private func drawKeys(into picture: inout TerminalPicture, _ mood: TerminalPicture.Color) {
        let keys = layout["lock"]?.objects("keys") ?? []
        let labels = self.labels.isEmpty ? keys.compactMap { $0["label"] } : self.labels
        for (key, label) in zip(keys, labels.compactMap(\.stringValue)) {
            guard let corner = place(key, in: "lock"), let width = key.number("width"),
                let height = key.number("height")
            else { continue }
            let name = ["backspace": "⌫", "enter": "✓"][label] ?? label
            picture.write("[ \(name) ]", mood, x: corner.x + width / 2, y: corner.y + height / 2)
        }
    }

    private func place(_ object: JSONObject, in widget: String) -> Place? {
        guard let x = object.number("x"), let y = object.number("y"), let corner = corners[widget] else { return nil }
        return (corner.x + x, corner.y + y)
    }

    /// The call that the drawings are for, on a separate connection.
    private final class Verification: Sendable {
        let socket: String
        let silence: Interval
        let failure = Mutex<ClientError?>(nil)
        /// When entries are accepted again, and whether waiting does not help.
        let standing = Mutex<(end: Instant?, isLocked: Bool)>((nil, false))

        /// How the user stands, as a list of users or an attempt says.
        func note(_ fields: JSONObject) {
            let end = fields["waitUSec"]?.intervalValue.map(Instant.now.advanced(by:))
            standing.withLock { $0 = (end, fields["locked"] == true) }
        }

        init(_ session: Session) { (socket, silence) = (session.socket, session.silence) }

        /// At its end the scene is removed, which ends the picture.
        func start(_ user: String, on scene: String) {
            let call: JSONObject = [
                "user": .string(user), "scene": .string(scene), "widget": "lock", "maxAttempts": 20,
                "timeoutUSec": 600_000_000,
            ]
            Task.detached { [self] in
                do throws(ClientError) {
                    let client = try Client(socket, timeout: silence)
                    try client.stream("io.touchd.unlock.Verify", call) { reply in
                        if let attempt = reply["attempt"]?.objectValue { note(attempt) }
                        return true
                    }
                } catch { failure.withLock { $0 = error } }
                let last = try? Client(socket, timeout: silence)
                _ = try? last?.call("io.touchd.scene.Dismiss", ["scene": .string(scene)])
            }
        }
    }
}
