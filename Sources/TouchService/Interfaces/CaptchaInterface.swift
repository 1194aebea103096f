internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchPicture
internal import TouchVault
internal import Varlink

extension ServiceInterface {
    /// `io.touchd.captcha`: challenges and how they end.
    static func captcha(_ core: Core, _ challenges: JudgedSessions) -> ServiceInterface {
        /// The challenge that a call names, if the caller may know it; otherwise fails the call.
        func named(_ call: Call) -> JudgedSession? {
            let id = call.parameters["challenge"]?.stringValue ?? ""
            let peer = call.connection.peer
            if let challenge = challenges[id],
                challenge.owner == peer.uid || core.access.seesAllResults(peer) || challenge.isServed(by: peer.uid)
            {
                return challenge
            }
            call.fail(VarlinkError("io.touchd.captcha.NoSuchChallenge", ["challenge": .string(id)]))
            return nil
        }
        return ServiceInterface(
            "io.touchd.captcha", access: core.access, storeFault: { [unowned core] in core.storeFault },
            methods: [
                "Create": Method(.frontend) { create($0, core, challenges) },
                "Refresh": Method(.frontend) { call in
                    guard let challenge = named(call) else { return }
                    (challenge.judge as? ChallengeJudge)?.refresh(call, challenge)
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

    private static func create(_ call: Call, _ core: Core, _ challenges: JudgedSessions) {
        if call.parameters["kind"] == "gesture" { return createGesture(call, core, challenges) }
        guard let terms = ChallengeTerms(of: call, core), let wishes = ChallengePicture.Wishes(of: call, core) else {
            return
        }
        let owner = call.connection.peer.uid
        func make(_ scenery: ChallengePicture.Scenery) -> JudgedSession {
            terms.begin(ChallengePicture(scenery, of: wishes), for: owner, core, challenges)
        }
        let tooMany = VarlinkError("io.touchd.captcha.TooManyChallenges")
        guard challenges.hasRoom(for: owner) else { return call.fail(tooMany) }
        guard let order = PuzzleOrder(of: call, wishes, core) else { return }
        let isOnScreen = call.parameters["onScreen"] == true
        let hasPictures = call.parameters["pictures"]?.boolValue ?? (wishes.given == nil)
        guard hasPictures, !isOnScreen else {
            guard isOnScreen || !wishes.profile.needsPictures else {
                return call.fail(.invalidParameter("pictures", allowed: "true"))
            }
            if isOnScreen {
                guard let prompt = Prompt.asked(by: call) else { return }
                return ask(for: make(.undrawn(order, ChallengePicture.Chance())), prompt, call, core)
            }
            let challenge = make(.undrawn(order, ChallengePicture.Chance()))
            return call.reply([
                "challenge": .string(challenge.id), "timeLeftUSec": .integer(challenge.timeLeft.microseconds),
            ])
        }
        challenges.reserve(for: owner)
        let isDrawn = core.puzzles.request(order) { puzzle in
            challenges.release(for: owner)
            // The caller has disconnected, so the challenge could not be shown.
            guard call.isOpen else { return }
            let challenge = make(.drawn(puzzle.cut))
            call.reply { writer in
                writer.member("challenge", challenge.id)
                puzzle.write(into: &writer)
                writer.member("timeLeftUSec", challenge.timeLeft.microseconds)
            }
        }
        if !isDrawn {
            challenges.release(for: owner)
            call.fail(tooMany)
        }
    }

    private static func createGesture(_ call: Call, _ core: Core, _ challenges: JudgedSessions) {
        let profile = call.parameters["profile"]?.stringValue
        let foreign = ["drive", "pictures", "width", "height", "shape"].first { call.parameters[$0] != nil }
        if let foreign { return call.fail(.invalidParameter(foreign, allowed: "kind slide only")) }
        guard profile == "default" || profile == "given" else {
            return call.fail(.invalidParameter("profile", allowed: "default, given"))
        }
        guard let terms = ChallengeTerms(of: call, core) else { return }
        if profile == "given", core.access.role(of: call.connection.peer) != .administrator {
            return call.fail(.permissionDenied)
        }
        let asked = call.parameters["given"]?.objectValue
        let given = asked?["steps"]?.arrayValue.flatMap { GestureSequence($0) }
        guard (asked != nil) == (profile == "given") else {
            return call.fail(.invalidParameter("given", allowed: "profile given only, which requires it"))
        }
        guard asked == nil || given != nil else {
            return call.fail(.invalidParameter("given.steps", allowed: GestureSequence.allowed))
        }
        let owner = call.connection.peer.uid
        guard challenges.hasRoom(for: owner) else {
            return call.fail(VarlinkError("io.touchd.captcha.TooManyChallenges"))
        }
        let isOnScreen = call.parameters["onScreen"] == true
        let prompt = isOnScreen ? Prompt.asked(by: call) : .some(nil)
        guard let prompt else { return }
        let task = ChallengeGesture(given: given, isTold: !isOnScreen)
        let challenge = terms.begin(task, for: owner, core, challenges)
        if isOnScreen { return ask(for: challenge, prompt, call, core) }
        call.reply { writer in
            writer.member("challenge", challenge.id)
            task.content.write(into: &writer)
            writer.member("timeLeftUSec", challenge.timeLeft.microseconds)
        }
    }

    /// Requests that the front end serving the screen show the challenge; the call is answered when one received it.
    private static func ask(for challenge: JudgedSession, _ prompt: String?, _ call: Call, _ core: Core) {
        guard let judge = challenge.judge as? ChallengeJudge else { return }
        let request = ScreenRequest(
            id: challenge.id, kind: judge.requestKind, peer: call.connection.peer, prompt: prompt,
            deadline: challenge.deadline,
            listener: ScreenRequest.Listener(
                heard: {
                    guard call.isOpen else { return }
                    call.reply(["challenge": .string(challenge.id)])
                },
                // The challenge is bound when its scene is built.
                shown: { _, _ in },
                unheard: {
                    challenge.end(.cancelled)
                    // Front ends that connected and left have already answered it.
                    if call.isOpen { call.fail(VarlinkError("io.touchd.captcha.NoFrontEnd")) }
                }))
        call.onCancelled = { challenge.end(.cancelled) }
        if !core.ask(for: request) {
            challenge.end(.cancelled)
            call.fail(VarlinkError("io.touchd.captcha.Busy"))
        }
    }
}

/// What every call for a challenge may ask for.
private struct ChallengeTerms {
    private let terms: JudgedSession.Terms
    private let isStudy: Bool

    /// The parameters of a call; fails the call if they are invalid.
    init?(of call: Call, _ core: Core) {
        guard let patience = call.patience(core.configuration.captcha.timeout) else { return nil }
        let attempts = call.parameters["maxAttempts"]?.integerValue ?? 3
        guard AttemptLimit.captcha.contains(attempts) else {
            call.fail(.invalidParameter("maxAttempts", allowed: AttemptLimit.captcha))
            return nil
        }
        guard let binding = TokenBinding.asked(by: call) else { return nil }
        isStudy = call.parameters["study"] == true
        if isStudy, core.access.role(of: call.connection.peer) != .administrator {
            call.fail(.permissionDenied)
            return nil
        }
        terms = JudgedSession.Terms(
            attempts: Int(attempts), patience: patience, binding: binding, memory: ChallengeJudge.memory)
    }

    /// Begins a challenge.
    func begin(_ task: any ChallengeTask, for owner: UInt32, _ core: Core, _ challenges: JudgedSessions)
        -> JudgedSession
    {
        JudgedSession(core, ChallengeJudge(core, task, isStudy: isStudy), terms, for: owner, in: challenges)
    }
}

extension ChallengePicture.Wishes {
    /// The parameters of a call for a slide captcha; fails the call if they are invalid.
    fileprivate init?(of call: Call, _ core: Core) {
        let profile = call.parameters["profile"]?.stringValue.flatMap(CaptchaProfile.init(rawValue:)) ?? .standard
        var given: ChallengePicture.Given?
        if profile == .given {
            guard core.access.role(of: call.connection.peer) == .administrator else {
                call.fail(.permissionDenied)
                return nil
            }
        }
        let target = call.parameters["given"]?.objectValue
        guard (target != nil) == (profile == .given) else {
            call.fail(.invalidParameter("given", allowed: "profile given only, which requires it"))
            return nil
        }
        if let target {
            guard let value = target["targetValue"]?.doubleValue, (0...1).contains(value) else {
                call.fail(.invalidParameter("given.targetValue", allowed: 0...1))
                return nil
            }
            given = ChallengePicture.Given(targetValue: value, gapCenterY: target["gapCenterY"]?.doubleValue)
        }
        let drive = call.parameters["drive"]?.stringValue.flatMap(ChallengeDrive.init(rawValue:))
        guard drive.map(profile.drives.contains) ?? true else {
            call.fail(.invalidParameter("drive", allowed: profile.drives.map(\.rawValue).joined(separator: ", ")))
            return nil
        }
        let shape = call.parameters["shape"]?.stringValue
        do throws(OutlineError) { _ = try shape.map { path throws(OutlineError) in try Outline(path: path) } } catch {
            call.fail(.invalidParameter("shape", allowed: "SVG path data with M, L, H, V, C and Z: \(error)"))
            return nil
        }
        self.init(profile: profile, drive: drive ?? profile.drives[0], given: given, shape: shape)
    }
}

extension PuzzleOrder {
    /// The puzzle of a new challenge; fails the call if that size is not available.
    fileprivate init?(of call: Call, _ wishes: ChallengePicture.Wishes, _ core: Core) {
        func side(_ name: String, _ standard: Int) -> Int {
            call.parameters[name]?.integerValue.map { Int(clamping: $0) } ?? standard
        }
        let size = PictureSize(
            width: side("width", CaptchaProfile.size.width), height: side("height", CaptchaProfile.size.height))
        guard Puzzle.heights.contains(size.height) else {
            call.fail(.invalidParameter("height", allowed: Puzzle.heights))
            return nil
        }
        let widths = wishes.rules.widths(forHeight: size.height)
        guard widths.contains(size.width) else {
            call.fail(.invalidParameter("width", allowed: widths))
            return nil
        }
        let shape = wishes.shape.flatMap { try? Outline(path: $0) } ?? .puzzle
        self.init(size: size, rules: wishes.rules, shape: shape)
        folder = core.pictures
        guard let given = wishes.given else { return }
        // Like a target off the way, it is an error.
        guard given.gapCenterY.map({ (0...Double(size.height)).contains($0) }) ?? true else {
            call.fail(.invalidParameter("given.gapCenterY", allowed: 0...size.height))
            return nil
        }
        let piece = PuzzlePiece(shape, side: PuzzlePiece.sides.lowerBound)
        let top = (given.gapCenterY ?? Double(size.height) / 2) - Double(piece.size.height) / 2
        self.piece = piece
        target = PuzzleCut.Place(
            x: Int((given.targetValue * Double(size.width - piece.size.width)).rounded()),
            y: Int(min(max(top, 0), Double(size.height - piece.size.height)).rounded()))
    }
}
