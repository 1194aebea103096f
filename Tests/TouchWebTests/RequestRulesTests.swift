import Testing

@testable import TouchWeb

struct RequestRulesTests {
    private let rules = RequestRules(users: [1_000, 1_001])

    private static func request(host: String = "127.0.0.1:6080", origin: String = "http://127.0.0.1:6080") -> Request {
        Request(host: host, origin: origin, port: 6_080)
    }

    private func answer(_ request: Request, owner: UInt32? = 1_000, needsOrigin: Bool = true) -> Refusal? {
        do throws(Refusal) {
            try rules.checkCaller(request, owner: owner, needsOrigin: needsOrigin)
            return nil
        } catch { return error }
    }

    @Test(arguments: ["127.0.0.1:6080", "localhost:6080", "[::1]:6080"])
    func `a named user is served under each name of this machine`(host: String) {
        #expect(answer(Self.request(host: host, origin: "http://\(host)")) == nil)
    }

    @Test func `other users are refused, root too, and unknown ones`() {
        #expect(answer(Self.request(), owner: 65_534) == .user(65_534))
        #expect(answer(Self.request(), owner: 0) == .user(0))
        #expect(answer(Self.request(), owner: nil) == .unknownOwner)
    }

    @Test(arguments: [
        "", "evil.example", "evil.example:6080", "127.0.0.1", "127.0.0.1:6081", "127.0.0.1:06080", "127.0.0.2:6080",
        "LOCALHOST:6080", "localhost.:6080", "127.0.0.1:6080,evil.example", " 127.0.0.1:6080", "[::1]", "::1:6080",
        "127.0.0.1:6080\0", "user@127.0.0.1:6080",
    ])
    func `another name is refused, as an attacker's name server would give it`(host: String) {
        #expect(answer(Self.request(host: host, origin: "http://\(host)")) == .host)
        #expect(throws: Refusal.host) { try rules.checkAddress(Self.request(host: host, origin: "")) }
    }

    @Test(arguments: [
        "null", "http://evil.example", "https://127.0.0.1:6080", "http://127.0.0.1", "http://127.0.0.1:60800",
        "http://localhost:6080", "http://127.0.0.1:6080/", "http://127.0.0.1:6080.evil.example", "file://",
        "HTTP://127.0.0.1:6080", "http://127.0.0.1:6080, http://127.0.0.1:6080",
    ])
    func `another origin is refused, also for a file`(origin: String) {
        #expect(answer(Self.request(origin: origin)) == .origin)
        #expect(throws: Refusal.origin) { try rules.checkAddress(Self.request(origin: origin)) }
    }

    @Test func `a WebSocket needs an origin, a request for a file does not`() {
        #expect(answer(Self.request(origin: "")) == .origin)
        #expect(answer(Self.request(origin: ""), needsOrigin: false) == nil)
        #expect(throws: Never.self) { try rules.checkAddress(Self.request(origin: "")) }
    }

    @Test func `the user is checked before the request`() {
        #expect(answer(Self.request(host: "evil.example", origin: "null"), owner: 65_534) == .user(65_534))
    }

    @Test func `a name without a port means port 80`() {
        #expect(RequestRules.names(port: 80).contains("localhost"))
        #expect(!RequestRules.names(port: 8_080).contains("localhost"))
    }

    @Test func `a response names its rule and repeats nothing of the request`() {
        let body = String(decoding: Refusal.user(65_534).body, as: UTF8.self)
        #expect(body.hasPrefix(#"{"refused":"user","why":"uid 65534 may not"#))
        #expect(String(decoding: Refusal.host.answer, as: UTF8.self).hasPrefix("HTTP/1.1 403 "))
    }
}
