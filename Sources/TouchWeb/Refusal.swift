internal import StrictJSON

/// Why the bridge refuses a request.
package struct Refusal: Error, Hashable, Sendable {
    let rule: String
    let status: UInt32
    let sentence: String

    private init(_ rule: String, _ status: UInt32, _ sentence: String) {
        (self.rule, self.status, self.sentence) = (rule, status, sentence)
    }

    static func user(_ uid: UInt32) -> Refusal {
        Refusal(
            "user", 403,
            "uid \(uid) may not connect to touchd here (set the browser's user in [web] user= and restart touchd-web)")
    }
    static let unknownOwner = Refusal(
        "owner", 403, "the owner of this connection is unknown (the other end must be a socket of this machine)")
    static let host = Refusal(
        "host", 403,
        "Host is not an address of this bridge (open http://127.0.0.1:PORT/, http://localhost:PORT/ or http://[::1]:PORT/)"
    )
    static let origin = Refusal(
        "origin", 403,
        "Origin is not the address of this bridge (open the page from here, not from a file or another site)")
    static let method = Refusal("method", 405, "only GET and HEAD are served")
    /// The path is malformed, or no folder has such a file.
    static let path = Refusal("path", 404, "no such file in [web] folders=")
    static let protocolName = Refusal(
        "protocol", 400, "not a WebSocket of version 13 with the sub-protocol \(Routes.protocolName)")
    static let tooManyConnections = Refusal("connections", 429, "too many connections of this user")
    static let tooManyPages = Refusal("pages", 503, "too many WebSockets")

    var body: [UInt8] {
        Array((["refused": .string(rule), "why": .string(sentence)] as JSONObject).description.utf8) + [0x0a]
    }

    var answer: [UInt8] {
        let head = "HTTP/1.1 \(status) Refused\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n"
        return Array((head + "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n").utf8) + body
    }
}
