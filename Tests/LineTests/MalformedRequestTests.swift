import Glibc
import StrictJSON
import TestSupport
import Testing

/// Large numbers of invalid calls of `io.touchd.captcha`.
@Suite struct MalformedRequestTests {
    /// Number of calls: `make nightly` asks for a hundred thousand.
    private static let count =
        unsafe getenv("TOUCHD_REQUESTS").flatMap { unsafe Int(String(cString: $0)) } ?? 8_000
    private static let info = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]

    /// Number of calls after which every kind has come and the maximum of challenges is open.
    private static let warmUp = 4_000

    /// How much more memory a daemon may have at the end, in KiB.
    ///
    /// Pages that its allocator had not used before, and a picture that is being drawn at that moment. A hundred
    /// thousand calls need no more.
    private static let slack = 4_096

    @Test func `malformed calls are rejected, and leave nothing behind`() throws {
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
                // Answered with a result or an error, and the next call after it; or disconnected.
                if answer.isEmpty { ended += 1 } else { answered += 1 }
            }
            #expect(answered > Self.count / 4 && ended > Self.count / 20)
            try line.call("io.touchd.manage.Status")
            let (before, after) = (try #require(early), try Footprint(of: process))
            // The last peers may not have been closed yet.
            #expect(after.descriptors <= before.descriptors + 2)
            #expect(after.dirtyKiB <= before.dirtyKiB + Self.slack)
            // The challenge may be over: requesting other pictures too often costs attempts.
            let screen = try line.present(Widgets.whole)
            try line.draw("down 0 460,534")
            try screen.event("began")
        }
    }
}
