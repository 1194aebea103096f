internal import StrictJSON
internal import TouchScreen
internal import Varlink
internal import TouchCore
internal import TouchSessions
internal import TouchInput

extension ServiceInterface {
    /// `io.touchd.calibration`: where touches land.
    static func calibration(_ access: Access, _ calibrations: Calibrations) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.calibration", access: access,
            methods: [
                "Calibrate": Method(.administrator, .stream) { calibrations.begin($0) },
                "Show": Method(.screen, .stream) { calibrations.show($0) },
                "Confirm": Method(.administrator) { calibrations.confirm($0) },
                "Reset": Method(.administrator) { calibrations.reset($0) },
                "List": Method(.administrator) { call in
                    call.reply(["calibrations": .array(calibrations.all.map { .object($0.json) })])
                },
            ])
    }

    /// `io.touchd.captcha`: challenges and how they end.
    static func captcha(_ desk: ChallengeDesk, needs keeper: VaultKeeper) -> ServiceInterface {
        /// The challenge that a call names, if the caller may know it; otherwise fails the call.
        func named(_ call: Call) -> JudgedSession? {
            let id = call.parameters["challengeId"]?.stringValue ?? ""
            let peer = call.connection.peer
            if let challenge = desk.sessions[id],
                challenge.owner == peer.uid || desk.access.seesAllResults(peer) || challenge.isServed(by: peer.uid)
            {
                return challenge
            }
            call.fail(VarlinkError("io.touchd.captcha.NoSuchChallenge", ["challengeId": .string(id)]))
            return nil
        }
        return ServiceInterface(
            "io.touchd.captcha", access: desk.access, needs: keeper,
            methods: [
                "Create": Method(.frontend) { call in desk.create(call) },
                "Refresh": Method(.frontend) { call in
                    guard let session = named(call) else { return }
                    session.challenge?.refresh(call, session)
                },
                "Extend": Method(.frontend) { call in
                    guard let more = call.interval("timeoutUSec", in: TimeLimit.answer) else { return }
                    guard let challenge = named(call) else { return }
                    let end = challenge.extend(by: more)
                    call.reply(["timeLeftUSec": end.map { _ in .integer(challenge.timeLeft.microseconds) }])
                },
                "Decline": Method(.frontend) { call in
                    guard let session = named(call) else { return }
                    session.challenge?.decline(call, session)
                },
                "Await": Method(.frontend, .several) { call in
                    guard let challenge = named(call) else { return }
                    if call.wantsMore { challenge.join(call) } else { call.reply(challenge.reply) }
                },
            ])
    }

    /// `io.touchd.device`: the panels.
    static func device(
        _ access: Access, _ panels: Panels, on seat: any PanelSource, _ pauses: Pauses, _ idle: IdleCalls,
        _ heartbeat: Heartbeat
    ) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.device", access: access,
            methods: [
                "List": Method(.observer) { $0.reply(["devices": panels.list]) },
                "Explain": Method(.observer) { $0.reply(["candidates": panels.explain(seat.candidates)]) },
                "Watch": Method(.observer, .stream) { call in
                    panels.watch(call, pauses.current)
                    heartbeat.keepAlive(call)
                },
                "Idle": Method(.observer, .stream) { call in
                    guard let length = call.interval("afterUSec", in: TimeLimit.idle) else { return }
                    idle.watch(call, after: length)
                    heartbeat.keepAlive(call)
                },
            ])
    }

    /// `io.touchd.monitor`: what the daemon sees and counts.
    static func monitor(
        _ access: Access, _ state: DaemonState, _ screen: Screen, _ unheard: UnheardLandings, _ heartbeat: Heartbeat
    ) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.monitor", access: access,
            methods: [
                "Contacts": Method(.administrator, .stream) { call in
                    screen.contacts.watch(call)
                    heartbeat.keepAlive(call)
                },
                "Unheard": Method(.administrator, .stream) { call in
                    unheard.watch(call)
                    heartbeat.keepAlive(call)
                },
                "Statistics": Method(.counts) { state.replyStatistics(to: $0) },
                "Recording": Method(.operator) { recording($0, screen.ring) },
            ])
    }

    /// Entries of a reply: about 0.4 million instructions.
    private static let entriesPerReply = 60

    private static func recording(_ call: Call, _ ring: FrameRing) {
        let start = call.parameters["from"]?.integerValue
        guard start ?? 0 >= 0 else { return call.fail(.invalidParameter("from", allowed: "0 or more")) }
        let (text, next) = ring.lines(from: start.map { Int($0) } ?? 0, count: entriesPerReply)
        call.reply([
            "lines": .string((start == nil ? ring.panelLines : "") + text), "next": next.map { .integer(Int64($0)) },
        ])
    }
}
