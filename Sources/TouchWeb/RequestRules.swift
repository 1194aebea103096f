/// The parts of a request that the rules check.
package struct Request: Hashable, Sendable {
    /// The header `Host`; empty if there is none.
    let host: String
    /// The header `Origin`; empty if there is none.
    let origin: String
    let port: UInt16

    /// Describes a request.
    package init(host: String, origin: String, port: UInt16) {
        (self.host, self.origin, self.port) = (host, origin, port)
    }
}

/// Decides which requests are served.
///
/// The content of a request is not trusted: it may come from any page (`Origin`), under a name that somebody else's
/// name server resolves to this machine (`Host`), or from another user (checked with the kernel).
package struct RequestRules: Hashable, Sendable {
    private let users: Set<UInt32>

    /// Makes rules for the users whose pages may connect to the daemon.
    package init(users: Set<UInt32>) {
        self.users = users
    }

    /// Checks any request: files are not secret, so any local user may read them, but only under the machine's own
    /// names, and not from pages of other origins.
    func checkAddress(_ request: Request) throws(Refusal) {
        guard Self.names(port: request.port).contains(request.host) else { throw .host }
        guard request.origin.isEmpty || Self.isOwn(request) else { throw .origin }
    }

    /// Checks a WebSocket's request; browsers send no `Origin` with a GET of the same page; `owner` is nil if unknown.
    package func checkCaller(_ request: Request, owner: UInt32?, needsOrigin: Bool) throws(Refusal) {
        guard let owner else { throw .unknownOwner }
        guard users.contains(owner) else { throw .user(owner) }
        try checkAddress(request)
        guard !needsOrigin || Self.isOwn(request) else { throw .origin }
    }

    /// The local names of this machine; with port 80 browsers leave the port out.
    static func names(port: UInt16) -> [String] {
        let hosts = ["127.0.0.1", "localhost", "[::1]"]
        return hosts.map { "\($0):\(port)" } + (port == 80 ? hosts : [])
    }

    private static func isOwn(_ request: Request) -> Bool {
        request.origin == "http://" + request.host
    }
}
