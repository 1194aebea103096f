import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchScreen
import Varlink

extension Kiosk {
    /// A front end that serves the screen and has received the present requests.
    func servingScreen(as identity: Identity? = nil) throws -> KioskStream {
        try watching("io.touchd.scene.Requests", as: identity)
    }
}

extension KioskStream {
    /// The next request.
    func wanted() throws -> JSONObject {
        let reply = try first { $0["wanted"] != nil }
        return reply["wanted"]?.objectValue ?? [:]
    }

    func id(of message: String) throws -> String {
        try first { $0[message] != nil }[message]?.stringValue ?? ""
    }
}

extension Widgets {
    static func pattern(for request: JSONObject, settings: JSONObject = [:]) -> JSON {
        guard case .object(var widget) = pattern(settings: settings) else { return .null }
        widget["request"] = request["id"]
        return .object(widget)
    }
}

/// Callers without a scene, and the front end that draws for them.
@Suite(.showsLogs) struct ScreenRequestTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    @Test func `a caller without a scene unlocks through the front end that serves the screen`() throws {
        try kiosk.enroll()
        let screen = try kiosk.servingScreen()
        let verification = try kiosk.stream(
            "io.touchd.unlock.Verify", ["user": "anna", "asking": ["prompt": "the till"]])
        let wanted = try screen.wanted()
        #expect(wanted["kind"] == "unlock" && wanted["user"] == "anna" && wanted["prompt"] == "the till")
        #expect(wanted["rows"] == 3 && wanted["columns"] == 3)
        let scene = try kiosk.present(Widgets.pattern(for: wanted))
        #expect(try verification.next()["ready"] == true)
        try kiosk.draw(dots: "1-4-8-5-9")
        let last = try verification.last()
        #expect(last["outcome"] == "passed" && last["token"] != nil)
        #expect(try screen.id(of: "over") == wanted["id"]?.stringValue)
        _ = scene
    }

    private final class Units: UnitSource {
        private(set) var asked: [(process: Int32, answer: (String?) -> Void)] = []
        func find(_ process: Int32, _ answer: @escaping (String?) -> Void) { asked.append((process, answer)) }
    }

    @Test func `a request names the unit of the program that asks`() throws {
        let units = Units()
        try kiosk.restartDaemon { $0.units = units }
        let screen = try kiosk.servingScreen()
        for unit in ["shop.service", nil] {
            let asking: JSONObject = ["secret": "pin", "prompt": unit.map { .string($0) }]
            let call = try kiosk.stream(
                "io.touchd.unlock.Verify", ["user": "anna", "asking": .object(asking)], as: .nobody)
            let late = try kiosk.stream("io.touchd.scene.Requests")
            #expect(try late.next()["requests"] == [])
            let question = try #require(units.asked.last)
            #expect(question.process == getpid())
            question.answer(unit)
            let program = unit.map { JSON.object(["pid": .integer(Int64(getpid())), "unit": .string($0)]) }
            for frontEnd in [screen, late] { #expect(try frontEnd.wanted()["program"] == program) }
            call.hangUp()
            try kiosk.settle()
        }
        #expect(units.asked.count == 2)
        // Whose caller has gone when the answer comes is told to nobody.
        let gone = try kiosk.stream("io.touchd.unlock.Verify", ["user": "anna"], as: .nobody)
        gone.hangUp()
        try kiosk.settle()
        units.asked.last?.answer("gone.service")
        let heard = screen.all.count
        let next = try kiosk.stream("io.touchd.unlock.Verify", ["user": "bert"], as: .nobody)
        units.asked.last?.answer("next.service")
        #expect(try screen.wanted()["user"] == "bert")
        #expect(screen.all.count == heard + 1)
        next.hangUp()
    }

    /// A front end that serves the screen, and a call for anna's pattern with the request that it makes.
    private func requested() throws -> (screen: KioskStream, call: KioskStream, wanted: JSONObject) {
        let screen = try kiosk.servingScreen()
        let call = try kiosk.stream("io.touchd.unlock.Verify", ["user": "anna"])
        return (screen, call, try screen.wanted())
    }

    @Test func `a front end that connects within five seconds finds the request`() throws {
        try kiosk.enroll()
        let verification = try kiosk.stream("io.touchd.unlock.Verify", ["user": "anna"])
        let screen = try kiosk.stream("io.touchd.scene.Requests")
        let late = try #require(try screen.next()["requests"]?.arrayValue?.first?.objectValue)
        #expect(late["user"] == "anna")
        let scene = try kiosk.present(Widgets.pattern(for: late))
        #expect(try verification.next()["ready"] == true)
        _ = scene
    }

    @Test func `without a front end the reply is NoFrontEnd after five seconds`() throws {
        try kiosk.enroll()
        let start = kiosk.clock.now
        let verify = try kiosk.refusal("io.touchd.unlock.Verify", ["user": "anna"])
        #expect(verify?.name == "io.touchd.unlock.NoFrontEnd")
        #expect(kiosk.clock.now.since(start) == .seconds(5))
        #expect(try kiosk.results().map { $0["kind"] } == ["enrollment"])
    }

    @Test func `requests of other users do not keep a program of root from the screen, which alone asks for others`()
        throws
    {
        try kiosk.enroll()
        let screen = try kiosk.servingScreen()
        var waiting: [KioskStream] = []
        for user in UInt32(2_001)...2_003 {
            let caller = Identity(user: user, group: user)
            func call(_ number: Int) -> JSONObject { ["user": "anna", "asking": ["asker": .string("user\(number)")]] }
            for number in 0..<8 {
                waiting.append(try kiosk.stream("io.touchd.unlock.Verify", call(number), as: caller))
                _ = try screen.wanted()
            }
            let ninth = try kiosk.refusal("io.touchd.unlock.Verify", call(9), as: caller)
            #expect(ninth?.parameters["reason"] == "requests")
        }
        let fourth = Identity(user: 2_004, group: 2_004)
        #expect(try kiosk.refusal("io.touchd.unlock.Verify", ["user": "anna"], as: fourth) != nil)
        for asker in ["bob", "carla"] {
            let call: JSONObject = ["user": "anna", "asking": ["asker": .string(asker)]]
            for _ in 0..<8 {
                waiting.append(try kiosk.stream("io.touchd.unlock.Verify", call))
                #expect(try screen.wanted()["uid"] == .integer(Int64(geteuid())))
            }
            #expect(try kiosk.refusal("io.touchd.unlock.Verify", call) != nil)
        }
        waiting.append(try kiosk.stream("io.touchd.unlock.Verify", ["user": "anna"]))
        #expect(try screen.wanted()["user"] == "anna")
    }

    @Test func `a front end that disconnects with the scene cancels`() throws {
        let request = try requested()
        try kiosk.present(Widgets.pattern(for: request.wanted)).hangUp()
        #expect(try request.call.last()["outcome"] == "cancelled")
    }

    @Test func `a caller that disconnects withdraws its request`() throws {
        let request = try requested()
        request.call.hangUp()
        #expect(try request.screen.id(of: "over") == request.wanted["id"]?.stringValue)
        let late = try kiosk.refusal(of: Widgets.pattern(for: request.wanted))
        #expect(late?.name == "io.touchd.scene.NoSuchRequest")
    }

    @Test(arguments: [["purpose": "enroll"], ["rows": 4, "columns": 4]] as [JSONObject])
    func `a widget that does not match the request is rejected, at no cost for the user, and one is shown once`(
        settings: JSONObject
    ) throws {
        let request = try requested()
        let refusal = try kiosk.refusal(of: Widgets.pattern(for: request.wanted, settings: settings))
        #expect(refusal?.name == "io.touchd.scene.BadWidget")
        let scene = try kiosk.present(Widgets.pattern(for: request.wanted))
        #expect(try request.call.next()["ready"] == true)
        #expect(try request.screen.id(of: "shown") == request.wanted["id"]?.stringValue)
        let again = try kiosk.refusal(of: Widgets.pattern(for: request.wanted))
        #expect(again?.name == "io.touchd.scene.NoSuchRequest")
        withExtendedLifetime(scene) {}
    }

    @Test func `an enrollment can be requested as well`() throws {
        let screen = try kiosk.servingScreen()
        let enrollment = try kiosk.stream("io.touchd.unlock.Enroll", ["user": "bert"])
        let wanted = try screen.wanted()
        #expect(wanted["kind"] == "enrollment")
        let scene = try kiosk.present(Widgets.pattern(for: wanted, settings: ["purpose": "enroll"]))
        try kiosk.draw(dots: "1-4-8-5-9")
        try scene.event("first_recorded")
        try kiosk.draw(dots: "1-4-8-5-9")
        #expect(try enrollment.last()["outcome"] == "passed")
    }

    @Test func `a captcha of another user is shown by the front end that serves the screen`() throws {
        let screen = try kiosk.servingScreen(as: .nobody)
        let made = try kiosk.call(
            "io.touchd.captcha.Create",
            ["profile": "given", "given": ["targetValue": 0.33], "maxAttempts": 1, "asking": [:]])
        let wanted = try screen.wanted()
        #expect(wanted["kind"] == "captcha" && wanted["id"] == made["challengeId"])
        let request = wanted["id"]?.stringValue ?? ""
        let own = try kiosk.refusal(of: Widgets.captcha(request), as: .nobody)
        #expect(own?.name == "io.touchd.scene.NoSuchChallenge")
        let answer = try kiosk.refusal("io.touchd.captcha.Await", ["challengeId": made["challengeId"]], as: .stranger)
        #expect(answer?.name == "io.touchd.captcha.NoSuchChallenge")
        let scene = try kiosk.present(Widgets.captcha(request: request), as: .nobody)
        let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": made["challengeId"] ?? .null])
        try kiosk.slide(to: 0.33, on: scene)
        let last = try verdict.last()
        #expect(last["outcome"] == "passed", "\(last), \(scene.names)")
    }

    @Test func `only front ends that listen can show requests`() throws {
        try kiosk.restartDaemon { $0.access = "group-frontend=games" }
        let games: UInt32 = 60
        let screen = try kiosk.servingScreen(as: .nobody.joining(games))
        let verification = try kiosk.stream("io.touchd.unlock.Verify", ["user": "anna"])
        let wanted = try screen.wanted()
        let theft = try kiosk.refusal(of: Widgets.pattern(for: wanted), as: .stranger.joining(games))
        #expect(theft?.name == "io.touchd.scene.NoSuchRequest")
        _ = verification
    }
}
