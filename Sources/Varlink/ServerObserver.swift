package import System

/// What a server reports of its peers; whoever makes the server counts and logs it.
///
/// Every requirement has a default that ignores the report.
package protocol ServerObserver {
    /// A connection was accepted.
    func connected(_ connection: Connection)

    /// A connection ended, after the cancellation of its open call.
    func disconnected(_ connection: Connection, _ reason: DisconnectReason)

    /// A connection was refused because of a limit.
    func refused(_ peer: Peer, _ reason: DisconnectReason)

    /// `accept` failed (out of descriptors or memory); the server retries soon.
    func acceptFailed(_ error: SystemError)

    /// A reply violates the interface's description; only if the server checks replies.
    func replyDiffers(_ mismatch: String)
}

extension ServerObserver {
    package func connected(_ connection: Connection) {}
    package func disconnected(_ connection: Connection, _ reason: DisconnectReason) {}
    package func refused(_ peer: Peer, _ reason: DisconnectReason) {}
    package func acceptFailed(_ error: SystemError) {}
    package func replyDiffers(_ mismatch: String) {}
}
