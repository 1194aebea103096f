import CShims
import Glibc
import System
import TestSupport
import Testing
import TouchCore

@Suite struct DescriptorTests {
    /// Two connected sockets.
    private static func pair() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe cshims_stream_pair(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test func `a failed call is named with its reason`() {
        #expect(throws: SystemError(call: "open it", code: ENOENT)) {
            _ = try Descriptor(unsafe open("/proc/nonexistent", O_RDONLY), "open it")
        }
        #expect(SystemError(call: "open it", code: -ENOENT).description == "open it: No such file or directory")
    }

    @Test func `a line is an answer, and so is all until the peer closes`() throws {
        for (isLine, expected) in [(true, "one\n"), (false, "one\ntwo")] {
            let (own, other) = try Self.pair()
            let line = Descriptor(owning: own)
            let peer = Descriptor(owning: other)
            try peer.send(Array("one\n".utf8), to: "line")
            if !isLine { try peer.send(Array("two".utf8), to: "line") }
            shutdown(peer.number, Int32(SHUT_WR))
            let answer = try line.answer(of: "peer", isLine: isLine, within: .seconds(60), maxBytes: 100)
            #expect(String(decoding: answer, as: UTF8.self) == expected)
        }
    }

    @Test func `an answer that does not come, or is too long, is an error`() throws {
        let (own, other) = try Self.pair()
        let line = Descriptor(owning: own)
        let peer = Descriptor(owning: other)
        #expect(throws: SystemError(call: "read peer", code: ETIMEDOUT)) {
            try line.answer(of: "peer", isLine: true, within: .milliseconds(10), maxBytes: 100)
        }
        try peer.send([UInt8](repeating: 1, count: 101), to: "line")
        #expect(throws: SystemError(call: "read peer", code: EFBIG)) {
            try line.answer(of: "peer", isLine: true, within: .seconds(60), maxBytes: 100)
        }
    }

    @Test func `a peer that has gone is an error, not a signal`() throws {
        let (own, other) = try Self.pair()
        let line = Descriptor(owning: own)
        close(other)
        #expect(throws: SystemError(call: "send peer", code: EPIPE)) { try line.send([1], to: "peer") }
    }

    @Test func `a socket that nobody listens at is named`() throws {
        let path = try TemporaryFolder().path(of: "none.sock")
        #expect(throws: SystemError(call: "connect \(path)", code: ENOENT)) {
            _ = try Descriptor(connectedTo: path)
        }
    }

    @Test func `sleeping ends at its time and not before`() {
        let end = Instant.now.advanced(by: .milliseconds(5))
        RunningThread.sleep(until: end)
        #expect(Instant.now >= end)
        RunningThread.sleep(until: .zero)
    }
}
