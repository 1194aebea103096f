import Testing

@Suite struct WireTests {
    @Test(arguments: Transcript.all()) func `a transcript plays in one piece`(transcript: Transcript) throws {
        let rig = try Rig()
        let peer = try rig.peer()
        try rig.send(transcript.bytes, from: peer)
        #expect(peer.messages() == transcript.received)
        #expect(peer.isClosed == transcript.isClosed)
    }

    @Test(arguments: Transcript.all()) func `a transcript plays byte by byte`(transcript: Transcript) throws {
        let rig = try Rig()
        let peer = try rig.peer()
        for byte in transcript.bytes { try rig.send([byte], from: peer) }
        #expect(peer.messages() == transcript.received)
        #expect(peer.isClosed == transcript.isClosed)
    }

    @Test func `no reply contains white space, null or an unknown key`() {
        for reply in Transcript.all().flatMap(\.received) {
            #expect(!reply.contains("null") && !reply.contains("\r") && !reply.contains(": "))
        }
    }
}
