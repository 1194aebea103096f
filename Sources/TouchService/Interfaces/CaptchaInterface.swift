internal import StrictJSON
internal import TouchCore
internal import TouchScreen
internal import TouchSessions
internal import Varlink

extension ServiceInterface {
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
                    guard let challenge = named(call) else { return }
                    challenge.end(.declined) { call.reply() }
                },
                "Await": Method(.frontend, .several) { call in
                    guard let challenge = named(call) else { return }
                    if call.wantsMore { challenge.join(call) } else { call.reply(challenge.reply) }
                },
            ])
    }
}
