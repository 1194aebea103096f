internal import TouchCore

extension ConfigurationKey {
    static let fleet = [
        key(
            "fleet", "servers", standard: "", allowed: "a list of tls://HOST or tls://HOST:PORT, with names of hosts",
            \.fleet.servers
        ) { Grammar.list($0, Grammar.fleetServer) },
        key(
            "fleet", "kiosk", standard: "", allowed: "at most 64 letters, digits, _ and -, or nothing", \.fleet.kiosk
        ) { $0.isEmpty ? $0 : Grammar.kiosk($0) },
        path("fleet", "ca", standard: "/etc/touchd/fleet/ca.pem", \.fleet.authority),
        path("fleet", "certificate", standard: "/etc/touchd/fleet/certificate.pem", \.fleet.certificate),
        path("fleet", "key", standard: "/etc/touchd/fleet/key.pem", \.fleet.key),
        path("fleet", "pseudonym-key", standard: "", \.fleet.pseudonymKey),
        path("fleet", "state-directory", standard: "/var/lib/touchd-fleet", \.fleet.stateDirectory),
        duration("fleet", "interval", standard: "60s", in: .seconds(5)...(.seconds(3_600)), \.fleet.interval),
        path("fleet", "command-key", standard: "", \.fleet.commandKey),
        key(
            "fleet", "command-socket", standard: "/run/touchd-operator.sock",
            allowed: "an absolute path of at most 107 bytes", \.fleet.commandSocket, Grammar.socket),
        path("fleet", "command-directory", standard: "/var/lib/touchd-operator", \.fleet.commandDirectory),
    ]
}

extension Grammar {
    /// The name of a kiosk: one token of a subject, so without dots.
    static func kiosk(_ text: String) -> String? {
        text.utf8.count <= 64 && !text.contains(".") ? name(text) : nil
    }

    /// `tls://HOST` or `tls://HOST:PORT`; the port of NATS is 4222.
    static func fleetServer(_ text: String) -> Configuration.FleetServer? {
        guard text.hasPrefix("tls://") else { return nil }
        let parts = text.dropFirst(6).split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let host = name(String(parts[0])), host.utf8.count <= 253 else {
            return nil
        }
        guard let port = parts.count == 1 ? 4_222 : number(parts[1], in: Grammar.ports) else { return nil }
        return Configuration.FleetServer(host: host, port: port)
    }
}
