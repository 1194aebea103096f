import EventLoop
import StrictJSON
import Testing
import TouchCore
import Varlink

private func echo(_ text: String, flags: String = "") -> String {
    #"{"method":"org.example.test.Echo","parameters":{"text":"\#(text)"}\#(flags)}"#
}

private let wait = #"{"method":"org.example.test.Wait"}"#
private let oneway = #","oneway":true"#

@Suite struct ConnectionTests {
    private let rig: Rig
    private let peer: RawPeer

    init() throws {
        rig = try Rig()
        peer = try rig.peer()
    }

    @Test func `many calls of one connection leave turns to others`() throws {
        let other = try rig.peer()
        let calls = (0..<200).map { echo("\($0)") }
        _ = peer.send(Array(calls.map { Array($0.utf8) + [0] }.joined())[...])
        _ = other.send((Array(echo("other").utf8) + [0])[...])
        while other.messages().isEmpty { try rig.loop.runRound(timeout: .zero) }
        #expect(rig.interface.handled.count < 200)
    }

    @Test func `large replies to many pipelined calls arrive completely`() throws {
        let call = #"{"method":"org.example.test.Repeat","parameters":{"count":100000}}"#
        try rig.send(Array(repeating: call, count: 30), from: peer)
        var lengths: [Int] = []
        while lengths.count < 30, !peer.isClosed {
            lengths += peer.messages().map(\.utf8.count)
            try rig.settle()
        }
        #expect(lengths == Array(repeating: 100_000 + #"{"parameters":{"text":""}}"#.utf8.count, count: 30))
    }

    @Test func `the next call begins only after the last reply to the previous one`() throws {
        try rig.send([wait, echo("second")], from: peer)
        #expect(rig.interface.handled == ["Wait"])
        rig.interface.waiting[0].reply(["text": "first"])
        try rig.settle()
        #expect(peer.messages() == [#"{"parameters":{"text":"first"}}"#, #"{"parameters":{"text":"second"}}"#])
    }

    @Test func `nothing is read while a call is open`() throws {
        try rig.send([wait], from: peer)
        let block = [UInt8](repeating: 0x20, count: 1 << 16)[...]
        var taken = 0
        for _ in 0..<1_000 {
            taken += max(peer.send(block), 0)
            try rig.settle()
        }
        #expect(taken < 2 << 20)
    }

    @Test(arguments: [true, false])
    func `calls before the end of writing are answered, then the connection closes`(isLong: Bool) throws {
        let texts = isLong ? [Self.long] : ["a", "b"]
        _ = peer.send(Array(texts.map { Array(echo($0).utf8) + [0] }.joined())[...])
        peer.finishWriting()
        try rig.settle()
        #expect(peer.messages() == texts.map { #"{"parameters":{"text":"\#($0)"}}"# })
        #expect(peer.isClosed)
    }

    @Test func `an open call outlives the end of writing`() throws {
        try rig.send([wait], from: peer)
        peer.finishWriting()
        try rig.settle()
        #expect(rig.interface.cancelled == 0)
        rig.interface.waiting[0].reply(["text": "late"])
        try rig.settle()
        #expect(peer.messages() == [#"{"parameters":{"text":"late"}}"#])
        #expect(peer.isClosed)
    }

    @Test func `an incomplete call at the end of writing is dropped`() throws {
        try rig.send(Array(echo("half").utf8), from: peer)
        peer.finishWriting()
        try rig.settle()
        #expect(rig.interface.handled.isEmpty)
        #expect(peer.isClosed)
    }

    @Test func `closing cancels the open call once, and a reply after that is dropped`() throws {
        try rig.send([wait, echo("never")], from: peer)
        let call = rig.interface.waiting[0]
        peer.close()
        try rig.settle()
        #expect(rig.interface.cancelled == 1)
        #expect(!call.isOpen)
        call.reply(["text": "late"])
        try rig.settle()
        #expect(rig.ends == [.peerClosed])
        #expect(rig.interface.handled == ["Wait"])
    }

    @Test(arguments: [true, false])
    func `oneway calls just before closing are handled, one that expects a reply and those behind it are not`(
        isLong: Bool
    ) throws {
        let texts = isLong ? [Self.long, "a"] : ["a"]
        let calls = texts.map { echo($0, flags: oneway) } + [echo("b"), echo("c", flags: oneway)]
        _ = peer.send(Array(calls.map { Array($0.utf8) + [0] }.joined())[...])
        peer.close()
        try rig.settle()
        #expect(rig.interface.handled == texts.map { _ in "Echo" })
        #expect(rig.ends == [.peerClosed])
    }

    // MARK: Long messages

    private static let long = String(repeating: "x", count: Limits.standard.promptBytes)

    @Test func `the loop does other work while a long message is parsed`() throws {
        let other = try rig.peer()
        _ = peer.send((Array(echo(Self.long).utf8) + [0])[...])
        while !rig.server.isParsing { try rig.loop.runRound(timeout: .zero) }
        #expect(rig.interface.handled.isEmpty)
        _ = other.send((Array(echo("other").utf8) + [0])[...])
        try rig.settle()
        #expect(other.messages() == [#"{"parameters":{"text":"other"}}"#])
        #expect(peer.messages() == [#"{"parameters":{"text":"\#(Self.long)"}}"#])
    }

    @Test func `calls before and after long messages are answered in order`() throws {
        let texts = (0..<60).map { $0.isMultiple(of: 3) ? "\($0)" + Self.long : "\($0)" }
        try rig.send(texts.map { echo($0) }, from: peer)
        #expect(peer.messages() == texts.map { #"{"parameters":{"text":"\#($0)"}}"# })
    }

    @Test func `a long message that does not fit its interface is answered, a malformed one ends the connection`()
        throws
    {
        try rig.send([#"{"method":"org.example.test.Echo","parameters":{"tex":"\#(Self.long)"}}"#], from: peer)
        #expect(peer.messages().first?.contains("InvalidParameter") == true)
        try rig.send([#"{"method":"org.example.test.Nothing","parameters":{"tex":"\#(Self.long)"}}"#], from: peer)
        #expect(peer.messages().first?.contains("MethodNotFound") == true)
        try rig.send(["{\(Self.long)"], from: peer)
        #expect(peer.isClosed)
        #expect(rig.interface.handled.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a long call is not started if its peer is gone, or the server stops, while it is parsed`(isStopped: Bool)
        throws
    {
        _ = peer.send((Array(echo(Self.long).utf8) + [0])[...])
        while !rig.server.isParsing { try rig.loop.runRound(timeout: .zero) }
        if isStopped { rig.server.stop() } else { peer.close() }
        try rig.settle()
        #expect(rig.interface.handled.isEmpty)
        #expect(rig.ends == [isStopped ? .stopped : .peerClosed])
    }

    // MARK: Limits

    @Test func `a message of exactly the limit is accepted`() throws {
        let frame = echo("")
        try rig.send([echo(String(repeating: "x", count: (1 << 20) - frame.utf8.count))], from: peer)
        #expect(rig.interface.handled == ["Echo"])
    }

    @Test func `one byte more closes the connection, before the message ends`() throws {
        let other = try rig.peer()
        try rig.send([UInt8](repeating: 0x20, count: (1 << 20) + 1), from: peer)
        #expect(peer.isClosed)
        #expect(rig.ends == [.messageTooLong(limit: 1 << 20)])
        try rig.send([echo("other")], from: other)
        #expect(other.messages().count == 1)
    }

    @Test func `a reply longer than the limit closes the connection with the reason`() throws {
        try rig.send([#"{"method":"org.example.test.Repeat","parameters":{"count":1048576}}"#], from: peer)
        #expect(peer.isClosed)
        #expect(rig.ends == [.replyTooLong(bytes: 1_048_576 + #"{"parameters":{"text":""}}"#.utf8.count)])
    }

    @Test func `the peer of a connection is known`() throws {
        #expect(rig.reports.peers.map(\.uid) == [currentUser()])
        #expect(rig.reports.peers.map(\.pid) == [currentProcess()])
    }

    @Test func `stopping sends pending replies, cancels open calls and closes`() throws {
        try rig.send([#"{"method":"org.example.test.Watch","more":true}"#], from: peer)
        rig.interface.waiting[0].replyContinuing(["event": "last"])
        rig.server.stop()
        #expect(peer.messages() == [#"{"parameters":{"event":"last"},"continues":true}"#])
        #expect(peer.isClosed)
        #expect(rig.interface.cancelled == 1)
        #expect(rig.ends == [.stopped])
    }

    @Test func `stopping works after the loop has ended, also with stalled readers and closed peers`() throws {
        let rig = try Rig()
        let peers = try (0..<3).map { _ in try rig.peer() }
        for peer in peers { try rig.send([#"{"method":"org.example.test.Watch","more":true}"#], from: peer) }
        let text = JSON.string(String(repeating: "x", count: 60_000))
        for _ in 0..<6 { rig.interface.waiting[0].replyContinuing(["event": text]) }
        rig.loop.onceLater { rig.loop.exit() }
        try rig.loop.run()
        peers[1].close()
        for call in rig.interface.waiting { call.replyContinuing(["event": "last"]) }
        rig.server.stop()
        #expect(rig.ends.count == 3)
        #expect(rig.interface.cancelled == 3)
    }

    @Test func `a reply that violates the description is detected`() throws {
        try rig.send([#"{"method":"org.example.test.Drift"}"#], from: peer)
        #expect(rig.reports.mismatches == ["org.example.test.Drift: reply has a wrong 'text'"])
        rig.reports.mismatches = []
    }

    @Test func `several replies without more end the program`() async {
        await #expect(processExitsWith: .failure) {
            let rig = try Rig()
            let peer = try rig.peer()
            try rig.send([#"{"method":"org.example.test.Watch"}"#], from: peer)
            rig.interface.waiting[0].replyContinuing()
        }
    }
}
