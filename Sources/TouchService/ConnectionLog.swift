internal import EventLoop
internal import Journal
internal import Varlink

/// Counts and logs connections: opened, ended and why, refused.
struct ConnectionLog: ServerObserver {
    let core: Core

    func connected(_ connection: Connection) {
        core.statistics.connections += 1
        core.statistics.openConnections += 1
        let peer = connection.peer
        // Monitoring programs connect every minute for years: those connections are not logged individually.
        core.peerLog.line(
            .debug, .connection, of: peer.uid,
            "connection \(connection.number) of \(peer) as \(core.access.role(of: peer).rawValue)",
            [.field("PEER_UID", peer.uid), .field("PEER_PID", peer.pid)])
    }

    func disconnected(_ connection: Connection, _ reason: DisconnectReason) {
        core.statistics.openConnections -= 1
        let peer = connection.peer
        let line = "connection \(connection.number) of \(peer) ended: \(reason)"
        if reason == .peerClosed || reason == .stopped {
            return core.peerLog.line(.debug, .connection, of: peer.uid, line)
        }
        core.statistics.connectionsDropped += 1
        core.peerLog.line(
            .warning, .connection, of: peer.uid, line, [.field("PEER_PID", peer.pid)],
            messageID: MessageID.connectionRefused)
    }

    func refused(_ peer: Peer, _ reason: DisconnectReason) {
        core.statistics.connectionsRefused += 1
        core.log.once("refuse \(peer.uid)", .client, "\(peer): \(reason)")
    }

    func acceptFailed(_ error: SystemError) { core.log.warning("cannot accept connections: \(error)") }

    func replyDiffers(_ mismatch: String) { core.log.error("reply differs from its interface: \(mismatch)") }
}
