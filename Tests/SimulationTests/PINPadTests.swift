import Simulation
import StrictJSON
import TestSupport
import Testing

@Suite(.showsLogs) struct PINPadTests {
    private static let pin = "4071"
    /// The pad covers 300 × 400 pixels from 100, 100.
    static func pad(_ settings: JSONObject = [:]) -> JSON {
        [
            "id": "pad", "kind": "pin", "x": 100.0, "y": 100.0, "width": 300.0, "height": 400.0,
            "pin": .object(settings),
        ]
    }

    /// The labels of the next entry's keys.
    private static func labels(placedOn screen: Presentation<KioskStream>) throws -> [String] {
        try screen.event("placed")["labels"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    static func enroll(_ user: String, _ digits: String, _ kiosk: Kiosk, isScrambled: Bool = false) throws {
        let (screen, enrollment) = try kiosk.asking("Enroll", of: user, on: pad(["purpose": "enroll"]))
        let pad = screen.parts(of: "pad")
        #expect(enrollment.all.first?["ready"] == true && enrollment.all.first?["secret"] == "pin")
        try kiosk.enter(digits + ">", on: pad)
        #expect(try enrollment.next()["step"] == "first_recorded")
        try screen.event("first_recorded")
        try kiosk.enter(digits + ">", on: pad, labels: isScrambled ? Self.labels(placedOn: screen) : nil)
        #expect(try enrollment.last()["outcome"] == "passed")
        try screen.event("enrolled")
        try kiosk.dismiss(screen)
    }

    private static func verify(
        _ user: String, _ keys: String..., on kiosk: Kiosk, settings: JSONObject = [:]
    ) throws -> (replies: [JSONObject], events: [JSONObject], results: [Int]) {
        let (screen, verification) = try kiosk.asking(
            of: user, on: pad(settings), ["maxAttempts": .integer(Int64(keys.count))])
        var lengths: [Int] = []
        for keys in keys {
            try kiosk.enter(keys, on: screen.parts(of: "pad"))
            lengths.append(try screen.reply(withEvent: "judged").description.utf8.count)
        }
        let replies = try verification.rest()
        try kiosk.dismiss(screen)
        return (replies, screen.events, lengths)
    }

    @Test func `an entry joined by another panel proves nothing, even if both may unlock`() throws {
        let kiosk = try Kiosk { $0.panels = 2 }
        try Self.enroll("anna", Self.pin, kiosk)
        let (screen, verification) = try kiosk.asking(on: Self.pad(), ["maxAttempts": 2])
        let pad = screen.parts(of: "pad")
        try kiosk.enter("407", on: pad)
        try kiosk.enter("1>", on: pad, panel: "panel 2 ")
        let mixed = try verification.next()["attempt"]?.objectValue
        #expect(mixed?["outcome"] == "failed" && mixed?["reason"] == "untrusted_panel")
        try screen.event("cleared")
        try kiosk.enter(Self.pin + ">", on: pad, panel: "panel 2 ")
        #expect(try verification.last()["outcome"] == "passed")
    }

    @Test func `an enrolled PIN passes, another one fails and is counted`() throws {
        let kiosk = try Kiosk()
        try Self.enroll("anna", Self.pin, kiosk)
        #expect(try kiosk.users().map { $0["secrets"] } == [["pin"]])
        let wrong = try Self.verify("anna", "4072>", on: kiosk)
        #expect(wrong.replies.first?["attempt"]?.objectValue?["reason"] == "wrong_pin")
        #expect(wrong.replies.last?["outcome"] == "failed")
        #expect(try kiosk.users().first?["failedAttempts"] == 1)
        let right = try Self.verify("anna", "40<<4071>", on: kiosk)
        #expect(right.replies.last?["outcome"] == "passed")
        #expect(try kiosk.results().map { $0["secret"] } == ["pin", "pin", "pin"])
    }

    @Test func `nothing reveals the number of digits: no event, no field, no length`() throws {
        let kiosk = try Kiosk()
        try Self.enroll("anna", Self.pin, kiosk)
        let told = try Self.verify("anna", "8352>", "83529410>", "48<071<7>", "839204817265>", on: kiosk)
        #expect(Set(told.results).count == 1)
        let attempts = told.replies.filter { $0["attempt"] != nil }.map(\.description.utf8.count)
        #expect(attempts.count == 4 && Set(attempts).count == 1)
        let names = told.events.compactMap { $0["name"]?.stringValue }
        // A wrong one is cleared a second later, or by the next.
        #expect(Set(names).isSubset(of: ["began", "completed", "judged", "cleared"]), "\(names)")
        #expect(names.filter { $0 == "began" }.count == 4 && names.filter { $0 == "completed" }.count == 4)
        for event in told.events { #expect(event["count"] == nil && event["x"] == nil) }
    }

    @Test func `a common PIN is rejected at the first entry, before it is reported as good`() throws {
        let kiosk = try Kiosk()
        let (screen, enrollment) = try kiosk.asking("Enroll", on: Self.pad(["purpose": "enroll"]))
        try kiosk.enter("1234>", on: screen.parts(of: "pad"))
        #expect(try enrollment.next()["step"] == "too_common")
        #expect(try screen.event("judged", "first_recorded")["reason"] == "too_common")
        #expect(try kiosk.users().isEmpty)
    }

    @Test func `the digits of a scrambled pad move after each entry, to the places the daemon reports`() throws {
        let kiosk = try Kiosk { $0.access = "group-frontend=\n[unlock]\nscramble=yes" }
        try Self.enroll("anna", Self.pin, kiosk, isScrambled: true)
        let asked = try kiosk.asking(on: Self.pad(), ["maxAttempts": 6])
        let screen = asked.screen
        let pad = try #require(screen.parts(of: "pad"))
        var labels = pad["keys"]?.arrayValue?.compactMap { $0.objectValue?["label"]?.stringValue } ?? []
        var seen: Set<[String]> = []
        for _ in 0..<5 {
            seen.insert(labels)
            try kiosk.enter("8352>", on: pad, labels: labels)
            labels = try Self.labels(placedOn: screen)
        }
        #expect(seen.count > 2)
        #expect(labels.count == 12 && labels[9] == "backspace" && labels[11] == "enter")
        #expect(Set(labels) == Set((0...9).map { "\($0)" } + ["backspace", "enter"]))
    }
}
