import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchDevice

@Suite(.showsLogs) struct CaptchaJudgingTests {
    /// So tolerant that three drags cover every target.
    private static let lenient = "group-frontend=\n[captcha]\ntolerance=100"

    /// A challenge on screen, and the call that waits for its verdict.
    private static func show(
        _ kiosk: Kiosk, attempts: Int64 = 10
    ) throws -> (id: String, screen: Presentation<KioskStream>, verdict: KioskStream) {
        let made = try kiosk.call(
            "io.touchd.captcha.Create",
            [
                "profile": "simple", "maxAttempts": .integer(attempts), "puzzle": ["pictures": false],
                "claims": ["action": "print"],
            ])
        let id = made["challengeId"]?.stringValue ?? ""
        let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": .string(id)])
        return (id, try kiosk.present(Widgets.captcha(id)), verdict)
    }

    /// Drags as touchsim does: straight, at constant speed.
    private static func dragLikeAProgram(_ kiosk: Kiosk, to end: Int) throws {
        try kiosk.draw("line 460,534 \(end),534 speed 500 rate 125")
    }

    @Test func `a person's drag to the right place passes, and the token records how`() throws {
        let kiosk = try Kiosk { $0.access = Self.lenient + "\nlockout=off" }
        var (id, replies): (String, [JSONObject]) = ("", [])
        // Half of all targets are within reach of such a drag.
        for seed in 1...20 where replies.last?["outcome"] != "passed" {
            let shown = try Self.show(kiosk, attempts: 1)
            try kiosk.dragLikeAPerson(from: (460, 534), by: 240, seed: UInt64(seed))
            (id, replies) = (shown.id, try shown.verdict.rest())
            try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(shown.screen.scene)])
        }
        let last = try #require(replies.last)
        #expect(last["outcome"] == "passed")
        #expect(last["state"] == "judged")
        let attempt = replies.compactMap { $0["attempt"]?.objectValue }.last
        #expect(attempt?["input"] == "drag")
        let answer = try kiosk.call("io.touchd.token.Redeem", ["token": last["token"]])
        #expect(answer["claims"]?.objectValue?["challengeId"] == .string(id))
        #expect(answer["claims"]?.objectValue?["action"] == "print")
        #expect(answer["claims"]?.objectValue?["input"] == "drag")
        let after = try kiosk.call("io.touchd.captcha.Await", ["challengeId": .string(id)])
        #expect(after["state"] == "redeemed")
    }

    @Test func `a program's drag never passes, the caller gets the reason and the screen a miss`() throws {
        let kiosk = try Kiosk { $0.access = Self.lenient + "\nlockout=off" }
        let (_, screen, verdict) = try Self.show(kiosk, attempts: 3)
        for end in [700, 760, 820] {
            try Self.dragLikeAProgram(kiosk, to: end)
            let event = try screen.event("judged")
            #expect(event["passed"] == false)
            #expect(event["reason"] == "missed")
            if end < 820 { try screen.event("rearmed") }
        }
        #expect(!screen.names.contains("solved"))
        let attempts = try verdict.rest().compactMap { $0["attempt"]?.objectValue }
        #expect(attempts.map { $0["reason"] } == ["track_rejected", "track_rejected", "track_rejected"])
        #expect(attempts.map { $0["flaw"] } == ["track_even", "track_even", "track_even"])
    }

    @Test func `after five misses the panel waits, even after a restart of the daemon`() throws {
        let kiosk = try Kiosk { $0.access = "group-frontend=\n[captcha]\nlockout=5/60s:10min,15min" }
        var (_, screen, verdict) = try Self.show(kiosk, attempts: 5)
        for number in 1...5 {
            try Self.dragLikeAProgram(kiosk, to: 600)
            let event = try screen.event("judged")
            #expect(event["reason"] == (number < 5 ? "missed" : "locked_out"))
            if number < 5 { try screen.event("rearmed") }
        }
        let wait = try verdict.rest().compactMap { $0["attempt"]?.objectValue?["waitUSec"]?.integerValue }
        #expect(wait == [600_000_000])
        try kiosk.restartDaemon()
        (_, screen, verdict) = try Self.show(kiosk, attempts: 1)
        try kiosk.dragLikeAPerson(from: (460, 534), by: 200, seed: 4)
        let event = try screen.event("judged")
        #expect(event["reason"] == "locked_out")
        let left = try #require(event["waitUSec"]?.integerValue)
        #expect(left > 590_000_000 && left < 600_000_000)
        // It does not count as an attempt.
        let attempt = try verdict.next()["attempt"]?.objectValue
        #expect(attempt?["number"] == 0)
        #expect(
            try kiosk.call("io.touchd.result.List")["results"]?.arrayValue?.last?.objectValue?["reason"]
                == "locked_out")
    }

    @Test func `a challenge reports its progress, and can get more time`() throws {
        let kiosk = try Kiosk()
        let made = try kiosk.call(
            "io.touchd.captcha.Create",
            ["profile": "simple", "puzzle": ["pictures": false], "timeoutUSec": 20_000_000])
        let id: JSON? = made["challengeId"]
        func state() throws -> JSON? { try kiosk.call("io.touchd.captcha.Await", ["challengeId": id])["state"] }
        #expect(try state() == "issued")
        let screen = try kiosk.present(Widgets.captcha(id?.stringValue ?? ""))
        #expect(try state() == "shown")
        try kiosk.draw("down 0 460,534")
        try screen.event("began")
        #expect(try state() == "active")
        let longer = try kiosk.call("io.touchd.captcha.Extend", ["challengeId": id, "timeoutUSec": 600_000_000])
        let (left, first) = (longer["timeLeftUSec"]?.integerValue ?? 0, made["timeLeftUSec"]?.integerValue ?? 0)
        // Ten minutes in all.
        #expect((1...20_000_000).contains(first) && (20_000_001...600_000_000).contains(left))
        screen.hangUp()
    }

    /// nil: there are no pins, but panels of programs do not count.
    @Test(arguments: [true, false, nil])
    func `only a pinned panel counts`(isPinned: Bool?) throws {
        let kiosk = try Kiosk()
        let pin = try kiosk.devices().first?["pin"]?.stringValue ?? ""
        let other = String(repeating: "0", count: 32)
        try kiosk.restartDaemon {
            $0.trustsVirtual = isPinned != nil
            if let isPinned { $0.access += "\n[input]\npinned-panels=\(isPinned ? pin : other)" }
        }
        let challenge = try kiosk.challenge(at: 0.33)
        let screen = try kiosk.present(Widgets.captcha(challenge))
        try kiosk.slide(to: 0.33, on: screen)
        let event = try screen.event("judged")
        #expect(event["passed"] == .bool(isPinned == true))
        #expect(event["reason"] == (isPinned == true ? nil : "untrusted_panel"))
    }

    /// The gap is 6 pixels from the first tap, and the tolerance is 3.
    @Test(arguments: [(0, "failed"), (1, "failed"), (2, "passed"), (3, "passed"), (4, "passed"), (5, "failed")])
    func `each tap beside the knob nudges it by two pixels, and one on it hands it in`(
        nudges: Int, outcome: String
    ) throws {
        let kiosk = try Kiosk()
        let made = try kiosk.call(
            "io.touchd.captcha.Create",
            [
                "profile": "given", "given": ["targetValue": 0.5, "gapCenterY": .real(1.0 / 3)],
                "puzzle": ["drive": "bar"], "maxAttempts": 1,
            ])
        let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": made["challengeId"]])
        // In the middle of the view.
        let screen = try kiosk.present([
            "id": "puzzle", "kind": "captcha", "x": 440.0, "y": 250.0, "width": 400.0, "height": 300.0,
            "captcha": ["challengeId": made["challengeId"], "input": "tap"],
        ])
        try kiosk.draw("tap 634,534")
        for _ in 0..<nudges { try kiosk.draw("tap 675,534") }
        try kiosk.draw("tap 640,534")
        #expect(try screen.event("judged")["passed"] == .bool(outcome == "passed"))
        let places = screen.events.filter { $0["name"] == "moved" }.compactMap { $0["x"]?.doubleValue }
        #expect(places.map { Int($0.rounded()) } == (0...nudges).map { 174 + 2 * $0 })
        // All taps together are one gesture, and one attempt.
        #expect(screen.names.count { $0 == "began" } == 1)
        let replies = try verdict.rest()
        let attempts = replies.compactMap { $0["attempt"]?.objectValue }
        #expect(attempts.map { $0["input"] } == ["tap"])
        #expect(replies.last?["outcome"] == .string(outcome))
    }

    @Test func `a contact without a size is not a finger on a panel that always reports sizes`() throws {
        let kiosk = try Kiosk {
            $0.access = "group-frontend=\n[captcha]\ntolerance=100\nlockout=off"
            $0.description = try DeviceDescription(evemu: PanelFile.tenContacts(hasBreadth: true))
        }
        try kiosk.tap(times: 100, breadth: 12)
        var flaw: JSON?
        // Half of all targets are within reach of such a drag.
        for seed in 1...20 where flaw == nil {
            let made = try kiosk.call(
                "io.touchd.captcha.Create", ["profile": "simple", "maxAttempts": 1, "puzzle": ["pictures": false]])
            let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": made["challengeId"]])
            let screen = try kiosk.present(Widgets.captcha(made["challengeId"]?.stringValue ?? ""))
            try kiosk.dragLikeAPerson(from: (460, 534), by: 240, seed: UInt64(seed), breadth: 0)
            let attempt = try verdict.rest().compactMap { $0["attempt"]?.objectValue }.last
            #expect(attempt?["outcome"] == "failed")
            flaw = attempt?["flaw"]
            screen.hangUp()
        }
        #expect(flaw == "track_no_area")
    }
}
