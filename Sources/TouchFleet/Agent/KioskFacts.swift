internal import Arguments
internal import CSodium
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import System

/// Faults of the delivery itself, in sentences that quote no message.
struct Troubles {
    /// The cursor cannot be written or read: results may be read again after a restart.
    var cursor: String?
    /// The servers did not store results.
    var results: String?
    var name: String?
}

/// Facts about a kiosk: the last values, each a message.
struct KioskFacts {
    let kiosk: String
    let socket: String
    let configuration: LoadedConfiguration
    /// Where the files have faults, so that the last valid configuration is in use; nil: nowhere.
    let configurationProblem: String?

    init(kiosk: String, _ start: StartConfiguration) {
        (self.kiosk, configuration) = (kiosk, start.loaded)
        socket = start.loaded.configuration.daemon.socket
        configurationProblem = start.problemPlaces
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

    /// The kiosk's health, with the last result in the streams, nil if unknown, and that of `VerifyChain`.
    func health(
        _ daemon: Daemon, at time: WallTime, sequence: Int64?, _ epoch: Place.Epoch?, findings: JSON?, chain: JSON?,
        _ troubles: Troubles
    ) -> JSONObject {
        let settings = configuration.configuration.fleet
        let expiry = Expiry(settings)
        let members: JSONObject = [
            "wallTimeUSec": .integer(time.microseconds), "intervalUSec": .integer(settings.interval.microseconds),
            "sequence": sequence.map { .integer($0) }, "findings": findings, "chain": chain,
            "configurationProblem": configurationProblem.map { .string($0) },
            "cursorProblem": troubles.cursor.map { .string($0) },
            "resultsProblem": troubles.results.map { .string($0) }, "nameProblem": troubles.name.map { .string($0) },
            "certificateEndsWallTimeUSec": expiry.certificate.map { .integer($0.microseconds) },
            "authorityEndsWallTimeUSec": expiry.authority.map { .integer($0.microseconds) },
        ]
        var json = FleetMessage.head("health", kiosk, epoch, members)
        do throws(FleetError) {
            let status = try daemon.call("io.touchd.manage.Status")
            json["touchd"] = "up"
            json["uptimeUSec"] = status["uptimeUSec"]
            json["panels"] = status.object("panels")["count"]
            json["paused"] = status.object("pause")["paused"]
            json["vaultAlarm"] = status.object("vault")["alarm"]
            json["hasStorageProblem"] = .bool(status.object("vault")["problem"] != nil)
            json["counters"] = try daemon.call("io.touchd.monitor.Statistics")["counters"]
        } catch {
            // The facts that are known are sent, such as that a call was not allowed.
            if json["touchd"] == nil { json["touchd"] = "down" }
        }
        return json
    }

    func state(_ daemon: Daemon) throws(FleetError) -> JSONObject {
        let status = try daemon.call("io.touchd.manage.Status")
        let panels = try daemon.call("io.touchd.device.List").objects("devices")
        let names = ["panel", "name", "provenance", "bus", "vendor", "product", "widthMm", "heightMm", "slots"]
        let members: JSONObject = [
            "touchd": status["version"], "fleet": .string(Version.text), "viewWidth": status["viewWidth"],
            "viewHeight": status["viewHeight"], "rollbackProtection": status.object("vault")["rollbackProtection"],
            "configuration": .string(configurationHash),
            "panels": .array(panels.map { panel in .object(JSONObject(names.map { ($0, panel[$0]) })) }),
        ]
        return FleetMessage.head("state", kiosk, nil, members)
    }

    func keys(_ daemon: Daemon, _ head: Daemon.Head) throws(FleetError) -> JSONObject {
        let keys = try daemon.call("io.touchd.token.Keys")
        let members: JSONObject = ["issuer": keys["issuer"], "jwks": keys["jwks"], "audit": .object(head.key)]
        return FleetMessage.head("keys", kiosk, nil, members)
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
