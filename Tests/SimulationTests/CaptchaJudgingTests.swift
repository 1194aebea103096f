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
        _ kiosk: Kiosk, attempts: Int64
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
            try kiosk.dismiss(shown.screen)
        }
        let last = try #require(replies.last)
        #expect(last["outcome"] == "passed" && last["state"] == "judged")
        let attempt = replies.compactMap { $0["attempt"]?.objectValue }.last
        #expect(attempt?["input"] == "drag")
        let claims = try kiosk.call("io.touchd.token.Redeem", ["token": last["token"]])["claims"]?.objectValue
        #expect(claims?["challengeId"] == .string(id) && claims?["action"] == "print" && claims?["input"] == "drag")
        let after = try kiosk.call("io.touchd.captcha.Await", ["challengeId": .string(id)])
        #expect(after["state"] == "redeemed")
    }

    /// On a panel of an impossible size, and without one, it is no easier.
    @Test(arguments: [nil, PanelTests.huge, PanelTests.tiny, PanelFile.withoutResolution])
    func `a program's drag never passes, the caller gets the reason and the screen a miss`(panel: String?) throws {
        let kiosk = try Kiosk {
            $0.access = Self.lenient + "\nlockout=off"
            if let panel { $0.description = try DeviceDescription(evemu: panel) }
        }
        let (_, screen, verdict) = try Self.show(kiosk, attempts: 3)
        for end in [700, 760, 820] {
            try Self.dragLikeAProgram(kiosk, to: end)
            let event = try screen.event("judged")
            #expect(event["passed"] == false && event["reason"] == "missed")
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
        #expect(try kiosk.results().last?["reason"] == "locked_out")
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

    @Test func `a contact without a size is not a finger on a panel that always reports sizes`() throws {
        let kiosk = try Kiosk {
            $0.access = Self.lenient + "\nlockout=off"
            $0.description = try DeviceDescription(evemu: PanelFile.tenContacts(hasBreadth: true))
        }
        try kiosk.tap(times: 100, breadth: 12)
        var flaw: JSON?
        // Half of all targets are within reach of such a drag.
        for seed in 1...20 where flaw == nil {
            let (_, screen, verdict) = try Self.show(kiosk, attempts: 1)
            try kiosk.dragLikeAPerson(from: (460, 534), by: 240, seed: UInt64(seed), breadth: 0)
            let attempt = try verdict.rest().compactMap { $0["attempt"]?.objectValue }.last
            #expect(attempt?["outcome"] == "failed")
            flaw = attempt?["flaw"]
            screen.hangUp()
        }
        #expect(flaw == "track_no_area")
    }
}
