internal import Journal
internal import Varlink

extension Daemon {
    /// Counts and logs who connects, who leaves and why, and who is refused.
    func watchConnections() {
        let (core, log) = (core, core.log)
        server.onConnect = { connection in
            core.statistics.connections += 1
            core.statistics.openConnections += 1
            let peer = connection.peer
            // Monitoring programs connect every minute for years, so connections are logged at debug level only.
            core.peerLog.line(
                .debug, .connection, of: peer.uid,
                "connection \(connection.number) of \(peer) as \(core.access.role(of: peer).rawValue)",
                [.field("PEER_UID", peer.uid), .field("PEER_PID", peer.pid)])
        }
        server.onDisconnect = { connection, reason in
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
        server.onRefuse = { peer, reason in
            core.statistics.connectionsRefused += 1
            log.once("refuse \(peer.uid)", .client, "\(peer): \(reason)")
        }
        server.onAcceptFailure = { log.warning("cannot accept connections: \($0)") }
        server.onReplyMismatch = Self.checksReplies ? { log.error("reply differs from its interface: \($0)") } : nil
    }

    /// Debug builds compare every reply with the interface files, so that tests find drift.
    private static var checksReplies: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }
}
