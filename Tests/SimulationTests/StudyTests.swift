import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import Varlink

/// Rounds of a study: only on a screen whose person agrees, and nothing of them stays.
@Suite(.showsLogs) struct StudyTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    private static let round: JSONObject = [
        "kind": "gesture", "profile": "default", "maxAttempts": 1, "study": true, "asking": [:],
    ]

    /// A program that runs a study; its first round is refused because nobody agrees yet.
    private func study() throws -> KioskPeer {
        let study = try kiosk.peer()
        try study.call("io.touchd.captcha.Create", Self.round)
        _ = try study.reply(with: "NoFrontEnd")
        return study
    }

    /// A person agrees, on a page that serves the screen.
    private func consent() throws -> KioskStream {
        try kiosk.watching("io.touchd.scene.Requests", ["kinds": ["study"]])
    }

    /// A round on screen: its id, and its scene.
    private func show(_ study: KioskPeer, to person: KioskStream) throws -> (id: JSON, scene: Presentation<KioskStream>)
    {
        try study.call("io.touchd.captcha.Create", Self.round)
        let id = try #require(try person.wanted()["id"])
        #expect(try study.reply(with: "challengeId")["challengeId"] == id)
        try kiosk.call("io.touchd.captcha.Refresh", ["challengeId": id])
        let scene = try kiosk.present([
            "id": "round", "kind": "gesture", "x": 0.0, "y": 0.0, "width": 400.0, "height": 300.0, "request": id,
        ])
        return (id, scene)
    }

    /// A study whose first round is on screen.
    private func begin() throws -> (study: KioskPeer, person: KioskStream, id: JSON, scene: Presentation<KioskStream>) {
        let study = try study()
        let person = try consent()
        let (id, scene) = try show(study, to: person)
        return (study, person, id, scene)
    }

    @Test func `a round goes to a front end whose person agrees, and to no other`() throws {
        let others = [
            try kiosk.servingScreen(),
            try kiosk.stream("io.touchd.scene.Requests", ["kinds": ["captcha", "gesture"]]),
        ]
        let round = try begin()
        #expect(try round.person.id(of: "shown") == round.id.stringValue)
        for other in others { #expect(!other.all.contains { $0["wanted"] != nil }) }
    }

    @Test func `nobody agrees to a study that does not run, and consent ends with the study`() throws {
        let early = try kiosk.stream("io.touchd.scene.Requests", ["kinds": ["study"]])
        #expect(try early.last() == [:])
        let round = try begin()
        round.study.hangUp()
        #expect(try round.person.last() == [:])
        _ = try study()
    }

    @Test func `a second study is refused while one runs, which goes on`() throws {
        let first = try study()
        let person = try consent()
        for isShown in [false, true, false] {
            let second = try kiosk.refusal("io.touchd.captcha.Create", Self.round)
            #expect(second?.name == "io.touchd.captcha.Busy" && second?.parameters["reason"] == "study")
            guard isShown else { continue }
            let (id, scene) = try show(first, to: person)
            #expect(try kiosk.refusal("io.touchd.captcha.Create", Self.round) != nil)
            try kiosk.call("io.touchd.captcha.Decline", ["challengeId": id])
            #expect(try kiosk.call("io.touchd.captcha.Await", ["challengeId": id])["outcome"] == "declined")
            _ = scene
        }
        first.hangUp()
        #expect(try kiosk.refusal("io.touchd.captcha.Create", Self.round)?.name == "io.touchd.captcha.NoFrontEnd")
    }

    @Test func `a call with a wrong parameter begins no study`() throws {
        let wrong = try kiosk.peer()
        var wish = Self.round
        wish["profile"] = "simple"
        #expect(try wrong.answer(to: "io.touchd.captcha.Create", wish)["parameter"] == "profile")
        _ = try study()
        withExtendedLifetime(wrong) {}
    }

    @Test func `a round ends as cancelled when the last panel is gone`() throws {
        let round = try begin()
        try kiosk.unplug()
        #expect(try kiosk.call("io.touchd.captcha.Await", ["challengeId": round.id])["outcome"] == "cancelled")
        withExtendedLifetime(round) {}
    }

    @Test func `neither a round nor waiting for one leaves a result`() throws {
        let watch = try kiosk.watching("io.touchd.result.Watch")
        let study = try study()
        let person = try consent()
        for ending in ["Decline", "miss", "hang up"] {
            let (id, scene) = try show(study, to: person)
            switch ending {
            case "Decline": try kiosk.call("io.touchd.captcha.Decline", ["challengeId": id])
            case "miss":
                let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": id])
                for _ in 0..<12 { try kiosk.draw("tap 200,150") }
                let last = try verdict.last()
                #expect(last["outcome"] == "failed" && last["resultId"] == nil, "\(verdict.all)")
            default: study.hangUp()
            }
            scene.hangUp()
        }
        try kiosk.settle()
        #expect(try kiosk.results() == [])
        #expect(watch.all.count == 1)
    }

    /// The front end's five seconds and the challenge's may end at the same time.
    @Test func `a caller is told that no front end came also when its challenge ends first`() throws {
        var wish = Self.round
        wish["timeoutUSec"] = 1_000_000
        let refusal = try kiosk.refusal("io.touchd.captcha.Create", wish)
        #expect(refusal?.name == "io.touchd.captcha.NoFrontEnd")
    }
}
