import EventLoop
import StrictJSON
import Testing
import TouchCore
import Varlink

/// How much a peer can make the server hold with incomplete messages.
@Suite struct HalfMessageTests {
    private static let ping = Array(#"{"method":"org.example.test.Ping"}"#.utf8) + [0]

    private static func half(_ bytes: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: bytes) }

    private static func limits(user: Int = .max, all: Int = .max, time: Interval = .seconds(60)) -> Limits {
        var limits = Limits()
        (limits.heldBytesPerUser, limits.heldBytes) = (user, all)
        limits.maxHalfMessage = time
        return limits
    }

    @Test func `a user's incomplete messages are limited over all connections, without affecting others`() throws {
        let rig = try Rig(limits: Self.limits(user: 300_000))
        let peers = try [1, 1, 1, 2].map { try rig.peer(of: $0) }
        for peer in peers { try rig.send(Self.half(140_000), from: peer) }
        #expect(peers.map(\.isClosed) == [false, false, true, false])
        #expect(rig.ends == [.tooMuchHeld(limit: 300_000)])
        // Completed messages free their quota.
        peers[0].close()
        try rig.settle()
        let next = try rig.peer(of: 1)
        try rig.send(Self.half(140_000), from: next)
        #expect(!next.isClosed)
    }

    @Test func `incomplete messages of all users are limited, except privileged and small ones`() throws {
        let rig = try Rig(limits: Self.limits(all: 300_000)) { $0.uid == 7 }
        let peers = try [1, 2, 3, 4, 7].map { try rig.peer(of: $0) }
        for (peer, bytes) in zip(peers, [140_000, 140_000, 140_000, 60_000, 140_000]) {
            try rig.send(Self.half(bytes), from: peer)
        }
        #expect(peers.map(\.isClosed) == [false, false, true, false, false])
    }

    @Test func `a completed message is not counted`() throws {
        let rig = try Rig(limits: Self.limits(user: 300_000))
        let peer = try rig.peer(of: 1)
        for _ in 0..<5 { try rig.send(Self.half(200_000) + Self.ping, from: peer) }
        #expect(peer.messages().count == 5 && !peer.isClosed)
    }

    @Test func `time does not run while nothing is read`() throws {
        let rig = try Rig(limits: Self.limits(time: .zero))
        let peer = try rig.peer()
        try rig.send(Array(#"{"method":"org.example.test.Wait"}"#.utf8) + [0] + Self.half(10), from: peer)
        #expect(rig.interface.waiting.count == 1 && rig.ends.isEmpty)
        rig.interface.waiting[0].reply(["text": "now"])
        while rig.ends.isEmpty { try rig.loop.runRound(timeout: .seconds(1)) }
        #expect(rig.ends == [.halfMessage(limit: .zero)])
    }
}
