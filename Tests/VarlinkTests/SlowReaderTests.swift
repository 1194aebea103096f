import EventLoop
import StrictJSON
import Testing
import TouchCore
import Varlink

@Suite struct SlowReaderTests {
    private let rig: Rig

    init() throws { rig = try Rig() }

    private func subscriber() throws -> RawPeer {
        let peer = try rig.peer()
        try rig.send([#"{"method":"org.example.test.Watch","more":true}"#], from: peer)
        return peer
    }

    /// Sends events until the kernel accepts no more, and returns a lower bound of their number.
    private func fill(_ call: Call) {
        let text = JSON.string(String(repeating: "x", count: 60_000))
        for _ in 0..<6 { call.replyContinuing(["event": text]) }
    }

    @Test func `a subscriber that never reads is disconnected, which is not reported inside the reply`() throws {
        let stalled = try subscriber()
        let call = rig.interface.waiting[0]
        var sent = 0
        while call.isOpen, sent < 100_000 {
            call.replyContinuing(["event": "something", "number": .integer(Int64(sent))])
            sent += 1
        }
        #expect(rig.interface.cancelled == 0)
        try rig.settle()
        #expect(sent < 100_000)
        #expect(rig.ends.map(\.description).first?.hasPrefix("the peer does not read") == true)
        #expect(rig.interface.cancelled == 1)
        #expect(!stalled.messages().isEmpty)
        #expect(stalled.isClosed)
    }

    @Test func `other subscribers get every event while one stalls`() throws {
        let stalled = try subscriber()
        let reading = try subscriber()
        var received = 0
        var reply = EncodedReply()
        for number in 0..<20_000 {
            reply.encode { $0.member("number", number) }
            for call in rig.interface.waiting where call.isOpen { call.replyContinuing(reply) }
            if number % 100 == 0 {
                received += reading.messages().count
                try rig.settle()
            }
        }
        received += reading.messages().count
        #expect(received == 20_000)
        #expect(stalled.isClosed)
    }

    @Test func `a connection ends even while another process has a copy of its descriptor`() throws {
        var limits = Limits()
        limits.connections = 1
        limits.reservedConnections = 0
        let rig = try Rig(limits: limits)
        rig.keepsCopies = true
        let peer = try rig.peer()
        try rig.send([#"{"method":"org.example.test.Watch","more":true}"#], from: peer)
        let refused = try rig.peer()
        #expect(refused.isClosed && !peer.isClosed)
        let call = rig.interface.waiting[0]
        while call.isOpen { call.replyContinuing(["event": "something"]) }
        #expect(peer.isClosed)
    }

    @Test func `a slow reader gets the newest movements, and everything else in order`() throws {
        let peer = try subscriber()
        let call = rig.interface.waiting[0]
        fill(call)
        for number in 1...50_000 {
            call.replyContinuing(["number": .integer(Int64(number))], .coalesce(key: 7))
            if number % 10_000 == 0 { call.replyContinuing(["event": .string("mark \(number)")]) }
            call.replyContinuing(["number": .integer(Int64(-number))], .coalesce(key: 8))
        }
        call.reply()
        #expect(call.connection.isOpen)
        var replies: [JSONObject] = []
        while replies.last?["parameters"] != [:] as JSON {
            replies += try peer.messages().map { try JSONObject(parsing: $0) }
            try rig.settle()
        }
        let events = replies.compactMap { $0["parameters"]?.objectValue?["event"]?.stringValue }
        #expect(events.filter { $0.hasPrefix("mark") } == (1...5).map { "mark \($0 * 10_000)" })
        let numbers = replies.compactMap { $0["parameters"]?.objectValue?["number"]?.integerValue }
        #expect(numbers == [50_000, -50_000])
    }

    @Test func `a reader that keeps up gets everything`() throws {
        let peer = try subscriber()
        let call = rig.interface.waiting[0]
        for number in 1...100 { call.replyContinuing(["number": .integer(Int64(number))], .coalesce(key: 7)) }
        #expect(peer.messages().count == 100)
    }

    @Test func `a batch reaches the peer only at its end, and completely`() throws {
        let peer = try subscriber()
        let call = rig.interface.waiting[0]
        rig.server.batch {
            for number in 1...3 { call.replyContinuing(["number": .integer(Int64(number))], .coalesce(key: 7)) }
            #expect(peer.messages().isEmpty)
        }
        #expect(peer.messages().count == 3)
    }

    @Test func `a call answered in a batch lets the next one begin`() throws {
        let peer = try rig.peer()
        let wait = #"{"method":"org.example.test.Wait"}"#
        try rig.send([wait, #"{"method":"org.example.test.Ping"}"#], from: peer)
        rig.server.batch { rig.interface.waiting[0].reply(["text": "done"]) }
        try rig.settle()
        #expect(peer.messages() == [#"{"parameters":{"text":"done"}}"#, #"{"parameters":{}}"#])
    }

    @Test func `an idle server with idle subscribers does not wake up`() throws {
        let peers = try (0..<10).map { _ in try subscriber() }
        for call in rig.interface.waiting { fill(call) }
        try rig.settle()
        #expect(try !rig.loop.runRound(timeout: .zero))
        #expect(peers.count == 10)
    }
}
