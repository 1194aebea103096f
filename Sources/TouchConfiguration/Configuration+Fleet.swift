package import TouchCore

extension Configuration {
    /// `[fleet]`: where `touchd-fleet` sends results and health, and where `touchctl fleet` reads them.
    package struct Fleet: Hashable, Sendable {
        /// The servers of one cluster, tried in turn; empty: none.
        package var servers: [FleetServer] = []
        /// The name of the kiosk in subjects; empty: the machine's host name.
        package var kiosk = ""
        /// The certificate authority of the servers, a file in PEM.
        package var authority = "/etc/touchd/fleet/ca.pem"
        /// This kiosk's certificate with its chain, a file in PEM.
        package var certificate = "/etc/touchd/fleet/certificate.pem"
        /// The key of ``certificate``, a file in PEM.
        package var key = "/etc/touchd/fleet/key.pem"
        /// The key of users' pseudonyms, 64 hexadecimal digits in a file; empty: a key of this kiosk only.
        package var pseudonymKey = ""
        /// The folder of the cursor.
        package var stateDirectory = "/var/lib/touchd-fleet"
        /// The interval at which health is sent.
        package var interval = Interval.seconds(60)
        /// The public key of those who may send commands, a JSON Web Key in a file of root's; empty: nobody may.
        package var commandKey = ""
        /// The socket at which systemd starts touchd-operator.
        package var commandSocket = "/run/touchd-operator.sock"
        /// The folder of touchd-operator: used tokens, the drop-in file of the fleet.
        package var commandDirectory = "/var/lib/touchd-operator"
    }

    /// A server that speaks NATS over TLS.
    package struct FleetServer: Hashable, Sendable {
        /// Its host name, which its certificate must contain.
        package let host: String
        /// Its port.
        package let port: Int
    }
}
