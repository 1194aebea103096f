internal import EventLoop
internal import Arguments
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchScreen
internal import TouchSessions
internal import TouchVault
internal import Varlink

/// The sockets that the daemon serves, for parts that are made before the server.
final class ServedSockets {
    var link: Server.Link?

    /// Whether clients find them: their folder may have been removed.
    var areInPlace: Bool { link?.server?.areSocketsInPlace ?? true }
}

/// What the daemon reports of itself: status, statistics, metrics.
struct DaemonState {
    let surroundings: Surroundings
    let configuration: LiveConfiguration
    let access: Access
    let statistics: Statistics
    let peerLog: PeerLog
    let keeper: VaultKeeper
    let panels: Panels
    let screen: Screen
    let pauses: Pauses
    let idle: IdleCalls
    let storms: StormWatch
    let unheard: UnheardLandings
    let sockets: ServedSockets
    let started: Moment

    private static let maxStandings = 1_000

    func replyStatus(to call: Call) {
        let role = access.role(of: call.connection.peer)
        guard role >= .frontend else { return replyStatus(to: call, role, standing: nil) }
        var standing = LongList()
        keeper.walkUsers {
            call.isOpen
        } each: { user in
            // Users without wrong drawings who are not kept out need no line.
            guard standing.count < Self.maxStandings, user.standing.failed > 0 || !user.standing.isOpen,
                !user.isHidden || role == .administrator
            else { return }
            standing.add(user.fields)
        } finish: { error in
            if let error {
                peerLog.line(
                    .error, .storage, of: call.connection.peer.uid, "cannot read failed attempts: \(error)")
            }
            replyStatus(to: call, role, standing: error == nil ? standing : nil)
        }
    }

    private func replyStatus(to call: Call, _ role: Role, standing: LongList?) {
        let allowed = configuration.values.input.allowedProvenance.map(\.rawValue).sorted()
        let frames = statistics.latencies.count(hidingSecrets: role != .administrator)
        let ghosting = storms.names(at: surroundings.loop.now)
        let facts: JSONObject = [
            "version": .string(Version.text),
            "uptimeUSec": .integer(surroundings.loop.now.since(started.monotonic).microseconds),
            "seat": .string(configuration.values.daemon.seat),
            "configurationProblem": configuration.problem.map { .string($0) },
            "configurationExposure": configuration.exposure.map { .string($0) },
            "viewWidth": .integer(Int64(screen.view.width)),
            "viewHeight": .integer(Int64(screen.view.height)),
            "panels": [
                "count": .integer(Int64(panels.devices.count)),
                "trusted": .integer(Int64(panels.trustedPlaces.count)), "frames": .integer(Int64(frames)),
                "problem": panels.problem.map { .string($0) },
                "ghosting": ghosting.isEmpty ? nil : .array(ghosting.map { .string($0) }),
                "display": pauses.darkScreen.display.map { .string($0) },
            ],
            "screen": [
                "scenes": .integer(Int64(screen.count)),
                "holder": role == .administrator ? screen.guarding.map { .object($0.owner) } : nil,
            ],
            "pause": [
                "paused": pauses.current.json,
                "cleaningUSec": pauses.cleaningLeft.map { .integer($0.microseconds) },
            ],
            "vault": [
                "alarm": keeper.vault.alarm.map { .string($0.rawValue) },
                "problem": keeper.problem.map { .string($0) },
                "newer": keeper.isOfNewerTouchd ? true : nil,
                "rollbackProtection": keeper.vault.hasRollbackProtection ? "tpm2" : "none",
            ],
            "clock": clock.json.map { .object($0) },
        ]
        let access: JSONObject = [
            "rights": .array(self.access.rights(of: call.connection.peer).map { .string($0) }),
            "connections": .integer(Int64(statistics.openConnections)),
            "allowProvenance": .array(allowed.map { .string($0) }),
            "pinned": .bool(!configuration.values.input.pinnedPanels.isEmpty),
            "screenNamed": .bool(!configuration.values.access.screen.isEmpty),
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

    private var clock: ClockFacts {
        // A vault that cannot be read is reported as such.
        let newest = try? keeper.vault.newestWallTime
        return ClockFacts(started: started, now: surroundings.moment, newest: newest)
    }

    func replyStatistics(to call: Call) {
        call.reply(
            statistics.reply(
                uptime: surroundings.loop.now.since(started.monotonic), unheard: unheard.counts,
                hidingSecrets: call.parameters["inTheOpen"] == true
                    || access.role(of: call.connection.peer) != .administrator))
    }

    private func facts(users: Int?, locked: Int?) -> MetricsFacts {
        keeper.look()
        return MetricsFacts(
            startSeconds: started.wall.seconds, lastTouchSeconds: idle.lastMinute ?? 0, panels: panels.devices.count,
            trustedPanels: panels.trustedPlaces.count,
            ghostingPanels: storms.names(at: surroundings.loop.now).count,
            connections: statistics.openConnections, scenes: screen.count, isStoring: keeper.isWritable,
            alarm: keeper.vault.alarm, users: users, lockedUsers: locked, pauses: pauses.current,
            hasConfigurationProblem: !configuration.problems.isEmpty,
            hasConfigurationExposure: configuration.exposure != nil,
            unusedSettings: configuration.loaded.unused.count, clock: clock, hasSocket: sockets.areInPlace,
            hasRollbackProtection: keeper.vault.hasRollbackProtection)
    }

    /// Makes the metrics file as it would be now; `then` may be called later.
    func makeMetrics(then: @escaping (String) -> Void) {
        var (users, locked) = (0, 0)
        keeper.walkUsers { user in
            // Secrets removed under duress only look removed.
            guard !user.isHidden else { return }
            users += 1
            if !user.standing.isOpen { locked += 1 }
        } finish: { error in
            let facts = error == nil ? facts(users: users, locked: locked) : facts(users: nil, locked: nil)
            then(PrometheusText.text(statistics, unheard: unheard.counts, facts))
        }
    }
}
