internal import CShims
public import System

/// The process at the other end of a connection, as the kernel recorded it on connect.
public struct Peer: Sendable {
    /// The process id; the process may have ended, and the id may have been reused.
    public let pid: Int32
    /// The effective user.
    public let uid: UInt32
    /// The effective group.
    public let gid: UInt32
    /// The supplementary groups.
    public let groups: [UInt32]
    /// Whether it connected to a socket whose peers may only read.
    public var isReader = false
    /// The process itself; nil: it is not known.
    public var process: PeerProcess?

    /// Describes a peer.
    public init(pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32]) {
        (self.pid, self.uid, self.gid, self.groups) = (pid, uid, gid, groups)
    }

    /// Whether the peer had the group, as its effective or a supplementary one.
    public func isMember(of group: UInt32) -> Bool {
        gid == group || groups.contains(group)
    }

    /// Reads the peer of a connected Unix socket from the kernel (`SO_PEERCRED`, `SO_PEERGROUPS`).
    public init(of descriptor: Int32) throws(SystemError) {
        var (pid, uid, gid): (Int32, UInt32, UInt32) = (0, 0, 0)
        guard unsafe cshims_peer_credentials(descriptor, &pid, &uid, &gid) == 0 else {
            throw .last("getsockopt SO_PEERCRED")
        }
        self.init(pid: pid, uid: uid, gid: gid, groups: try Self.groups(of: descriptor))
    }

    private static func groups(of descriptor: Int32) throws(SystemError) -> [UInt32] {
        // Few accounts have more than 32 groups; 65536 is the kernel's own limit.
        for room in [32, 65_536] {
            var groups = [UInt32](repeating: 0, count: room)
            let count = unsafe cshims_peer_groups(descriptor, &groups, room)
            if count >= 0 { return Array(groups.prefix(Int(count))) }
        }
        throw .last("getsockopt SO_PEERGROUPS")
    }
}

extension Peer: CustomStringConvertible {
    /// For logs: `uid 1000, pid 4711`.
    public var description: String { "uid \(uid), pid \(pid)" }
}
