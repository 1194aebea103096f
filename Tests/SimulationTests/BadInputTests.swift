import Glibc
import SeededNumbers
import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Peers that send invalid data or do not read, while another one goes on.
@Suite struct BadInputTests {
    /// Runs `body` between two drawings; an unrelated front end must see both.
    private func withBystander(_ body: (Kiosk) throws -> Void) throws {
        try withKiosk { kiosk in
            let bystander = try kiosk.present(Widgets.pattern())
            try kiosk.draw(dots: "1-2-3-6")
            try bystander.event("judged")
            try body(kiosk)
            try kiosk.draw(dots: "1-4-7-8")
            try bystander.event("completed")
            try bystander.event("judged")
            #expect(bystander.failure == nil)
        }
    }

    @Test(arguments: [
        "\0", "hello\0", "{}\0", "[]\0", "{\"method\":7}\0", "{\"method\":\"a\"\0", "\u{1}\u{2}\u{3}\0",
        "{\"method\":\"a.b\",\"method\":\"a.b\"}\0", "GET / HTTP/1.1\r\n\r\n\0",
        "{\"method\":\"io.touchd.scene.Present\",\"parameters\":[]}\0",
    ])
    func `garbage ends only its own connection`(garbage: String) throws {
        try withBystander { kiosk in
            let client = try kiosk.peer()
            try client.send(Array(garbage.utf8))
            #expect(try client.untilEnd().isEmpty)
        }
    }

    @Test func `random bytes end only their own connection`() throws {
        try withBystander { kiosk in
            // The same bytes each time (xorshift), so that a failure can be reproduced.
            var random = SplitMix64(seed: 1)
            let bytes = (0..<4_096).map { _ in UInt8.random(in: 0...255, using: &random) }
            let client = try kiosk.peer()
            try client.send(bytes)
            #expect(try client.untilEnd().isEmpty)
        }
    }

    @Test func `a message truncated by the end of its connection has no effect`() throws {
        try withBystander { kiosk in
            let client = try kiosk.peer()
            try client.send(Array(#"{"method":"io.touchd.manage.Sta"#.utf8))
            try client.finishWriting()
            #expect(try client.untilEnd().isEmpty)
        }
    }

    @Test func `a message in pieces is one message`() throws {
        try withKiosk { kiosk in
            let client = try kiosk.peer()
            for byte in Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0] { try client.send([byte]) }
            try client.finishWriting()
            let answer = try client.untilEnd()
            #expect(answer.count == 1 && answer[0].contains(#""product":"touchd""#.utf8))
        }
    }

    @Test func `a message of more than a mebibyte ends only its own connection`() throws {
        try withBystander { kiosk in
            let client = try kiosk.peer()
            try client.send([UInt8](repeating: UInt8(ascii: " "), count: (1 << 20) + 1))
            #expect(try client.untilEnd().isEmpty)
            #expect(kiosk.log().contains { $0.contains("longer than 1048576 bytes") })
        }
    }

    @Test func `a message of a mebibyte is answered`() throws {
        try withKiosk { kiosk in
            let client = try kiosk.peer()
            let start = #"{"method":"org.varlink.service.GetInfo""#
            let blanks = String(repeating: " ", count: (1 << 20) - start.utf8.count - 1)
            try client.send(Array("\(start)\(blanks)}".utf8) + [0])
            try client.finishWriting()
            #expect(try !client.untilEnd().isEmpty)
        }
    }

    @Test func `endless nesting ends only its own connection`() throws {
        try withBystander { kiosk in
            let client = try kiosk.peer()
            let depth = 100_000
            let text = #"{"method":"a.b","parameters":{"x":"# + String(repeating: "[", count: depth)
            try client.send(Array(text.utf8) + [0])
            #expect(try client.untilEnd().isEmpty)
        }
    }

    @Test func `one user has at most sixty-four connections`() throws {
        try withBystander { kiosk in
            // The front end that observes has one of them.
            var clients: [KioskPeer] = []
            for _ in 0..<63 { clients.append(try kiosk.peer()) }
            let call = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]
            let beyond = try kiosk.peer()
            try beyond.send(call)
            #expect(try beyond.untilEnd().isEmpty)
            for client in clients {
                try client.send(call)
                try client.finishWriting()
                #expect(try !client.untilEnd().isEmpty)
            }
        }
    }

    @Test func `three hundred connections leave the daemon working`() throws {
        try withBystander { kiosk in
            var clients: [KioskPeer] = []
            for _ in 0..<300 { clients.append(try kiosk.peer()) }
            clients.removeAll()
            // Until the last of them has been closed, this user may be refused.
            #expect(
                try kiosk.until {
                    (try? kiosk.call("io.touchd.manage.Status"))?["access"]?.objectValue?["connections"] == 2
                })
        }
    }

    @Test func `three hundred connections of one user leave room for another`() throws {
        try withKiosk { kiosk in
            var clients: [KioskPeer] = []
            for _ in 0..<300 { clients.append(try kiosk.peer(as: .nobody)) }
            // Sixty-four of the user, and this call's own.
            #expect(
                try kiosk.until {
                    try kiosk.call("io.touchd.manage.Status")["access"]?.objectValue?["connections"] == 65
                })
            withExtendedLifetime(clients) {}
        }
    }

    @Test func `an endless series of calls in one write is answered`() throws {
        try withBystander { kiosk in
            let client = try kiosk.peer()
            let call = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]
            try client.send(Array(repeatElement(call, count: 1_000).joined()))
            try client.finishWriting()
            let answers = try client.untilEnd()
            #expect(answers.count == 1_000)
        }
    }
}
