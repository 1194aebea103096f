internal import Arguments
internal import EventLoop
internal import Journal
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchVault
internal import Varlink

extension ServiceInterface {
    /// `io.touchd.manage`: the daemon itself.
    static func manage(_ core: Core, _ reloading: Reloading, started: Instant) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.manage", access: core.access,
            methods: [
                "Status": Method(.observer) { status($0, core, started: started) },
                "StartCleaning": Method(.administrator) { startCleaning($0, core) },
                "StopCleaning": Method(.administrator) { call in
                    call.reply(["ended": .bool(core.pauses.endCleaning("requested by uid \(call.connection.peer.uid)"))]
                    )
                },
                "SetView": Method(.administrator) { setView($0, core, reloading) },
                "Reload": Method(.operator) { call in reloading.reload { call.reply($0.reply) } },
                "Configuration": Method(.operator) { call in
                    call.reply(["keys": .array(reloading.loaded.told.map { .object($0.fields) })])
                },
                "ClearAlarm": Method(.administrator) { clearAlarm($0, core) },
            ])
    }

    /// How many users `Status` names at most.
    private static let maxStandings = 1_000

    private static func status(_ call: Call, _ core: Core, started: Instant) {
        let role = core.access.role(of: call.connection.peer)
        guard role >= .frontend else { return status(call, core, role, started: started, standing: nil) }
        var standing = LongList()
        core.walkUsers {
            call.isOpen
        } each: { user in
            // Users without wrong drawings who are not kept out need no line.
            guard standing.count < maxStandings, user.standing.failed > 0 || !user.standing.isOpen,
                !user.isHidden || role == .administrator
            else { return }
            standing.add(user.fields)
        } finish: { [unowned core] error in
            if let error {
                core.peerLog.line(
                    .error, .storage, of: call.connection.peer.uid, "cannot read failed attempts: \(error)")
            }
            status(call, core, role, started: started, standing: error == nil ? standing : nil)
        }
    }

    private static func status(_ call: Call, _ core: Core, _ role: Role, started: Instant, standing: LongList?) {
        let allowed = core.configuration.input.allowedProvenance.map(\.rawValue).sorted()
        let frames = core.statistics.reads(hidingSecrets: role != .administrator).count
        let facts: JSONObject = [
            "version": .string(Version.text),
            "uptimeUSec": .integer(core.loop.now.since(started).microseconds),
            "seat": .string(core.configuration.daemon.seat),
            "configurationProblem": core.configurationProblem.map { .string($0) },
            "viewWidth": .integer(Int64(core.screen.view.width)),
            "viewHeight": .integer(Int64(core.screen.view.height)),
            "panels": [
                "count": .integer(Int64(core.panels.devices.count)),
                "trusted": .integer(Int64(core.trustedPlaces.count)), "frames": .integer(Int64(frames)),
                "problem": core.panels.problem.map { .string($0) },
            ],
            "screen": [
                "scenes": .integer(Int64(core.screen.count)),
                "holder": role == .administrator ? core.screen.guarding.map { .object($0.owner) } : nil,
            ],
            "pause": [
                "paused": core.pauses.current.json,
                "cleaningUSec": core.pauses.cleaningLeft.map { .integer($0.microseconds) },
            ],
            "vault": [
                "alarm": core.vault.alarm.map { .string($0.rawValue) },
                "problem": core.vaultProblem.map { .string($0) },
                "rollbackProtection": core.vault.hasRollbackProtection ? "tpm2" : "none",
            ],
        ]
        let access: JSONObject = [
            "role": .string(role.rawValue), "connections": .integer(Int64(core.statistics.openConnections)),
            "allowProvenance": .array(allowed.map { .string($0) }),
            "pinned": .bool(!core.configuration.input.pinnedPanels.isEmpty),
            "screenNamed": .bool(!core.configuration.access.screen.isEmpty),
        ]
        call.reply { reply in
            reply.members(of: facts)
            reply.object("access") { reply in
                reply.members(of: access)
                var standing = standing
                standing?.write(as: "standing", into: &reply)
            }
        }
    }

    private static func startCleaning(_ call: Call, _ core: Core) {
        guard let duration = call.interval("durationUSec", in: TimeLimit.cleaning) else { return }
        core.pauses.clean(for: duration)
        call.reply()
    }

    private static func clearAlarm(_ call: Call, _ core: Core) {
        let peer = call.connection.peer
        core.change(for: call, of: "io.touchd.manage", user: nil) { () throws(VaultError) in
            try core.vault.clearAlarm()
        } then: { [unowned core] (isCleared: Bool) throws(VaultError) -> InteractionResult? in
            guard isCleared else {
                call.fail(VarlinkError("io.touchd.manage.NoAlarm"))
                return nil
            }
            core.log.notice("alarm of the vault cleared by uid \(peer.uid)")
            return core.result(.clearing, "vault_alarm", of: nil, by: peer.uid)
        } finish: { _, result in
            call.reply(["result": result.map { .string($0) }])
        }
    }

    private static func setView(_ call: Call, _ core: Core, _ reloading: Reloading) {
        var said = ""
        reloading.changeView {
            guard let (change, what) = viewChange(call, core) else { return nil }
            said = what
            return change
        } then: {
            core.log.notice(said)
            call.reply()
        }
    }

    /// The change of the view that a call asks for, and the line that reports it; fails the call if it is invalid.
    private static func viewChange(_ call: Call, _ core: Core) -> (Reloading.ViewChange, String)? {
        func refuse(_ key: String, _ allowed: String) -> (Reloading.ViewChange, String)? {
            call.fail(.invalidParameter(key, allowed: allowed))
            return nil
        }
        let (sides, view) = (Size.viewSides, core.screen.view)
        let width = call.parameters["width"]?.doubleValue ?? view.width
        let height = call.parameters["height"]?.doubleValue ?? view.height
        for (key, side) in [("width", width), ("height", height)] {
            guard Double(sides.lowerBound)...Double(sides.upperBound) ~= side else {
                return refuse(key, "\(sides.lowerBound) to \(sides.upperBound)")
            }
        }
        let size = Size(width: width, height: height)
        var rotation = core.panels.rotation
        if let asked = call.parameters["rotation"]?.integerValue {
            guard let known = Rotation(rawValue: Int(truncatingIfNeeded: asked)) else {
                return refuse("rotation", "0, 90, 180 or 270")
            }
            rotation = known
        }
        guard let panel = call.parameters["panel"]?.stringValue else {
            let line = "view is \(Int(size.width))x\(Int(size.height)), rotated by \(rotation.rawValue)"
            return (.init(size: size, rotation: rotation), line)
        }
        guard size == view else {
            let (side, present) = width == view.width ? ("height", view.height) : ("width", view.width)
            return refuse(side, "\(Int(present)) with a panel")
        }
        guard core.panels.devices.contains(where: { core.panels.wishes.name(of: $0) == panel }) else {
            return refuse("panel", core.panels.names)
        }
        return (
            .init(size: size, rotation: core.panels.rotation, turned: [panel: rotation]),
            "panel \(panel) rotated by \(rotation.rawValue)"
        )
    }
}

extension ToldKey {
    /// The key as the interface has it.
    fileprivate var fields: JSONObject {
        [
            "section": .string(section), "name": .string(name), "value": value.map { .string($0) },
            "set": .bool(isSet),
        ]
    }
}
