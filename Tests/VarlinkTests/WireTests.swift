import Testing

@Suite struct WireTests {
    @Test(arguments: Transcript.all()) func `a transcript plays in one piece and byte by byte`(
        transcript: Transcript
    ) throws {
        for pieces in [[transcript.bytes], transcript.bytes.map { [$0] }] {
            let rig = try Rig()
            let peer = try rig.peer()
            for piece in pieces { try rig.send(piece, from: peer) }
            #expect(peer.messages() == transcript.received)
            #expect(peer.isClosed == transcript.isClosed)
        }
    }

    @Test func `no reply contains white space, null or an unknown key`() {
        for reply in Transcript.all().flatMap(\.received) {
            #expect(!reply.contains("null") && !reply.contains("\r") && !reply.contains(": "))
        }
    }
}
