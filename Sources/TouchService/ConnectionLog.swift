internal import EventLoop
internal import System
internal import TouchScreen
internal import Varlink

struct ConnectionLog: ServerObserver {
    let access: Access
    let statistics: Statistics
    let peerLog: PeerLog
    let requests: ScreenRequests

    func connected(_ connection: Connection) {
        statistics.connections += 1
        statistics.openConnections += 1
        let peer = connection.peer
        // Monitoring programs connect every minute for years: those connections are not logged individually.
        peerLog.line(
            .debug, .connection, of: peer.uid,
            "connection \(connection.number) of \(peer) as \(access.role(of: peer))",
            [.field("PEER_UID", peer.uid), .field("PEER_PID", peer.pid)])
    }

    func disconnected(_ connection: Connection, _ reason: DisconnectReason) {
        statistics.openConnections -= 1
        requests.left(connection)
        let peer = connection.peer
        let line = "connection \(connection.number) of \(peer) ended: \(reason)"
        if reason == .peerClosed || reason == .stopped {
            return peerLog.line(.debug, .connection, of: peer.uid, line)
        }
        statistics.connectionsDropped += 1
        peerLog.line(
            .warning, .connection, of: peer.uid, line, [.field("PEER_PID", peer.pid)],
            messageID: MessageID.connectionRefused)
    }

    func refused(_ peer: Peer, _ reason: DisconnectReason) {
        statistics.connectionsRefused += 1
        peerLog.log.once(
            "refuse \(peer.uid)", "client bug: \(peer): \(reason)", [.field("BLAME", "client bug")])
    }

    func acceptFailed(_ error: SystemError) { peerLog.log.warning("cannot accept connections: \(error)") }

    func replyDiffers(_ mismatch: String) { peerLog.log.error("reply differs from its interface: \(mismatch)") }
}
