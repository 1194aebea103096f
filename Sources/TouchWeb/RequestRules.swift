/// What a request says of itself, as far as the rules look at it.
package struct Request: Hashable, Sendable {
    /// The path, decoded, without the query.
    package var path: String
    /// The header `Host`; empty if there is none.
    package var host: String
    /// The header `Origin`; empty if there is none.
    package var origin: String
    /// The local port that it came to.
    package var port: UInt16

    /// Describes a request.
    package init(path: String, host: String, origin: String, port: UInt16) {
        (self.path, self.host, self.origin, self.port) = (path, host, origin, port)
    }
}

/// Who is served what.
///
/// Nothing here trusts a byte of the request: it may come from a page of anywhere (`Origin`), under a
/// name that somebody else's name server gives this machine (`Host`), or from another user (the kernel tells).
package struct RequestRules: Hashable, Sendable {
    /// The users whose pages may speak to the daemon.
    package var users: Set<UInt32>

    /// Makes rules for these users.
    package init(users: Set<UInt32>) {
        self.users = users
    }

    /// What holds for every request: files have no secret, so any local user may read them, but only under the machine's
    /// own names, and no page of elsewhere reads them.
    package func checkAddress(_ request: Request) throws(Refusal) {
        guard Self.names(port: request.port).contains(request.host) else { throw .host }
        guard request.origin.isEmpty || Self.isOwn(request) else { throw .origin }
    }

    /// What holds for a WebSocket, and for the question whether one would be opened.
    ///
    /// - Parameters:
    ///   - owner: who made the other end of the connection; nil if the kernel does not tell.
    ///   - needsOrigin: a browser sends it with each WebSocket, and with no GET of its own page.
    package func checkCaller(_ request: Request, owner: UInt32?, needsOrigin: Bool) throws(Refusal) {
        guard let owner else { throw .unknownOwner }
        guard users.contains(owner) else { throw .user(owner) }
        try checkAddress(request)
        guard !needsOrigin || Self.isOwn(request) else { throw .origin }
    }

    /// The names by which this machine calls itself; with port 80 browsers leave the port out.
    package static func names(port: UInt16) -> [String] {
        let hosts = ["127.0.0.1", "localhost", "[::1]"]
        return hosts.map { "\($0):\(port)" } + (port == 80 ? hosts : [])
    }

    private static func isOwn(_ request: Request) -> Bool {
        request.origin == "http://" + request.host
    }
}
