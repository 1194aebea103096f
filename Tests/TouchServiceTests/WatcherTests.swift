import CShims
import EventLoop
import StrictJSON
import Testing
import TouchVault
import Varlink

@testable import TouchService

/// Calls that watch, and that their peers give up.
@Suite struct WatcherTests {
    /// Hands every call to `take`.
    private final class Watched: Interface {
        let description = """
            interface org.example.watched

            # [Requires 'more' flag]
            method Watch() -> (ready: ?bool)

            """
        let take: (Call) -> Void

        init(_ take: @escaping (Call) -> Void) { self.take = take }

        func handle(_ call: Call) { take(call) }
    }

    private struct Held { weak var call: Call? }

    /// How many of `count` calls are kept after their peers hung up and one more came.
    private func kept(of count: Int, _ watch: @escaping (Call) -> Void) throws -> Int {
        var calls: [Held] = []
        let loop = try EventLoop()
        let interface = Watched { call in
            calls.append(Held(call: call))
            watch(call)
        }
        let identity = ServiceIdentity(vendor: "v", product: "p", version: "1", url: "file:///")
        let server = try Server(loop: loop, identity: identity, interfaces: [interface])
        defer { server.stop() }
        let message = Array(#"{"method":"org.example.watched.Watch","more":true}"#.utf8) + [0]
        for _ in 0..<count {
            var pair: [Int32] = [-1, -1]
            try #require(unsafe cshims_stream_pair(&pair) == 0)
            try server.adopt(connected: Descriptor(owning: pair[0]))
            let peer = Descriptor(owning: pair[1])
            let sent = unsafe message.withUnsafeBytes { unsafe cshims_send(peer.number, $0.baseAddress, $0.count) }
            try #require(sent == message.count)
            while try loop.runRound(timeoutMicroseconds: 0) {}
            _ = consume peer
            while try loop.runRound(timeoutMicroseconds: 0) {}
        }
        return calls.count { $0.call != nil }
    }

    @Test func `watchers of results that hung up are forgotten without any result`() throws {
        let vault = try Vault(path: Vault.inMemory)
        let log = ResultLog(vault: vault, boot: try BootID.current())
        #expect(try kept(of: 100) { log.watch($0, seesAll: true) } <= 16)
    }
}
