import Testing
import Varlink

@testable import TouchConfiguration
@testable import TouchScreen

struct ReaderTests {
    private static func peer(_ uid: UInt32, groups: [UInt32] = [], isReader: Bool) -> Peer {
        var peer = Peer(pid: 1, uid: uid, gid: uid, groups: groups)
        peer.isReader = isReader
        return peer
    }

    @Test(arguments: [0, 77, 1_000] as [UInt32])
    func `even root and the daemon's own user are observers on the monitoring socket`(uid: UInt32) {
        let loaded = LoadedConfiguration(
            configuration: Configuration(), groups: AccessGroups(), sessionUsers: .automatic, files: [], values: [:])
        let access = Access(loaded, ownUser: 77)
        let reader = Self.peer(uid, isReader: true)
        #expect(access.role(of: reader) == .observer)
        #expect(!access.seesAllResults(reader))
        #expect((access.role(of: Self.peer(uid, isReader: false)) == .administrator) == (uid != 1_000))
    }
}
