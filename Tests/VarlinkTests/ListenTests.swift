import System
import CShims
import Glibc
import Testing
import TestSupport
import Varlink

func currentUser() -> UInt32 { geteuid() }
func currentProcess() -> Int32 { getpid() }

@Suite struct ListenTests {
    private let folder: TemporaryFolder
    private let path: String
    private let rig: Rig

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "socket")
        rig = try Rig()
    }

    private func connect(_ path: String) throws -> RawPeer {
        let descriptor = Descriptor(owning: cshims_stream_socket(1))
        guard unsafe cshims_connect(descriptor.number, path) == 0 else { throw SystemError.last("connect") }
        return RawPeer(descriptor)
    }

    /// A socket that another program made and handed over.
    private func inherited() throws -> Descriptor {
        let made = Descriptor(owning: cshims_stream_socket(1))
        let isListening =
            unsafe cshims_bind(made.number, path) == 0 && chmod(path, 0o666) == 0 && listen(made.number, 1) == 0
        try #require(isListening)
        return made
    }

    @Test func `a socket is made with its mode, serves, and is removed`() throws {
        try rig.server.listen(path: path, mode: 0o640)
        #expect(TemporaryFolder.permissions(of: path) == 0o640)
        let peer = try connect(path)
        try rig.send([#"{"method":"org.example.test.Ping"}"#], from: peer)
        #expect(peer.messages() == [#"{"parameters":{}}"#])
        rig.server.stop()
        let remains = folder.has("socket")
        #expect(!remains)
    }

    /// With a process, because the kernel alone says this.
    @Test func `the process of a peer is told from what gets its number later`() throws {
        let listener = try inherited(), client = Descriptor(owning: cshims_stream_socket(0))
        let child = cshims_fork()
        if child == 0 {
            unsafe cshims_connect(client.number, path)
            pause()
            _exit(0)
        }
        try #require(cshims_wait(listener.number, 0, -1) == 1)
        let socket = Descriptor(owning: cshims_accept(listener.number))
        let process = try #require(PeerProcess(of: socket.number, child))
        #expect(process.isAlive)
        // Before Linux 6.5 the number alone is known, here none.
        let isKnown = PeerProcess(of: socket.number, 0) != nil
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
        #expect(!process.isAlive)
        guard isKnown else { return }
        #expect(PeerProcess(of: socket.number, getpid())?.isAlive != true)
        // Nobody is there, and no error but that of an older kernel makes a number count.
        let unconnected = Descriptor(owning: cshims_stream_socket(0))
        for number in [unconnected.number, -1] { #expect(PeerProcess(of: number, getpid()) == nil) }
    }

    @Test func `a stale socket is replaced`() throws {
        _ = try inherited()
        try rig.server.listen(path: path, mode: 0o600)
        _ = try connect(path)
    }

    @Test func `a file that is not a socket is left alone`() throws {
        let path = folder.path(of: "file")
        try folder.write("", to: "file")
        #expect(throws: ListenError.notASocket(path: path)) { try rig.server.listen(path: path, mode: 0o600) }
        let remains = folder.has("file")
        #expect(remains)
    }

    @Test(arguments: [false, true])
    func `a socket that was closed or replaced is missed and not removed`(isInherited: Bool) throws {
        if isInherited {
            try rig.server.listen(on: inherited())
            #expect(rig.server.areSocketsInPlace)
            unsafe chmod(path, 0o600)
            #expect(rig.server.areSocketsInPlace == (getuid() != 0))
            unsafe chmod(path, 0o666)
        } else {
            try rig.server.listen(path: path, mode: 0o600)
        }
        unsafe unlink(path)
        #expect(!rig.server.areSocketsInPlace)
        let second = try Rig()
        try second.server.listen(path: path, mode: 0o600)
        #expect(!rig.server.areSocketsInPlace && second.server.areSocketsInPlace)
        rig.server.stop()
        let remains = folder.has("socket")
        #expect(remains)
    }

    @Test(arguments: [true, false])
    func `all peers of a socket for readers are readers, and no others`(isForReaders: Bool) throws {
        try rig.server.listen(on: inherited(), isForReaders: isForReaders)
        let peer = try connect(path)
        try rig.settle()
        #expect(!peer.isClosed)
        #expect(rig.reports.peers.map(\.isReader) == [isForReaders])
    }

    @Test(arguments: ["/proc/nonexistent/at/all/socket", "/tmp/" + String(repeating: "x", count: 120)])
    func `an impossible path is rejected by name`(path: String) throws {
        let error = #expect(throws: ListenError.self) { try rig.server.listen(path: path, mode: 0o600) }
        #expect(error?.description.hasPrefix(path) == true)
    }

    @Test func `of a thousand connections those beyond the user's limit are refused, and the others served`() throws {
        try rig.server.listen(path: path, mode: 0o600)
        var inside: [RawPeer] = []
        var refused = 0
        for _ in 0..<1_000 {
            let peer = try connect(path)
            try rig.settle()
            if peer.isClosed { refused += 1 } else { inside.append(peer) }
        }
        #expect(inside.count == 64)
        #expect(refused == 936)
        #expect(rig.refusals.last == .tooManyOfUser(limit: 64))
        for peer in inside { try rig.send([#"{"method":"org.example.test.Ping"}"#], from: peer) }
        let answers = inside.map { $0.messages().count }
        #expect(answers == Array(repeating: 1, count: 64))
        inside.removeLast().close()
        try rig.settle()
        let next = try connect(path)
        try rig.settle()
        #expect(!next.isClosed)
    }

    @Test func `connections of all users together are limited`() throws {
        var limits = Limits()
        (limits.connections, limits.reservedConnections) = (3, 1)
        let rig = try Rig(limits: limits) { $0.uid == 7 }
        let peers = try [1, 2, 3, 7, 7].map { try rig.peer(of: $0) }
        #expect(peers.map(\.isClosed) == [false, false, true, false, true])
        #expect(rig.refusals == [.tooManyConnections(limit: 2), .tooManyConnections(limit: 3)])
    }
}
