import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import Varlink

/// Resources that one user could use up for the others.
@Suite(.showsLogs) struct FloodTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    @Test func `users that hold every connection leave some to administrators`() throws {
        var held: [KioskPeer] = []
        for user: UInt32 in 2_001...2_005 {
            for _ in 0..<64 { held.append(try kiosk.peer(as: Identity(user: user, group: user))) }
        }
        #expect(try kiosk.status("access")["rights"]?.arrayValue?.contains("administrator") == true)
        withExtendedLifetime(held) {}
    }

    @Test func `results without a finger do not push others out`() throws {
        let kept = try kiosk.results().count
        let client = try kiosk.peer(as: .nobody)
        for _ in 0..<100 {
            let made = try client.answer(to: "io.touchd.captcha.Create", ["kind": "gesture", "profile": "default"])
            _ = try client.answer(to: "io.touchd.captcha.Decline", ["challengeId": made["challengeId"]])
        }
        for _ in 0..<60 {
            let (screen, wait) = try kiosk.asking(as: .nobody)
            try kiosk.dismiss(screen, as: .nobody)
            #expect(try wait.last()["outcome"] == "cancelled")
        }
        #expect(try kiosk.results().count - kept <= 20)
        let leftOut = try kiosk.counters().first { $0["name"] == "results_left_out" }
        #expect(leftOut?["value"]?.integerValue ?? 0 >= 140)
    }

    @Test func `a right recovery key pushes nothing out either, and its first use has a result`() throws {
        try kiosk.enroll()
        let key = try kiosk.call("io.touchd.unlock.MakeRecoveryKey", ["user": "anna"])["key"] ?? .null
        let kept = try kiosk.results().count
        for _ in 0..<60 {
            let screen = try kiosk.present(Widgets.enrollment(), as: .nobody)
            let call: JSONObject = ["user": "anna", "key": key, "scene": .string(screen.scene), "widget": "pad"]
            let stream = try kiosk.stream("io.touchd.unlock.Recover", call, as: .nobody)
            try kiosk.settle()
            try kiosk.dismiss(screen, as: .nobody)
            #expect(try stream.last()["outcome"] == "cancelled")
        }
        let results = try kiosk.results()
        #expect(results.count - kept == 21)
        #expect(results[kept]["kind"] == "recovery")
    }

    @Test func `captchas of one user do not push out the verdicts of others`() throws {
        let victim = try kiosk.peer(as: .stranger)
        let hostile = try kiosk.peer(as: .nobody)
        let gesture: JSONObject = ["kind": "gesture", "profile": "default"]
        let own = try victim.answer(to: "io.touchd.captcha.Create", gesture)["challengeId"]
        _ = try victim.answer(to: "io.touchd.captcha.Decline", ["challengeId": own])
        for _ in 0..<1_100 {
            let made = try hostile.answer(to: "io.touchd.captcha.Create", gesture)
            _ = try hostile.answer(to: "io.touchd.captcha.Decline", ["challengeId": made["challengeId"]])
        }
        #expect(try victim.answer(to: "io.touchd.captcha.Await", ["challengeId": own])["outcome"] == "declined")
    }

    @Test func `a peer cannot fill the log`() throws {
        let client = try kiosk.peer(as: .nobody)
        for _ in 0..<500 {
            let answer = try client.answer(to: "io.touchd.token.Redeem", ["token": "x"])
            #expect(answer["passed"] == false)
        }
        let before = kiosk.log().count
        for _ in 0..<100 { try kiosk.call("io.touchd.manage.Status", as: .nobody) }
        #expect(kiosk.log().count == before)
        for _ in 0..<100 {
            let peer = try kiosk.peer(as: .nobody)
            try peer.send([0x7b, 0])
            _ = try peer.untilEnd()
        }
        #expect(kiosk.log().count < 200)
        // Another user's lines do not count.
        let stranger = try kiosk.peer(as: .stranger)
        try stranger.send([0x7b, 0])
        _ = try stranger.untilEnd()
        #expect(try kiosk.until { kiosk.log().contains { $0.contains("uid 65533") } })
    }

    private static let maxCount = 32
    private static let undrawn: JSONObject = ["profile": "simple", "puzzle": ["pictures": false]]

    @Test func `a thousand calls for challenges open thirty-two, and none of another user's`() throws {
        let client = try kiosk.peer()
        var (made, refused) = (0, 0)
        for _ in 0..<1_000 {
            try kiosk.advance(by: .microseconds(100))
            switch try client.answer(to: "io.touchd.captcha.Create", Self.undrawn)["error"] {
            case nil: made += 1
            case "io.touchd.captcha.TooManyChallenges": refused += 1
            case let error?: Issue.record("\(error)")
            }
        }
        #expect(made == Self.maxCount && refused == 1_000 - Self.maxCount)
        #expect(try kiosk.refusal("io.touchd.captcha.Create", Self.undrawn, as: .nobody) == nil)
    }

    /// Each has another size, so that none is drawn in advance, and one thread draws them one after the other: those
    /// whose callers disconnect come last.
    @Test func `callers that disconnect while their pictures are drawn leave no challenge open`() throws {
        func ask(_ widths: Range<Int>) throws -> [KioskPeer] {
            try widths.map { width in
                let client = try kiosk.peer()
                try client.call(
                    "io.touchd.captcha.Create", ["profile": "default", "puzzle": ["width": .integer(Int64(width))]])
                return client
            }
        }
        kiosk.clock.workTime = { .milliseconds(50) }
        let staying = try ask(540..<552)
        // Disconnected right after the call, while those before them are drawn.
        var leaving = try ask(400..<412)
        leaving.removeAll()
        // All others are drawn when this one is.
        try kiosk.call("io.touchd.captcha.Create", ["profile": "default", "puzzle": ["width": 500]])
        for client in staying { #expect(try client.next() != nil) }
        for place in staying.count + 1...Self.maxCount {
            let refusal = try kiosk.refusal("io.touchd.captcha.Create", Self.undrawn)
            #expect((refusal != nil) == (place == Self.maxCount), "\(place)")
        }
    }
}
