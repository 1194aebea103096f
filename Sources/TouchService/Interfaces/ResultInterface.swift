internal import EventLoop
internal import StrictJSON
internal import TouchCore
internal import TouchScreen
internal import TouchSessions
internal import TouchVault
internal import Varlink

/// `io.touchd.result`: outcomes.
struct ResultInterface {
    let access: Access
    let surroundings: Surroundings
    let keeper: VaultKeeper
    let results: Results
    let heartbeat: Heartbeat
    let log: Journal
    /// How long a call without `more` may take.
    var patience = Call.patienceWithoutMore

    var interface: ServiceInterface {
        ServiceInterface(
            "io.touchd.result", access: access, needs: keeper,
            methods: [
                "Get": .init(.observer) { get($0) },
                "List": .init(.observer) { list($0) },
                "Head": .init(.backend) { call in
                    let vault = keeper.vault
                    call.reply([
                        "head": .string(vault.auditHead.description), "signed": .string(vault.signedAuditHead),
                        "key": .object(vault.auditKey.webKey),
                    ])
                },
                "VerifyChain": .init(.backend, .several) { verify($0) },
                "Watch": .init(.observer, .stream) { call in
                    let peer = call.connection.peer
                    results.watch(call) { access.seesAllResults(peer) }
                    call.replyContinuing(["ready": true])
                    heartbeat.keepAlive(call)
                },
            ])
    }

    private func get(_ call: Call) {
        let text = call.parameters["id"]?.stringValue ?? ""
        do throws(VaultError) {
            guard let id = ResultID(text), !results.isUntold(id), let stored = try keeper.vault.result(id) else {
                return call.fail(VarlinkError("io.touchd.result.NoSuchResult", ["id": .string(text)]))
            }
            let seesAll = access.seesAllResults(call.connection.peer)
            call.reply(["result": .object(stored.fields(seesAll: seesAll))])
        } catch { keeper.fail(call, of: "io.touchd.result", error) }
    }

    private func list(_ call: Call) {
        guard let limit = call.number("limit", in: 1...1_000, or: 100) else { return }
        let peer = call.connection.peer
        let seesAll = access.seesAllResults(peer)
        var place = call.parameters["after"]?.integerValue ?? 0
        guard place >= 0 else { return call.fail(.invalidParameter("after", allowed: "0 or more")) }
        keeper.answer(call, of: "io.touchd.result") { list throws(VaultError) in
            let wanted = min(Self.listPart, limit - list.count)
            let rows = try keeper.vault.results(after: place, limit: wanted, owner: seesAll ? nil : peer.uid)
            // Rows that are out of order in a damaged file must not be read for ever.
            guard let last = rows.last?.sequence, last > place else { return false }
            place = last
            for row in rows {
                if let stored = row.result, !results.isUntold(stored.id) {
                    list.add(stored.fields(seesAll: seesAll))
                }
            }
            return rows.count == wanted && list.count < limit
        } finish: { reply, list in
            list.write(as: "results", into: &reply)
        }
    }

    /// How many results are read in one round of the loop: about 0.2 million instructions.
    private static let listPart = 4

    private func verify(_ call: Call) {
        var known: AuditHead?
        if let text = call.parameters["head"]?.stringValue {
            known = AuditHead(text)
            guard known != nil else { return call.fail(.invalidParameter("head", allowed: "SEQUENCE:HEX")) }
        }
        heartbeat.keepAlive(call)
        let deadline = surroundings.loop.now.advanced(by: patience)
        var walk = AuditWalk(comparing: known)
        surroundings.loop.inParts { proceed(&walk, for: call, until: call.wantsMore ? nil : deadline) }
    }

    private func proceed(_ walk: inout AuditWalk, for call: Call, until deadline: Instant?) -> Bool {
        guard call.isOpen else { return false }
        if let deadline, surroundings.loop.now >= deadline {
            call.fail(VarlinkError("io.touchd.result.Unfinished", ["checked": .integer(walk.checked)]))
            return false
        }
        do throws(VaultError) {
            guard let finding = try walk.proceed(in: keeper.vault) else { return true }
            if let broken = finding.broken {
                log.error("results were altered: \(broken.kind.rawValue) at \(broken.sequence)")
            }
            call.reply([
                "intact": .bool(finding.broken == nil), "checked": .integer(finding.checked),
                "head": .string(finding.head.description), "compared": .bool(finding.isCompared),
                "broken": (finding.broken?.kind.rawValue).map { .string($0) },
                "sequence": (finding.broken?.sequence).map { .integer($0) },
                "checkpoint": try keeper.vault.signedCheckpoint().map { .string($0) },
            ])
        } catch { keeper.fail(call, of: "io.touchd.result", error) }
        return false
    }
}
