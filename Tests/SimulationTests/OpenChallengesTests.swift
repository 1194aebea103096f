import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import Varlink

@Suite(.showsLogs) struct OpenChallengesTests {
    private static let maxCount = 32
    private static let undrawn: JSONObject = ["profile": "simple", "puzzle": ["pictures": false]]

    private static func fill(_ kiosk: Kiosk, atMost limit: Int = 40) throws -> Int {
        for count in 0..<limit {
            guard let refusal = try kiosk.refusal("io.touchd.captcha.Create", undrawn) else { continue }
            #expect(refusal.name == "io.touchd.captcha.TooManyChallenges")
            return count
        }
        return limit
    }

    @Test func `ten thousand calls for challenges open thirty-two, and none of another user's`() throws {
        let kiosk = try Kiosk()
        let client = try kiosk.peer()
        var (made, refused) = (0, 0)
        for _ in 0..<10_000 {
            try kiosk.advance(by: .microseconds(100))
            switch try client.answer(to: "io.touchd.captcha.Create", Self.undrawn)["error"] {
            case nil: made += 1
            case "io.touchd.captcha.TooManyChallenges": refused += 1
            case let error?: Issue.record("\(error)")
            }
        }
        #expect(made == Self.maxCount && refused == 10_000 - Self.maxCount)
        #expect(try kiosk.refusal("io.touchd.captcha.Create", Self.undrawn, as: .nobody) == nil)
    }

    /// Each has another size, so that none is drawn in advance, and one thread draws them one after the other: those
    /// whose callers disconnect come last.
    @Test func `callers that disconnect while their pictures are drawn leave no challenge open`() throws {
        let kiosk = try Kiosk()
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
        #expect(try Self.fill(kiosk) == Self.maxCount - staying.count - 1)
    }
}
