import SeededNumbers
import StrictJSON
import TestSupport
import TouchCore
import Varlink

/// What front ends, other programs and an administrator do.
extension Shift {
    private static let area: JSONObject = ["x": 320.0, "y": 80.0, "width": 640.0, "height": 640.0]

    private func widget(_ kind: String, _ member: String? = nil, _ settings: JSONObject = [:]) -> JSON {
        var widget = Self.area
        (widget["id"], widget["kind"]) = ("it", .string(kind))
        if let member { widget[member] = .object(settings) }
        return .object(widget)
    }

    /// Calls that fail because of what else happens are part of the shift.
    func attempt(_ body: () throws -> Void) throws {
        do { try body() } catch is ClientError {}
    }

    /// A call with `more` by a user, or by an administrator.
    func begin(_ method: String, _ parameters: JSONObject, of user: String? = nil, as who: Identity?) throws {
        try attempt {
            let stream = try kiosk.stream("io.touchd.\(method)", parameters, as: who)
            waiting.append(WaitingCall(name: method, user: user, stream: stream))
        }
    }

    func present() throws {
        let frontEnd = pick(frontEnds)
        if frontEnd.screen != nil { return try leave() }
        if idlers.isEmpty { try waitUntilIdle() }
        let kind = pick(["pattern", "pattern", "pattern", "pin", "pin", "button", "slider", "captcha"])
        note("user \(frontEnd.identity.user) shows a \(kind)", "show")
        try attempt {
            var widget = widget(kind)
            if kind == "pattern" {
                widget = self.widget(kind, kind, ["trail": .string(pick(trails))])
            }
            if kind == "captcha" {
                let made = try kiosk.call(
                    "io.touchd.captcha.Create", ["profile": "simple", "puzzle": ["pictures": false]],
                    as: frontEnd.identity)
                widget = self.widget(kind, kind, ["challengeId": made["challengeId"], "input": "tap"])
                let awaited: JSONObject = ["challengeId": made["challengeId"]]
                try begin("captcha.Await", awaited, as: frontEnd.identity)
            }
            frontEnd.screen = try Presentation([widget], on: kiosk, as: frontEnd.identity)
            frontEnd.kind = kind
        }
    }

    func waitUntilIdle() throws {
        if idlers.count > 2 { return idlers.removeFirst().hangUp() }
        // Short times could tell how a secret is entered.
        let time = Int64(1 + random.below(pick([3, 120]))) * 1_000_000
        note("a program waits until nobody touches for \(time) µs", "wait until idle")
        try attempt {
            idlers.append(try kiosk.stream("io.touchd.device.Idle", ["afterUSec": .integer(time)], as: Self.backend))
        }
    }

    /// A front end takes away what it shows, hangs up or crashes.
    func leave() throws {
        let frontEnd = pick(frontEnds)
        guard let screen = frontEnd.screen else { return }
        try check()
        if happens(onceIn: 2) {
            note("user \(frontEnd.identity.user) takes its scene away", "dismiss")
            try attempt {
                try kiosk.dismiss(screen, as: frontEnd.identity)
            }
        } else {
            note("the front end of user \(frontEnd.identity.user) ends", "front end ends")
            screen.hangUp()
        }
        forget(frontEnd)
    }

    /// A program asks for an unlock: on a lock that is shown, or on whatever front end serves the screen.
    func askForUnlock() throws {
        let locks = frontEnds.filter { $0.screen != nil && ($0.kind == "pattern" || $0.kind == "pin") }
        let frontEnd = locks.isEmpty ? pick(frontEnds) : pick(locks)
        var call: JSONObject = [
            "maxAttempts": .integer(Int64(1 + random.below(5))),
            "timeoutUSec": .integer(Int64(1 + random.below(120)) * 1_000_000),
        ]
        let user = pick(["anna", "bert", "nobody-here"])
        call["user"] = .string(user)
        if let screen = frontEnd.screen, frontEnd.kind == "pattern" || frontEnd.kind == "pin" {
            (call["scene"], call["widget"]) = (.string(screen.scene), "it")
            let owner = frontEnd.kind == "pin" ? "bert" : "anna"
            if !happens(onceIn: 5) { call["user"] = .string(owner) }
        }
        note("a program asks for an unlock of \(call["user"]?.stringValue ?? "")", "ask for an unlock")
        try begin("unlock.Verify", call, of: call["user"]?.stringValue, as: frontEnd.identity)
        if happens(onceIn: 6), var last = waiting.popLast() {
            note("and hangs up", "hang up")
            try hear(&last)
            last.stream.hangUp()
        } else {
            for _ in 0..<random.below(5) { try enter(on: frontEnd) }
        }
    }

    /// Somebody works on the challenge on screen, or a program spoils it.
    func solve() throws {
        guard let frontEnd = frontEnds.first(where: { $0.screen != nil && $0.kind == "captcha" }) else {
            return try present()
        }
        note("somebody works on a captcha", "captcha")
        for _ in 0..<2 where kiosk.panels[0].fingers.isEmpty {
            let place = Point(x: 330 + Double(random.below(620)), y: 620 + Double(random.below(80)))
            try kiosk.finger([(0, place)], lift: 90_000, after: 500_000)
        }
        if happens(onceIn: 5), let call = waiting.last(where: { $0.name == "captcha.Await" }) {
            note("the caller of the captcha hangs up", "hang up")
            call.stream.hangUp()
        }
        _ = frontEnd
    }

    func administrate() throws {
        try attempt {
            switch random.below(14) {
            case 0:
                note("an administrator disables and enables anna", "restrict")
                try kiosk.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": true])
                try kiosk.advance(by: .milliseconds(Int64(random.below(2_000))))
                try kiosk.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": false])
            case 1, 2:
                let user = pick(["anna", "bert"])
                note("an administrator clears the wait of \(user)", "clear a wait")
                // Whether a call that gets no answer has cleared it is not known, nor what was being compared.
                people[user] = Person(countsFrom: kiosk.clock.now.advanced(by: .seconds(20)))
                try kiosk.call("io.touchd.unlock.ClearWait", ["user": .string(user)])
            case 3:
                note("a reload with another trail", "reload: trail")
                let trail = pick(["live", "count"])
                try reload { $0.access += "\n[unlock]\ntrail=\(trail)" }
            case 4:
                note("a reload of a broken file", "reload: broken")
                let reply = try reload { $0.access += "\n[unlock]\ntrail=sometimes" }
                try rule("a broken file is refused", reply["applied"] == false, "\(reply)")
                try reload { _ in }
            case 9:
                note("a reload without virtual panels", "reload: panels")
                try reload { $0.trustsVirtual = false }
            case 10:
                note("a reload that leaves the screen to one user", "reload: screen")
                try reload { $0.access += "\nscreen=\(frontEnds[0].identity.user)" }
                try check()
                try rule("who may not present has no scene", frontEnds[1].screen == nil, "\(frontEnds[1].kind)")
            case 11:
                note("a reload without a guard after waking", "reload: input")
                try reload { $0.input = "wake-guard=0" }
            case 5:
                note("the screen is cleaned", "clean")
                try kiosk.call("io.touchd.manage.StartCleaning", ["durationUSec": 5_000_000])
                if happens(onceIn: 2) { try kiosk.call("io.touchd.manage.StopCleaning") }
            case 6:
                note("a front end asks who can unlock", "look")
                try kiosk.call("io.touchd.unlock.Users", as: frontEnds[1].identity)
            case 7:
                note("a front end asks for the status, a backend and operator for counters and recording", "look")
                try kiosk.call("io.touchd.manage.Status", as: frontEnds[1].identity)
                for method in ["Statistics", "Recording"] {
                    try kiosk.call("io.touchd.monitor.\(method)", as: Self.backend)
                }
            case 12:
                note("the view gets lower, and higher again", "view")
                for height in [720, 800] {
                    try kiosk.call("io.touchd.manage.SetView", ["width": 1_280, "height": .integer(Int64(height))])
                    try kiosk.advance(by: .milliseconds(Int64(random.below(2_000))))
                }
            case 13: try askForEnrollment()
            default:
                note("an administrator reads results and status", "look")
                _ = try kiosk.call("io.touchd.result.List", ["limit": 20])
                _ = try kiosk.call("io.touchd.manage.Status")
                try checkCounters()
            }
        }
    }

    private func askForEnrollment() throws {
        let user = pick(["carla", "dora"])
        var parameters: JSONObject = ["user": .string(user)]
        let isWanted = !happens(onceIn: 3)
        note("an enrollment of \(user) is \(isWanted ? "" : "no longer ")asked for", "ask for an enrollment")
        if !isWanted { parameters["withdraw"] = true }
        let id = try kiosk.call("io.touchd.unlock.AskEnrollment", parameters)["asked"]?.objectValue?["id"]
        let asked = try kiosk.call("io.touchd.unlock.Users", ["name": .string(user)])["asked"]?.arrayValue ?? []
        try rule(
            "only the last request counts", asked.map { $0.objectValue?["id"] } == (isWanted ? [id] : []), "\(asked)")
    }

    /// A peer that breaks the rules, or does not end what it begins.
    func annoy() throws {
        try attempt {
            let peer = try kiosk.peer(as: Identity(user: 1_002, group: 1_002))
            defer { peer.hangUp() }
            let bytes = pick(["{\"method\":", "\u{0}", "[]\u{0}", "{\"method\":\"io.touchd.manage.Status\"}\u{0}"])
            note("a peer sends \(bytes.utf8.count) odd bytes", "odd bytes")
            try peer.send(Array(bytes.utf8))
            _ = peer.all
            if peer.isEnded, kiosk.isPowered { refusals["connections_dropped", default: 0] += 1 }
            guard happens(onceIn: 4) else { return }
            note("a peer connects seventy times", "connections")
            let peers = try (0..<70).map { _ in try kiosk.peer(as: Identity(user: 1_003, group: 1_003)) }
            for peer in peers {
                _ = peer.all
                if peer.isEnded { refusals["connections_refused", default: 0] += 1 }
            }
        }
    }

    // MARK: - Enrollment

    func enrollDuress() throws {
        let replies = try kiosk.verify(drawing: Self.everyday, with: ["claims": ["audience": "io.touchd.unlock"]])
        let more: JSONObject = ["proof": replies.last?["token"], "slot": "duress"]
        let (entry, enrollment) = try kiosk.asking("Enroll", on: Widgets.enrollment(), more)
        for _ in 0..<2 {
            try kiosk.draw(dots: Self.duress)
            try kiosk.advance(by: .seconds(1))
        }
        guard try enrollment.last()["outcome"] == "passed" else { throw Silence("a duress secret") }
        hasDuress = true
        try kiosk.dismiss(entry)
    }

    func enrollPIN() throws {
        let screen = try Presentation([widget("pin", "pin", ["purpose": "enroll"])], on: kiosk)
        let enrollment = try kiosk.stream(
            "io.touchd.unlock.Enroll", ["user": "bert", "scene": .string(screen.scene), "widget": "it"])
        _ = try enrollment.next()
        for _ in 0..<2 {
            try kiosk.enter(Self.pin + ">", on: screen.parts(of: "it"))
            try kiosk.advance(by: .seconds(1))
        }
        guard try enrollment.last()["outcome"] == "passed" else { throw Silence("a PIN") }
        try kiosk.dismiss(screen)
    }
}
