internal import StrictJSON
internal import TouchConfiguration
internal import TouchModels
internal import TouchVault
internal import Varlink

extension ServiceInterface {
    /// `io.touchd.captcha`: challenges and verdicts.
    static func captcha(_ core: Core, _ challenges: ChallengeRegistry) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.captcha", access: core.access,
            methods: [
                "Create": Method(.frontend) { create($0, core, challenges) },
                "Verdict": Method(.frontend) { call in
                    let id = call.parameters["challenge"]?.stringValue ?? ""
                    let peer = call.connection.peer
                    guard let challenge = challenges[id],
                        challenge.owner == peer.uid || core.access.seesAllResults(peer)
                    else {
                        return call.fail(VarlinkError("io.touchd.captcha.NoSuchChallenge", ["challenge": .string(id)]))
                    }
                    challenge.answer(call)
                },
            ])
    }

    private static func create(_ call: Call, _ core: Core, _ challenges: ChallengeRegistry) {
        guard let patience = Patience.asked(by: call, standard: core.configuration.captcha.timeout) else { return }
        let attempts = call.parameters["attempts"]?.integerValue ?? 3
        guard (1...10).contains(attempts) else { return call.fail(.invalidParameter("attempts")) }
        guard let binding = TokenBinding.asked(by: call) else { return }
        var given: Challenge.Given?
        if call.parameters["profile"] == "given" {
            guard core.access.role(of: call.connection.peer) == .administrator else {
                return call.fail(.permissionDenied)
            }
            guard let target = call.parameters["given"]?.objectValue,
                let value = target["targetValue"]?.doubleValue, (0...1).contains(value)
            else { return call.fail(.invalidParameter("given")) }
            if let centre = target["thumbCenterY"]?.doubleValue, !(0...16_384).contains(centre) {
                return call.fail(.invalidParameter("given"))
            }
            given = Challenge.Given(targetValue: value, thumbCenterY: target["thumbCenterY"]?.doubleValue)
        } else if call.parameters["given"] != nil {
            return call.fail(.invalidParameter("given"))
        }
        guard challenges.hasRoom(for: call.connection.peer.uid) else {
            return call.fail(VarlinkError("io.touchd.captcha.TooManyChallenges"))
        }
        let drive = call.parameters["drive"]?.stringValue.flatMap(SlideCaptcha.Drive.init(rawValue:)) ?? .bar
        let challenge = Challenge(
            core: core, owner: call.connection.peer.uid, drive: drive, given: given, attempts: Int(attempts),
            patience: patience, binding: binding)
        if call.parameters["onScreen"] == true { return ask(for: challenge, call, core, challenges) }
        challenges.add(challenge)
        call.reply(["challenge": .string(challenge.id)])
    }

    /// Lets the front end that serves the screen show the challenge; the call is answered when one has heard of it.
    private static func ask(for challenge: Challenge, _ call: Call, _ core: Core, _ challenges: ChallengeRegistry) {
        guard let prompt = Prompt.asked(by: call) else { return }
        let request = ScreenRequest(
            id: challenge.id, kind: .captcha, peer: call.connection.peer, prompt: prompt, deadline: challenge.deadline,
            listener: ScreenRequest.Listener(
                heard: {
                    guard call.isOpen else { return }
                    call.reply(["challenge": .string(challenge.id)])
                },
                unheard: {
                    challenge.finish(.cancelled)
                    // Front ends that came and went have had it answered.
                    if call.isOpen { call.fail(VarlinkError("io.touchd.captcha.NoFrontEnd")) }
                }))
        challenges.add(challenge)
        call.onCancelled = { challenge.finish(.cancelled) }
        if !core.requests.add(request) {
            challenge.finish(.cancelled)
            call.fail(VarlinkError("io.touchd.captcha.Busy"))
        }
    }
}
