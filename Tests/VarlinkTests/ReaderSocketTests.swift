import CShims
import System
import Glibc
import Testing
import TestSupport

@testable import Varlink

/// Sockets whose peers may only read.
@Suite struct ReaderSocketTests {
    @Test(arguments: [true, false])
    func `all peers of such a socket are readers, and no others`(isForReaders: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        let rig = try Rig()
        let number = cshims_stream_socket(1)
        // The file is removed with the folder.
        _ = try SocketFile.bind(number, to: path, mode: 0o600)
        try #require(Glibc.listen(number, 1) == 0)
        try rig.server.listen(on: Descriptor(owning: number), isForReaders: isForReaders)
        let client = Descriptor(owning: cshims_stream_socket(1))
        try #require(unsafe cshims_connect(client.number, path) == 0)
        try rig.settle()
        #expect(rig.reports.peers.map(\.isReader) == [isForReaders])
        rig.server.stop()
    }
}
