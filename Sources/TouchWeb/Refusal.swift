/// Why the bridge refuses a request: the rule, the status of the HTTP response, and a sentence for administrators.
///
/// The words of ``rule`` are part of the contract with pages (touchd-web(8)).
package enum Refusal: Error, Hashable, Sendable {
    /// The peer's user is not in `[web] user=`.
    case user(UInt32)
    /// The kernel does not report the peer's user.
    case unknownOwner
    /// The request's `Host` is not a local name of this machine.
    case host
    /// The request's `Origin` is not the address that the page was served from, or is missing.
    case origin
    /// Neither GET nor HEAD.
    case method
    /// The path is malformed, or no folder has such a file.
    case path
    /// Not a WebSocket of the version and sub-protocol that the bridge supports.
    case protocolName
    /// Too many connections of this user, or of other users together.
    case tooManyConnections
    /// Too many WebSockets in all.
    case tooManyPages

    /// The rule's name in responses.
    package var rule: StaticString {
        switch self {
        case .user: "user"
        case .unknownOwner: "owner"
        case .host: "host"
        case .origin: "origin"
        case .method: "method"
        case .path: "path"
        case .protocolName: "protocol"
        case .tooManyConnections: "connections"
        case .tooManyPages: "pages"
        }
    }

    /// The status of the HTTP response.
    package var status: UInt32 {
        switch self {
        case .user, .unknownOwner, .host, .origin: 403
        case .path: 404
        case .method: 405
        case .protocolName: 400
        case .tooManyConnections: 429
        case .tooManyPages: 503
        }
    }

    /// The reason, and what to do.
    package var sentence: String {
        switch self {
        case .user(let uid):
            "uid \(uid) may not connect to touchd here (set the browser's user in [web] user= and restart touchd-web)"
        case .unknownOwner: "the owner of this connection is unknown (the other end must be a socket of this machine)"
        case .host:
            "Host is not an address of this bridge (open http://127.0.0.1:PORT/, http://localhost:PORT/ or http://[::1]:PORT/)"
        case .origin:
            "Origin is not the address of this bridge (open the page from here, not from a file or another site)"
        case .method: "only GET and HEAD are served"
        case .path: "no such file in [web] folders="
        case .protocolName: "not a WebSocket of version 13 with the sub-protocol \(Routes.protocolName)"
        case .tooManyConnections: "too many connections of this user"
        case .tooManyPages: "too many WebSockets"
        }
    }
}
