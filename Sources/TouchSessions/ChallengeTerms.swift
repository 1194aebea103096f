package import System
package import Journal
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchPicture
package import TouchScreen
package import TouchVault
package import Varlink

/// What challenges share.
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
    package static var requestKinds: [Word] { ChallengeCatalog.all.map { $0.requestKind } }

    /// Answers a call for a new challenge.
    package func create(_ call: Call) {
        let kind = call.parameters["kind"]?.stringValue, known = ChallengeCatalog.all
        (known.first { $0.kind.description == kind } ?? known[0]).create(call, self)
    }

    /// The folder of the operator's pictures, if it exists.
    var pictures: PictureFolder? {
        let path = configuration.values.captcha.pictures
        return path.isEmpty ? nil : PictureFolder(path: path)
    }
}

/// What every call for a challenge may ask for.
struct ChallengeTerms {
    private let terms: JudgedSession.Terms
    private let isStudy: Bool

    /// The parameters of a call; fails the call if they are invalid.
    init?(of call: Call, _ desk: ChallengeDesk) {
        guard let patience = call.patience(desk.configuration.values.captcha.timeout) else { return nil }
        guard let attempts = call.number("maxAttempts", in: AttemptLimit.captcha, or: 3) else { return nil }
        guard let binding = TokenBinding.asked(by: call) else { return nil }
        isStudy = call.parameters["study"] == true
        if isStudy, desk.access.role(of: call.connection.peer) != .administrator {
            call.fail(.permissionDenied)
            return nil
        }
        if isStudy, !desk.sessions.requests.study(by: call.connection) {
            call.fail(VarlinkError("io.touchd.captcha.Busy", ["reason": "study"]))
            return nil
        }
        terms = JudgedSession.Terms(
            attempts: attempts, patience: patience, binding: binding, memory: ChallengeJudge.memory)
    }

    /// Begins a challenge.
    func begin(_ task: any ChallengeTask, for owner: UInt32, _ desk: ChallengeDesk) -> JudgedSession {
        JudgedSession(ChallengeJudge(desk, task, isStudy: isStudy), terms, for: owner, in: desk.sessions)
    }

    /// Requests that the front end serving the screen show the challenge; the call is answered when one received it.
    func ask(for challenge: JudgedSession, _ kind: Word, _ prompt: String?, _ call: Call, _ desk: ChallengeDesk) {
        let request = ScreenRequest(
            id: challenge.id, kind: isStudy ? ScreenRequest.study : kind, peer: call.connection.peer, prompt: prompt,
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
        if !desk.sessions.requests.add(request) {
            challenge.end(.cancelled)
            call.fail(VarlinkError("io.touchd.captcha.Busy", ["reason": "requests"]))
        }
    }
}
