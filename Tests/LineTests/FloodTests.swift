import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Resources that one user could use up for the others.
@Suite(.needsRoot) struct FloodTests {
    private func withOpenLine(_ body: (Line) throws -> Void) throws {
        try withLine { line in
            line.openToEverybody()
            try body(line)
        }
    }

    @Test func `users that hold every connection leave some to administrators`() throws {
        try withOpenLine { line in
            var held: [Int32] = []
            for user: UInt32 in 2_001...2_005 {
                for _ in 0..<64 {
                    held.append(try Socket.connect(line.socket, as: Identity(user: user, group: user)))
                }
            }
            #expect(try line.call("io.touchd.manage.Status")["access"]?.objectValue?["role"] == "administrator")
            for socket in held { close(socket) }
        }
    }

    @Test func `results without a finger do not push others out`() throws {
        try withOpenLine { line in
            let kept = try line.results().count
            let client = try Socket.client(line.socket, as: .nobody)
            for _ in 0..<100 {
                let made = try client.call("io.touchd.captcha.Create", ["kind": "gesture", "profile": "default"])
                _ = try client.call("io.touchd.captcha.Decline", ["challenge": made["challenge"]])
            }
            for _ in 0..<60 {
                let screen = try line.present(Widgets.pattern(), as: .nobody)
                let wait = try line.stream(
                    "io.touchd.unlock.Verify", ["user": "anna", "scene": .string(screen.scene), "widget": "pad"],
                    as: .nobody)
                _ = try wait.next()
                try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)], as: .nobody)
                #expect(try wait.last()["outcome"] == "cancelled")
            }
            #expect(try line.results().count - kept <= 20)
            let counters = try line.call("io.touchd.monitor.Statistics")["counters"]?.arrayValue?.compactMap(
                \.objectValue)
            let leftOut = counters?.first { $0["name"] == "results_left_out" }
            #expect(leftOut?["value"]?.integerValue ?? 0 >= 140)
        }
    }

    @Test func `captchas of one user do not push out the verdicts of others`() throws {
        try withOpenLine { line in
            let victim = try Socket.client(line.socket, as: .stranger)
            let hostile = try Socket.client(line.socket, as: .nobody)
            let gesture: JSONObject = ["kind": "gesture", "profile": "default"]
            let own = try victim.call("io.touchd.captcha.Create", gesture)["challenge"]
            _ = try victim.call("io.touchd.captcha.Decline", ["challenge": own])
            for _ in 0..<1_100 {
                let made = try hostile.call("io.touchd.captcha.Create", gesture)
                _ = try hostile.call("io.touchd.captcha.Decline", ["challenge": made["challenge"]])
            }
            #expect(try victim.call("io.touchd.captcha.Await", ["challenge": own])["outcome"] == "declined")
        }
    }

    @Test func `a peer cannot fill the log`() throws {
        try withOpenLine { line in
            let client = try Socket.client(line.socket, as: .nobody)
            for _ in 0..<2_000 {
                let answer = try client.call("io.touchd.token.Redeem", ["token": "x"])
                #expect(answer["passed"] == false)
            }
            for _ in 0..<200 { try line.call("org.varlink.service.GetInfo", as: .nobody) }
            for _ in 0..<200 {
                let peer = try LineClient(line.socket, as: .nobody)
                peer.send([0x7b, 0])
                _ = try peer.untilEnd()
            }
            #expect(try line.log().count < 200)
            // Another user's lines do not count. The loop reports ends last, perhaps after the reload of log().
            let stranger = try LineClient(line.socket, as: .stranger)
            stranger.send([0x7b, 0])
            _ = try stranger.untilEnd()
            _ = try #require(line.daemon).errors.first { $0.contains("uid 65533") }
        }
    }

    @Test func `incomplete messages of one user do not fill the memory`() throws {
        try withOpenLine { line in
            let half = [UInt8](repeating: 0x20, count: 900 << 10)
            var peers: [LineClient] = []
            for _ in 0..<40 {
                let peer = try LineClient(line.socket, as: .nobody)
                peer.send(half)
                peers.append(peer)
            }
            _ = try #require(line.daemon).errors.first { $0.contains("incomplete messages") }
            // Connections that have ended count until the loop has nothing else to do.
            #expect(
                try Patience.until {
                    let access = try line.call("io.touchd.manage.Status")["access"]?.objectValue
                    return access?["connections"]?.integerValue ?? 99 < 10
                })
            withExtendedLifetime(peers) {}
        }
    }
}
