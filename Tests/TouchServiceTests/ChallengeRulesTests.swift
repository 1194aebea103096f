import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchConfiguration
import TouchCore
import TouchModels
import Varlink

/// Rules of challenges of every kind: what a solution proves and clears, and what misses and replacements cost.
@Suite struct ChallengeRulesTests {
    private static let slide: JSONObject = [
        "profile": "default", "puzzle": ["width": 160, "height": 120], "maxAttempts": 10,
    ]
    private static let gesture: JSONObject = ["kind": "gesture", "profile": "default", "maxAttempts": 10]

    /// For five gestures, which take more than a minute.
    private static let patient = MissRule(
        misses: 5, window: .seconds(600), first: .seconds(60), maxWait: .seconds(600))

    private static func solve(
        _ shown: ShownChallenge, _ parameters: JSONObject, steps: JSONObject? = nil
    ) throws {
        if parameters["kind"] == "gesture" {
            try shown.play(try ShownChallenge.sequence(of: steps ?? shown.made))
        } else {
            try shown.tap(try shown.gap)
        }
    }

    private static func miss(_ shown: ShownChallenge, _ parameters: JSONObject) throws -> JSONObject {
        if parameters["kind"] == "gesture" {
            // The right number of touches, but no tap among them, or no hold.
            let sequence = try ShownChallenge.sequence(of: shown.made)
            let time: Int64 = sequence.steps.allSatisfy { $0 == .hold } ? 90 : 1_600
            for number in 0..<sequence.touchCount {
                try shown.rig.touch(
                    Point(x: 200 + Double(number * number), y: 222), for: time + Int64(number) * 7, after: 300)
            }
        } else {
            try shown.tap(try shown.beside)
        }
        return try shown.attempt()
    }

    @Test(arguments: [slide, gesture])
    func `a solution reports what was solved, how and after how many attempts`(parameters: JSONObject) throws {
        let shown = try ShownChallenge()
        try shown.show(parameters)
        #expect(try Self.miss(shown, parameters)["reason"] == "missed")
        let next = try shown.answer("Refresh")
        #expect((next["steps"] != nil) == (parameters["kind"] == "gesture"))
        try Self.solve(shown, parameters, steps: try shown.answer("Refresh"))
        #expect(try shown.attempt()["outcome"] == "passed")
        let verdict = try shown.answer("Await")
        #expect(verdict["outcome"] == "passed")
        let redeemed = try shown.rig.call("io.touchd.token.Redeem", ["token": verdict["token"]])
        let proof = redeemed["claims"]?.objectValue ?? [:]
        let captcha = proof["challenge"]?.objectValue ?? [:]
        let size = parameters["puzzle"]?.objectValue
        #expect(captcha["kind"]?.stringValue == (parameters["kind"] == "gesture" ? "gesture" : "slide"))
        #expect(captcha["profile"] == "default" && captcha["refreshes"] == 1 && proof["attempts"] == 2)
        #expect(captcha["width"] == size?["width"] && captcha["height"] == size?["height"])
        #expect(proof["input"] == "tap" && proof["provenance"] == "physical")
        let stored = try shown.rig.call("io.touchd.result.Get", ["id": verdict["resultId"]])["result"]?.objectValue
        #expect(stored?["challenge"]?.objectValue == captcha && stored?["attempt"] == 2)
    }

    @Test(arguments: [slide, gesture])
    func `two replacements are free, each further one costs an attempt and nothing else`(
        parameters: JSONObject
    ) throws {
        let shown = try ShownChallenge { $0.captcha.lockout = Self.patient }
        var wish = parameters
        wish["maxAttempts"] = 3
        try shown.show(wish)
        for _ in 0..<2 { #expect(try shown.answer("Refresh")["error"] == nil) }
        #expect(shown.waiter.messages().isEmpty)
        for number in 1...2 {
            #expect(try shown.answer("Refresh")["error"] == nil)
            let attempt = try shown.attempt()
            #expect(attempt["reason"] == "refreshed" && attempt["number"] == .integer(Int64(number)))
        }
        // The third attempt is used up: there is no other picture, and the challenge is over.
        #expect(try shown.answer("Refresh")["error"] == "io.touchd.captcha.NoPicture")
        #expect(try shown.answer("Await")["outcome"] == "failed")
        // However many there were, no panel has missed anything: a fifth miss by a finger is the first that locks it.
        for _ in 0..<10 {
            try shown.show(wish)
            for _ in 0..<4 { _ = try shown.answer("Refresh") }
        }
        for number in 1...5 {
            try shown.show(wish)
            #expect(try Self.miss(shown, wish)["waitUSec"] == (number < 5 ? nil : 60_000_000))
        }
    }

    /// A picture with a given target is never drawn in advance.
    @Test func `only one picture is drawn at a time`() throws {
        let shown = try ShownChallenge()
        var wish = Self.slide
        (wish["profile"], wish["given"]) = ("given", ["targetValue": 0.5])
        wish["puzzle"] = ["width": 160, "height": 120, "pictures": true]
        try shown.show(wish)
        shown.rig.clock.workTime = { .milliseconds(50) }
        let challenge: JSONObject = ["challengeId": .string(shown.name)]
        try shown.asker.call("io.touchd.captcha.Refresh", challenge)
        let second = try shown.rig.peer().answer(to: "io.touchd.captcha.Refresh", challenge)
        #expect(second["error"] == "io.touchd.captcha.NoPicture")
        #expect(try shown.asker.reply(with: "picture")["picture"] != nil)
        #expect(try shown.answer("Refresh")["error"] == nil)
    }

    @Test(arguments: [(slide, gesture), (gesture, slide)])
    func `a solution of one kind clears no miss of the other`(missed: JSONObject, solved: JSONObject) throws {
        let shown = try ShownChallenge { $0.captcha.lockout = Self.patient }
        for _ in 0..<4 {
            try shown.show(missed)
            #expect(try Self.miss(shown, missed)["waitUSec"] == nil)
        }
        try shown.show(solved)
        try Self.solve(shown, solved)
        #expect(try shown.attempt()["outcome"] == "passed")
        try shown.show(missed)
        #expect(try Self.miss(shown, missed)["waitUSec"] == 60_000_000)
        // While it waits, neither kind passes.
        try shown.show(solved)
        try Self.solve(shown, solved)
        #expect(try shown.attempt()["reason"] == "locked_out")
    }

    @Test(arguments: [slide, gesture])
    func `a decline reaches the screen, the caller and the results`(parameters: JSONObject) throws {
        let shown = try ShownChallenge()
        try shown.show(parameters)
        #expect(try shown.answer("Decline")["error"] == nil)
        #expect(try shown.frontEnd.reply(with: "declined")["event"]?.objectValue?["name"] == "declined")
        let verdict = try shown.waiter.reply(with: "outcome")
        #expect(verdict["outcome"] == "declined" && verdict["state"] == "declined" && verdict["token"] == nil)
        let last = try shown.rig.results().last
        #expect(last?["outcome"] == "cancelled" && last?["reason"] == "declined")
        // It is not a miss.
        try Self.solve(shown, parameters)
        #expect(shown.waiter.messages().isEmpty)
    }

    @Test func `a challenge is shown only in a widget of its kind`() throws {
        let shown = try ShownChallenge()
        try shown.show(Self.gesture)
        let name = try shown.rig.call("io.touchd.captcha.Create", Self.gesture)["challengeId"]?.stringValue ?? ""
        let refusal = try shown.rig.refusal(of: Widgets.captcha(name))
        #expect(refusal?.name == "io.touchd.scene.BadWidget")
        #expect(refusal?.parameters["reason"]?.stringValue?.contains("kind gesture") == true)
    }

    @Test func `a gesture set by the caller passes and proves nothing`() throws {
        let shown = try ShownChallenge()
        let steps: JSON = [["act": "tap", "count": 2], ["act": "hold", "count": 1]]
        try shown.show(["kind": "gesture", "profile": "given", "given": ["steps": steps]])
        #expect(shown.made["steps"] == steps)
        try shown.play(try ShownChallenge.sequence(of: shown.made))
        #expect(try shown.attempt()["outcome"] == "passed")
        let verdict = try shown.answer("Await")
        #expect(verdict["demo"] == true && verdict["token"] == nil)
    }

    /// The request is sent to the front end that shows it, and to no other client.
    @Test func `no event, verdict or result reveals the steps of a gesture`() throws {
        let shown = try ShownChallenge()
        try shown.show(Self.gesture)
        let sequence = try ShownChallenge.sequence(of: shown.made)
        try shown.play(sequence)
        var heard = try shown.waiter.messages(until: "outcome") + shown.frontEnd.messages()
        try shown.asker.call("io.touchd.result.List", [:])
        heard += try shown.asker.messages(until: "results")
        #expect(heard.count > sequence.touchCount)
        for message in heard {
            for word in ["steps", "\"act\"", "\"hold\"", sequence.text] where !word.allSatisfy(\.isNumber) {
                #expect(!message.contains(word.utf8), "\(word) in \(String(decoding: message, as: UTF8.self))")
            }
        }
    }

    @Test func `a round of a study is judged like any other, costs nothing, reports everything and proves nothing`()
        throws
    {
        let shown = try ShownChallenge()
        var wish = Self.slide
        wish["study"] = true
        // Often enough to lock the panel five times.
        for _ in 0..<25 {
            try shown.show(wish)
            #expect(try Self.miss(shown, wish)["waitUSec"] == nil)
        }
        try shown.show(wish)
        let gap = try shown.gap
        for pause: Int64 in [500, 80] { try shown.rig.touch(gap, for: 60, after: pause) }
        let attempt = try shown.attempt()
        #expect(attempt["outcome"] == "failed" && attempt["flaw"] == "track_too_early")
        let facts = attempt["facts"]?.objectValue ?? [:]
        #expect(facts["touches"] == 2 && facts["sinceShownUSec"]?.integerValue ?? 0 > 0)
        #expect(Set(facts.map(\.key)) == ["touches", "sinceShownUSec"])
        try shown.show(wish)
        try Self.solve(shown, wish)
        #expect(try shown.attempt()["outcome"] == "passed")
        let verdict = try shown.answer("Await")
        #expect(verdict["demo"] == true && verdict["token"] == nil)
    }
}
