import Glibc
import StrictJSON
import Testing

/// Calls of `io.touchd.captcha` that make no sense, in numbers.
@Suite struct MalformedRequestTests {
    /// How many: `make nightly` asks for a hundred thousand.
    private static let count =
        unsafe getenv("TOUCHD_REQUESTS").flatMap { unsafe Int(String(cString: $0)) } ?? 8_000
    private static let info = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]

    /// How many have come when every kind of them has and as many challenges are open as may be.
    private static let warmUp = 4_000

    /// How much more memory a daemon may have at the end, in KiB.
    ///
    /// Pages that its allocator had not touched before, and a picture more that is being drawn just then. A hundred
    /// thousand calls have no more.
    private static let slack = 4_096

    @Test func `malformed calls are refused, and nothing is left of them`() throws {
        try withLine { line in
            let challenge = try line.call(
                "io.touchd.captcha.Create", ["profile": "simple", "timeoutUSec": 600_000_000])["challenge"]
            var requests = MalformedRequests(seed: 25, challenge: challenge?.stringValue ?? "")
            let process = try #require(line.daemon).process
            var (answered, ended) = (0, 0)
            var early: Footprint?
            for number in 0..<Self.count {
                if number == Self.warmUp { early = try Footprint(of: process) }
                let request = requests.next()
                let client = try LineClient(line.socket)
                client.send(request.bytes)
                if request.hangsUp { continue }
                client.send(Self.info)
                client.finishWriting()
                let answer = try client.untilEnd()
                // Answered with what it is or with an error, and the next call after it; or hung up on.
                if answer.isEmpty { ended += 1 } else { answered += 1 }
            }
            #expect(answered > Self.count / 4 && ended > Self.count / 20)
            try line.call("io.touchd.manage.Status")
            let (before, after) = (try #require(early), try Footprint(of: process))
            // The last peers may not be off the books yet.
            #expect(after.descriptors <= before.descriptors + 2)
            #expect(after.dirtyKiB <= before.dirtyKiB + Self.slack)
            // The challenge that was asked about may be over: asking for other pictures too often costs attempts.
            let screen = try line.present(Widgets.whole)
            try line.draw("down 0 460,534")
            try screen.event("began")
        }
    }
}
