import CAllocations
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct MalformedRequestTests {
    /// Number of calls: `make nightly` asks for a hundred thousand.
    private static let count = effort("TOUCHD_REQUESTS", usual: 6_000)
    private static let info = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]

    /// Number of calls after which every kind has come and the maximum of challenges is open.
    private static let warmUp = 4_000

    /// How many more bytes may be in use at the end: some for each thousand calls would be more.
    private static let slack = 256 << 10

    /// Open descriptors, and bytes in use: unlike pages, they do not depend on what ran before in this process.
    private static var footprint: (descriptors: Int, bytes: Int) {
        (TemporaryFolder.names(in: "/proc/self/fd").count, live_bytes_of_this_thread())
    }

    @Test func `malformed calls are rejected, and leave nothing behind`() throws {
        let kiosk = try Kiosk()
        let challenge = try kiosk.call(
            "io.touchd.captcha.Create", ["profile": "simple", "timeoutUSec": 600_000_000])["challengeId"]
        var requests = MalformedRequests(seed: 25, challenge: challenge?.stringValue ?? "")
        var (answered, ended) = (0, 0)
        var early = Self.footprint
        for number in 0..<Self.count {
            try kiosk.settle()
            if number == Self.warmUp { early = Self.footprint }
            let request = requests.next()
            try kiosk.advance(by: .milliseconds(1))
            let client = try kiosk.peer()
            try client.send(request.bytes)
            if request.hangsUp {
                client.hangUp()
                continue
            }
            try client.send(Self.info)
            try client.finishWriting()
            let answer = try client.untilEnd()
            // Answered with a result or an error, and the next call after it; or disconnected.
            if answer.isEmpty { ended += 1 } else { answered += 1 }
        }
        #expect(answered > Self.count / 4 && ended > Self.count / 20)
        try kiosk.call("io.touchd.manage.Status")
        // The daemon closes the last connection.
        try kiosk.settle()
        let late = Self.footprint
        #expect(late.descriptors == early.descriptors && late.bytes <= early.bytes + Self.slack)
        // The challenge may be over: requesting other pictures too often costs attempts.
        let screen = try kiosk.present(Widgets.whole)
        try kiosk.draw("down 0 460,534")
        try screen.event("began")
    }
}
