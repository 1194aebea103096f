internal import EventLoop
internal import Journal
internal import StrictJSON
internal import TouchCore
internal import TouchVault
internal import Varlink
internal import WebKeys

extension ServiceInterface {
    /// `io.touchd.result`: outcomes.
    ///
    /// - Parameter patience: how long a call without `more` may take.
    static func result(_ core: Core, patience: Interval = Call.patienceWithoutMore) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.result", access: core.access, storeFault: { [unowned core] in core.storeFault },
            methods: [
                "Get": Method(.observer) { get($0, core) },
                "List": Method(.observer) { list($0, core) },
                "Head": Method(.backend) { call in
                    call.reply([
                        "head": .string(core.vault.auditHead.description),
                        "signed": .string(core.vault.signedAuditHead), "key": .object(core.vault.auditKey.webKey),
                    ])
                },
                "VerifyChain": Method(.backend, .several) { verify($0, core, patience) },
                "Watch": Method(.observer, .stream) { call in
                    core.results.watch(call, seesAll: core.access.seesAllResults(call.connection.peer))
                    call.replyContinuing(["ready": true])
                    core.heartbeat.keepAlive(call)
                },
            ])
    }

    private static func get(_ call: Call, _ core: Core) {
        let text = call.parameters["id"]?.stringValue ?? ""
        do throws(VaultError) {
            guard let id = ResultID(text), !core.results.isUntold(id), let stored = try core.vault.result(id) else {
                return call.fail(VarlinkError("io.touchd.result.NoSuchResult", ["id": .string(text)]))
            }
            let seesAll = core.access.seesAllResults(call.connection.peer)
            call.reply(["result": .object(ResultLog.describe(stored, seesAll: seesAll))])
        } catch { core.failStorage(call, of: "io.touchd.result", error) }
    }

    /// How many results one call may list.
    private static let listLimits: ClosedRange<Int64> = 1...1_000

    private static func list(_ call: Call, _ core: Core) {
        let limit = call.parameters["limit"]?.integerValue ?? 100
        guard listLimits.contains(limit) else {
            return call.fail(.invalidParameter("limit", allowed: listLimits))
        }
        let peer = call.connection.peer
        let seesAll = core.access.seesAllResults(peer)
        var place = call.parameters["after"]?.integerValue ?? 0
        core.answer(call, of: "io.touchd.result") { [unowned core] list throws(VaultError) in
            let wanted = min(listPart, Int(limit) - list.count)
            let rows = try core.vault.results(after: place, limit: wanted, owner: seesAll ? nil : peer.uid)
            // Rows that are out of order in a damaged file must not be read for ever.
            guard let last = rows.last?.sequence, last > place else { return false }
            place = last
            for row in rows {
                if let stored = row.result, !core.results.isUntold(stored.id) {
                    list.add(ResultLog.describe(stored, seesAll: seesAll))
                }
            }
            return rows.count == wanted && list.count < Int(limit)
        } finish: { reply, list in
            list.write(as: "results", into: &reply)
        }
    }

    /// How many results are read in one round of the loop: about 0.4 million instructions.
    private static let listPart = 8
}

// MARK: - Audit

extension ServiceInterface {
    private static func verify(_ call: Call, _ core: Core, _ patience: Interval) {
        var known: AuditHead?
        if let text = call.parameters["head"]?.stringValue {
            known = AuditHead(text)
            guard known != nil else { return call.fail(.invalidParameter("head", allowed: "SEQUENCE:HEX")) }
        }
        core.heartbeat.keepAlive(call)
        let deadline = core.loop.now.advanced(by: patience)
        var walk = AuditWalk(comparing: known)
        core.loop.inParts { [unowned core] in proceed(&walk, for: call, until: call.wantsMore ? nil : deadline, core) }
    }

    /// Checks one part of the chain; false once the call is answered.
    private static func proceed(
        _ walk: inout AuditWalk, for call: Call, until deadline: Instant?, _ core: Core
    ) -> Bool {
        guard call.isOpen else { return false }
        if let deadline, core.loop.now >= deadline {
            call.fail(VarlinkError("io.touchd.result.Unfinished", ["checked": .integer(walk.checked)]))
            return false
        }
        do throws(VaultError) {
            guard let finding = try walk.proceed(in: core.vault) else { return true }
            if let broken = finding.broken {
                core.log.error("results were altered: \(broken.kind.rawValue) at \(broken.sequence)")
            }
            call.reply([
                "intact": .bool(finding.broken == nil), "checked": .integer(finding.checked),
                "head": .string(finding.head.description), "compared": .bool(finding.isCompared),
                "broken": (finding.broken?.kind.rawValue).map { .string($0) },
                "sequence": (finding.broken?.sequence).map { .integer($0) },
                "checkpoint": try core.vault.signedCheckpoint().map { .string($0) },
            ])
        } catch { core.failStorage(call, of: "io.touchd.result", error) }
        return false
    }
}

extension Core {
    /// Answers a call that the vault could not serve; the reason goes to the log, not to the peer.
    func failStorage(_ call: Call, of interface: String, _ error: VaultError) {
        peerLog.line(.error, .storage, of: call.connection.peer.uid, "\(call.method): \(error)")
        noteStore(error)
        noteAlarm()
        call.fail(VarlinkError("\(interface).StorageFailed"))
    }
}
