package import System
package import EventLoop
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchPicture
package import TouchScreen
package import TouchVault
package import Varlink

/// What challenges share, and where they begin.
package struct ChallengeDesk {
    let configuration: LiveConfiguration
    /// Who may ask for what.
    package let access: Access
    let screen: Screen
    let panels: Panels
    let puzzles: PuzzlePool
    let captchas: CaptchaJudge
    /// The challenges, whose judges have this.
    package unowned let sessions: JudgedSessions

    /// - Parameter sessions: the challenges; they have to outlive what uses this.
    package init(
        _ surroundings: Surroundings, _ configuration: LiveConfiguration, _ access: Access, _ keeper: VaultKeeper,
        _ screen: Screen, _ panels: Panels, _ log: Journal, _ sessions: JudgedSessions
    ) throws(SystemError) {
        (self.configuration, self.access, self.screen, self.panels) = (configuration, access, screen, panels)
        puzzles = try PuzzlePool(loop: surroundings.loop, log: log, seed: surroundings.seed)
        captchas = CaptchaJudge(keeper, panels, log, in: surroundings)
        self.sessions = sessions
    }

    /// The kinds of request for the screen that challenges make.
    package static var requestKinds: [Word] {
        [ChallengePicture.requestKind] + ModelCatalog.rhythms.map { RhythmTask.word(of: $0) }
    }

    static let tooMany = VarlinkError("io.touchd.captcha.TooManyChallenges")

    /// The folder of the operator's pictures, if it exists.
    var pictures: PictureFolder? {
        let path = configuration.values.captcha.pictures
        return path.isEmpty ? nil : PictureFolder(path: path)
    }

    /// Answers a call for a new challenge.
    package func create(_ call: Call) {
        let peer = call.connection.peer
        guard let patience = call.patience(configuration.values.captcha.timeout),
            let attempts = call.number("maxAttempts", in: AttemptLimit.captcha, or: 3),
            let binding = TokenBinding.asked(by: call)
        else { return }
        let (isStudy, isGiven) = (call.parameters["study"] == true, call.parameters["profile"] == "given")
        if isStudy || isGiven, access.role(of: peer) != .administrator { return call.fail(.permissionDenied) }
        guard (call.parameters["given"]?.objectValue != nil) == isGiven else {
            return call.fail(.invalidParameter("given", allowed: "profile given only, which requires it"))
        }
        let model = ModelCatalog.rhythms.first { $0.kind == call.parameters["kind"]?.stringValue }
        let task: (any ChallengeTask)? =
            if let model { RhythmTask(model, of: call) } else { ChallengePicture(of: call, self) }
        guard let task else { return }
        guard sessions.hasRoom(for: peer.uid) else { return call.fail(Self.tooMany) }
        guard let prompt = Prompt.asked(by: call) else { return }
        if isStudy, !sessions.requests.study(by: call.connection) {
            return call.fail(VarlinkError("io.touchd.captcha.Busy", ["reason": "study"]))
        }
        let judge = ChallengeJudge(self, task, isStudy: isStudy)
        let challenge = JudgedSession(
            judge,
            .init(attempts: attempts, patience: patience, binding: binding, memory: ChallengeJudge.memory),
            for: peer.uid, in: sessions)
        guard call.parameters["asking"] != nil else { return judge.begin(call, challenge) }
        let request = ScreenRequest(
            id: challenge.id, kind: isStudy ? ScreenRequest.study : task.requestKind, peer: peer, prompt: prompt,
            deadline: challenge.deadline,
            // The challenge is bound when its scene is built.
            heard: {
                guard call.isOpen else { return }
                call.reply(["challengeId": .string(challenge.id)])
            },
            unheard: {
                challenge.end(.cancelled)
                // Front ends that connected and left have already answered it.
                if call.isOpen { call.fail(VarlinkError("io.touchd.captcha.NoFrontEnd")) }
            })
        call.onCancelled = { challenge.end(.cancelled) }
        if !sessions.requests.add(request) {
            challenge.end(.cancelled)
            call.fail(VarlinkError("io.touchd.captcha.Busy", ["reason": "requests"]))
        }
    }
}
