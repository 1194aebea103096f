import Testing

@testable import TouchConfiguration

struct FleetServerTests {
    @Test func `a server has a host and a port, and TLS`() {
        for (text, host, port) in [
            ("tls://nats.example.org", "nats.example.org", 4_222), ("tls://localhost:41234", "localhost", 41_234),
        ] { #expect(Grammar.fleetServer(text) == Configuration.FleetServer(host: host, port: port)) }
        for text in [
            "nats://host", "host:4222", "tls://", "tls://host:0", "tls://host:65536", "tls://host:", "tls://a:1:2",
            "tls://h/x", "tls://-host", "tls://user@host",
        ] { #expect(Grammar.fleetServer(text) == nil, "\(text)") }
    }

    @Test(arguments: [("lobby-2", true), ("a.b", false), ("", false), ("a*", false), (">", false), ("-a", false)])
    func `the name of a kiosk is one token of a subject`(text: String, isName: Bool) {
        #expect((Grammar.kiosk(text) != nil) == isName)
    }
}
