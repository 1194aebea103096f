public import TouchCore

extension Configuration {
    /// `[fleet]`: where `touchd-fleet` sends results and health, and where `touchctl fleet` reads them.
    public struct Fleet: Hashable, Sendable {
        /// The servers of one cluster, tried in turn; empty: none.
        public var servers: [FleetServer] = []
        /// The name of the kiosk in subjects; empty: the machine's host name.
        public var kiosk = ""
        /// The certificate authority of the servers, a file in PEM.
        public var authority = "/etc/touchd/fleet/ca.pem"
        /// This kiosk's certificate with its chain, a file in PEM.
        public var certificate = "/etc/touchd/fleet/certificate.pem"
        /// The key of ``certificate``, a file in PEM.
        public var key = "/etc/touchd/fleet/key.pem"
        /// The key of users' pseudonyms, 64 hexadecimal digits in a file; empty: a key of this kiosk only.
        public var pseudonymKey = ""
        /// The folder of the cursor.
        public var stateDirectory = "/var/lib/touchd-fleet"
        /// The interval at which health is sent.
        public var interval = Interval.seconds(60)
        /// The public key of those who may send commands, a JSON Web Key in a file of root's; empty: nobody may.
        public var commandKey = ""
        /// The socket at which systemd starts touchd-operator.
        public var commandSocket = "/run/touchd-operator.sock"
        /// The folder of touchd-operator: used tokens, the drop-in file of the fleet.
        public var commandDirectory = "/var/lib/touchd-operator"
    }

    /// A server that speaks NATS over TLS.
    public struct FleetServer: Hashable, Sendable {
        /// Its host name, which its certificate must contain.
        public let host: String
        /// Its port.
        public let port: Int
    }
}
