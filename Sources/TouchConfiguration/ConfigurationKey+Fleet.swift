internal import TouchCore

extension ConfigurationKey {
    static let fleet = [
        ConfigurationKey(
            section: "fleet", name: "servers", standard: "",
            allowed: "a list of tls://HOST or tls://HOST:PORT, with names of hosts"
        ) { text, it in
            guard let words = Grammar.list(text) else { return nil }
            let servers = words.compactMap(Grammar.fleetServer)
            guard servers.count == words.count else { return nil }
            it.fleet.servers = servers
        },
        ConfigurationKey(
            section: "fleet", name: "kiosk", standard: "", allowed: "at most 64 letters, digits, _ and -, or nothing"
        ) { text, it in
            guard text.isEmpty || Grammar.kiosk(text) != nil else { return nil }
            it.fleet.kiosk = text
        },
        fleetFile("ca", standard: "/etc/touchd/fleet/ca.pem", \.fleet.authority),
        fleetFile("certificate", standard: "/etc/touchd/fleet/certificate.pem", \.fleet.certificate),
        fleetFile("key", standard: "/etc/touchd/fleet/key.pem", \.fleet.key),
        ConfigurationKey(
            section: "fleet", name: "pseudonym-key", standard: "", allowed: "an absolute path, or nothing"
        ) { text, it in
            guard text.isEmpty || Grammar.path(text, max: 4_000) != nil else { return nil }
            it.fleet.pseudonymKey = text
        },
        fleetFile("state-directory", standard: "/var/lib/touchd-fleet", \.fleet.stateDirectory),
        ConfigurationKey(
            section: "fleet", name: "interval", standard: "60s", allowed: "a duration from 5s to 1h"
        ) { text, it in
            Grammar.duration(text, in: .seconds(5)...(.seconds(3_600))).map { it.fleet.interval = $0 }
        },
    ]

    private static func fleetFile(
        _ name: String, standard: String, _ property: any WritableKeyPath<Configuration, String> & Sendable
    ) -> ConfigurationKey {
        ConfigurationKey(section: "fleet", name: name, standard: standard, allowed: "an absolute path") { text, it in
            Grammar.path(text, max: 4_000).map { it[keyPath: property] = $0 }
        }
    }
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
