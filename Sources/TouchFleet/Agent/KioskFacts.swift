internal import Arguments
internal import CSodium
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchOperator
internal import Varlink
internal import System

/// Faults of the delivery itself, in sentences that quote no message.
struct Troubles {
    /// The cursor cannot be written or read: results may be read again after a restart.
    var cursor: String?
    /// The servers did not store results.
    var results: String?
    /// Another machine uses the kiosk's name.
    var name: String?
}

/// Facts about a kiosk: the last values, each a message.
struct KioskFacts {
    let kiosk: String
    let socket: String
    let configuration: LoadedConfiguration
    /// Where the files have faults, so that the last valid configuration is in use; nil: nowhere.
    ///
    /// Only places: the content of the files may include names.
    let configurationProblem: String?

    /// Stores the faults found at the start.
    init(kiosk: String, _ start: StartConfiguration) {
        (self.kiosk, configuration) = (kiosk, start.loaded)
        socket = start.loaded.configuration.daemon.socket
        let places = start.problems.map(\.place)
        configurationProblem = places.isEmpty ? nil : places.prefix(4).joined(separator: ", ")
    }

    /// Findings of `touchctl doctor`: codes and places, without the sentences, which may name users.
    func findings() -> JSON? {
        let words = ["touchctl", "--socket", socket, "--json", "doctor"]
        guard let done = try? Subprocess.run(words, error: .discarded, within: .seconds(60), maxBytes: 1 << 20),
            let found = (try? JSONObject(parsing: done.output))?["diagnoses"]?.arrayValue
        else { return nil }
        return .array(
            found.compactMap(\.objectValue).map { one in
                .object(["severity": one["severity"], "code": one["code"], "node": one["node"]])
            })
    }

    /// The kiosk's health.
    ///
    /// - Parameters:
    ///   - time: the wall clock.
    ///   - sequence: the last result in the streams; nil: unknown.
    ///   - findings: the last result of ``findings()``.
    ///   - chain: the last result of `VerifyChain`.
    ///   - troubles: what keeps results from the servers, or delays them.
    func health(
        _ daemon: Daemon, at time: WallTime, sequence: Int64?, _ epoch: Place.Epoch?, findings: JSON?, chain: JSON?,
        _ troubles: Troubles
    ) -> JSONObject {
        var json = FleetMessage.head("health", kiosk, epoch)
        json["wallTimeUSec"] = .integer(time.microseconds)
        json["intervalUSec"] = .integer(configuration.configuration.fleet.interval.microseconds)
        json["sequence"] = sequence.map { .integer($0) }
        json["findings"] = findings
        json["chain"] = chain
        json["configurationProblem"] = configurationProblem.map { .string($0) }
        json["cursorProblem"] = troubles.cursor.map { .string($0) }
        json["resultsProblem"] = troubles.results.map { .string($0) }
        json["nameProblem"] = troubles.name.map { .string($0) }
        let expiry = Expiry(configuration.configuration.fleet)
        json["certificateEndsWallTimeUSec"] = expiry.certificate.map { .integer($0.microseconds) }
        json["authorityEndsWallTimeUSec"] = expiry.authority.map { .integer($0.microseconds) }
        do throws(ClientError) {
            let status = try daemon.call("io.touchd.manage.Status")
            json["touchd"] = "up"
            json["uptimeUSec"] = status["uptimeUSec"]
            json["panels"] = status["panels"]?.objectValue?["count"]
            json["paused"] = status["pause"]?.objectValue?["paused"]
            json["vaultAlarm"] = status["vault"]?.objectValue?["alarm"]
            json["hasStorageProblem"] = .bool(status["vault"]?.objectValue?["problem"] != nil)
            json["counters"] = try daemon.call("io.touchd.monitor.Statistics")["counters"]
        } catch {
            // The facts that are known are sent, such as that a call was not allowed.
            if json["touchd"] == nil { json["touchd"] = "down" }
        }
        return json
    }

    /// The kiosk's state: versions, panels, configuration.
    func state(_ daemon: Daemon) throws(ClientError) -> JSONObject {
        var json = FleetMessage.head("state", kiosk, nil)
        let status = try daemon.call("io.touchd.manage.Status")
        json["touchd"] = status["version"]
        json["fleet"] = .string(Version.text)
        json["viewWidth"] = status["viewWidth"]
        json["viewHeight"] = status["viewHeight"]
        json["rollbackProtection"] = status["vault"]?.objectValue?["rollbackProtection"]
        json["configuration"] = .string(configurationHash)
        let panels = try daemon.call("io.touchd.device.List")["devices"]?.arrayValue ?? []
        json["panels"] = .array(
            panels.compactMap(\.objectValue).map { panel in
                let names = ["panel", "name", "provenance", "bus", "vendor", "product", "widthMm", "heightMm", "slots"]
                return .object(JSONObject(names.map { ($0, panel[$0]) }))
            })
        return json
    }

    /// The public keys with which its tokens and heads can be checked.
    func keys(_ daemon: Daemon, _ head: Daemon.Head) throws(ClientError) -> JSONObject {
        var json = FleetMessage.head("keys", kiosk, nil)
        let keys = try daemon.call("io.touchd.token.Keys")
        json["issuer"] = keys["issuer"]
        json["jwks"] = keys["jwks"]
        json["audit"] = .object(head.key)
        return json
    }

    /// Identifies a configuration without revealing it: a hash of the keys that may leave the machine.
    private var configurationHash: String {
        let text = configuration.told.map { "\($0.section) \($0.name)=\($0.value ?? "")\($0.isSet)\n" }.joined()
        let bytes = Array(text.utf8)
        var hash = [UInt8](repeating: 0, count: 16)
        unsafe crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
        return Hexadecimal.text(of: hash)
    }
}
