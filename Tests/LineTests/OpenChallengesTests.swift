import StrictJSON
import Testing
import Varlink

/// The maximum number of open challenges, and abandoned ones.
@Suite struct OpenChallengesTests {
    private static let maxCount = 32
    private static let undrawn: JSONObject = ["profile": "simple", "pictures": false]

    /// Number of challenges made before one is refused.
    private static func fill(_ line: Line, atMost limit: Int = 40) throws -> Int {
        for count in 0..<limit {
            guard let refusal = try line.refusal("io.touchd.captcha.Create", undrawn) else { continue }
            #expect(refusal.name == "io.touchd.captcha.TooManyChallenges")
            return count
        }
        return limit
    }

    @Test func `ten thousand calls for challenges open thirty-two, and none of another user's`() throws {
        try withLine { line in
            line.openToEverybody()
            let client = try Socket.client(line.socket)
            var (made, refused) = (0, 0)
            for _ in 0..<10_000 {
                do {
                    _ = try client.call("io.touchd.captcha.Create", Self.undrawn)
                    made += 1
                } catch ClientError.remote(let refusal) {
                    #expect(refusal.name == "io.touchd.captcha.TooManyChallenges")
                    refused += 1
                }
            }
            #expect(made == Self.maxCount && refused == 10_000 - Self.maxCount)
            #expect(try line.refusal("io.touchd.captcha.Create", Self.undrawn, as: .nobody) == nil)
        }
    }

    /// Each has another size, so that none is drawn in advance, and one thread draws them one after the other: those
    /// whose callers disconnect come last.
    @Test func `callers that disconnect while their pictures are drawn leave no challenge open`() throws {
        try withLine { line in
            func ask(_ widths: Range<Int>) throws -> [LineClient] {
                try widths.map { width in
                    let client = try LineClient(line.socket)
                    let text =
                        #"{"method":"io.touchd.captcha.Create","parameters":{"profile":"default","width":\#(width)}}"#
                    #expect(client.send(Array(text.utf8) + [0]))
                    return client
                }
            }
            let staying = try ask(540..<552)
            // Disconnected right after the call, while those before them are drawn.
            var leaving = try ask(400..<412)
            leaving.removeAll()
            // All others are drawn when this one is.
            try line.call("io.touchd.captcha.Create", ["profile": "default", "width": 500])
            for client in staying { #expect(try client.message() != nil) }
            #expect(try Self.fill(line) == Self.maxCount - staying.count - 1)
        }
    }
}
