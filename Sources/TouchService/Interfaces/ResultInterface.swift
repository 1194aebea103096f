internal import Journal
internal import StrictJSON
internal import TouchVault
internal import Varlink

extension ServiceInterface {
    /// `io.touchd.result`: outcomes.
    static func result(_ core: Core) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.result", access: core.access,
            methods: [
                "Get": Method(.observer) { get($0, core) },
                "List": Method(.observer) { list($0, core) },
                "Watch": Method(.observer) { call in
                    guard call.wantsMore else { return call.fail(.expectedMore) }
                    core.results.watch(call, seesAll: core.access.seesAllResults(call.connection.peer))
                    call.replyContinuing(["ready": true])
                    core.heartbeat.keepAlive(call)
                },
            ])
    }

    private static func get(_ call: Call, _ core: Core) {
        let text = call.parameters["id"]?.stringValue ?? ""
        do throws(VaultError) {
            guard let id = ResultID(text), let stored = try core.vault.result(id) else {
                return call.fail(VarlinkError("io.touchd.result.NoSuchResult", ["id": .string(text)]))
            }
            call.reply(["result": .object(ResultLog.describe(stored))])
        } catch { core.failStorage(call, of: "io.touchd.result", error) }
    }

    private static func list(_ call: Call, _ core: Core) {
        let limit = call.parameters["limit"]?.integerValue ?? 100
        guard (1...1_000).contains(limit) else { return call.fail(.invalidParameter("limit")) }
        let after = call.parameters["after"]?.integerValue
        let peer = call.connection.peer
        do throws(VaultError) {
            let stored = try core.vault.results(
                from: after.map { .after(sequence: $0) } ?? .oldest, limit: Int(limit),
                owner: core.access.seesAllResults(peer) ? nil : peer.uid)
            call.reply(["results": .array(stored.map { .object(ResultLog.describe($0)) })])
        } catch { core.failStorage(call, of: "io.touchd.result", error) }
    }
}

extension Core {
    /// Answers a call that the vault could not serve; the reason goes to the log, not to the peer.
    func failStorage(_ call: Call, of interface: String, _ error: VaultError) {
        log.error("\(call.method): \(error)")
        call.fail(VarlinkError("\(interface).StorageFailed"))
    }
}
