import Glibc
import SeededNumbers
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Peers that send invalid data or do not read, while another one goes on.
@Suite struct BadInputTests {
    /// Runs `body` between two drawings; an unrelated front end must see both.
    private func withBystander(_ body: (Line) throws -> Void) throws {
        try withLine { line in
            let bystander = try line.present(Widgets.pattern())
            try line.draw(dots: "1-2-3-6")
            try bystander.event("result")
            try body(line)
            try line.draw(dots: "1-4-7-8")
            try bystander.event("completed")
            try bystander.event("result")
            #expect(bystander.failure == nil)
        }
    }

    @Test(arguments: [
        "\0", "hello\0", "{}\0", "[]\0", "{\"method\":7}\0", "{\"method\":\"a\"\0", "\u{1}\u{2}\u{3}\0",
        "{\"method\":\"a.b\",\"method\":\"a.b\"}\0", "GET / HTTP/1.1\r\n\r\n\0",
        "{\"method\":\"io.touchd.scene.Present\",\"parameters\":[]}\0",
    ])
    func `garbage ends only its own connection`(garbage: String) throws {
        try withBystander { line in
            let client = try LineClient(line.socket)
            client.send(Array(garbage.utf8))
            #expect(try client.untilEnd().isEmpty)
        }
    }

    @Test func `random bytes end only their own connection`() throws {
        try withBystander { line in
            // The same bytes each time (xorshift), so that a failure can be reproduced.
            var random = SplitMix64(seed: 1)
            let bytes = (0..<4_096).map { _ in UInt8.random(in: 0...255, using: &random) }
            let client = try LineClient(line.socket)
            client.send(bytes)
            #expect(try client.untilEnd().isEmpty)
        }
    }

    @Test func `a message truncated by the end of its connection has no effect`() throws {
        try withBystander { line in
            let client = try LineClient(line.socket)
            client.send(Array(#"{"method":"io.touchd.manage.Sta"#.utf8))
            client.finishWriting()
            #expect(try client.untilEnd().isEmpty)
        }
    }

    @Test func `a message in pieces is one message`() throws {
        try withLine { line in
            let client = try LineClient(line.socket)
            for byte in Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0] { client.send([byte]) }
            client.finishWriting()
            let answer = try client.untilEnd()
            #expect(String(decoding: answer, as: UTF8.self).contains(#""product":"touchd""#))
        }
    }

    @Test func `a message of more than a mebibyte ends only its own connection`() throws {
        try withBystander { line in
            let client = try LineClient(line.socket)
            client.send([UInt8](repeating: UInt8(ascii: " "), count: (1 << 20) + 1))
            #expect(try client.untilEnd().isEmpty)
            let log = try #require(line.daemon).errors
            _ = try log.first { $0.contains("longer than 1048576 bytes") }
        }
    }

    @Test func `a message of a mebibyte is answered`() throws {
        try withLine { line in
            let client = try LineClient(line.socket)
            let start = #"{"method":"org.varlink.service.GetInfo""#
            let blanks = String(repeating: " ", count: (1 << 20) - start.utf8.count - 1)
            client.send(Array("\(start)\(blanks)}".utf8) + [0])
            client.finishWriting()
            #expect(try !client.untilEnd().isEmpty)
        }
    }

    @Test func `endless nesting ends only its own connection`() throws {
        try withBystander { line in
            let client = try LineClient(line.socket)
            let depth = 100_000
            let text = #"{"method":"a.b","parameters":{"x":"# + String(repeating: "[", count: depth)
            client.send(Array(text.utf8) + [0])
            #expect(try client.untilEnd().isEmpty)
        }
    }

    @Test func `one user has at most sixty-four connections`() throws {
        try withBystander { line in
            // The front end that observes has one of them.
            var clients: [LineClient] = []
            for _ in 0..<63 { clients.append(try LineClient(line.socket)) }
            let call = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]
            let beyond = try LineClient(line.socket)
            beyond.send(call)
            #expect(try beyond.untilEnd().isEmpty)
            for client in clients {
                client.send(call)
                client.finishWriting()
                #expect(try !client.untilEnd().isEmpty)
            }
        }
    }

    @Test func `three hundred connections leave the daemon working`() throws {
        try withBystander { line in
            var clients: [LineClient] = []
            for _ in 0..<300 { clients.append(try LineClient(line.socket)) }
            clients.removeAll()
            // Until the last of them has been closed, this user may be refused.
            #expect(
                Patience.until {
                    (try? line.call("io.touchd.manage.Status"))?["access"]?.objectValue?["connections"] == 2
                })
        }
    }

    @Test(.needsRoot) func `three hundred connections of one user leave room for another`() throws {
        try withLine { line in
            line.openToEverybody()
            var clients: [LineClient] = []
            for _ in 0..<300 { clients.append(try LineClient(line.socket, as: .nobody)) }
            // Sixty-four of the user, and this call's own.
            #expect(
                try Patience.until {
                    try line.call("io.touchd.manage.Status")["access"]?.objectValue?["connections"] == 65
                })
            withExtendedLifetime(clients) {}
        }
    }

    @Test func `an endless series of calls in one write is answered`() throws {
        try withBystander { line in
            let client = try LineClient(line.socket)
            let call = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]
            client.send(Array(repeatElement(call, count: 1_000).joined()))
            client.finishWriting()
            let answers = try client.untilEnd().split(separator: 0)
            #expect(answers.count == 1_000)
        }
    }
}
