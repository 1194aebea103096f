internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchPicture
internal import TouchScreen
internal import Varlink

extension ChallengePicture {
    static func create(_ call: Call, _ desk: ChallengeDesk) {
        guard let terms = ChallengeTerms(of: call, desk), let wishes = Wishes(of: call, desk) else {
            return
        }
        let owner = call.connection.peer.uid
        func make(_ scenery: Scenery) -> JudgedSession {
            terms.begin(ChallengePicture(scenery, of: wishes), for: owner, desk)
        }
        let tooMany = VarlinkError("io.touchd.captcha.TooManyChallenges")
        guard desk.sessions.hasRoom(for: owner) else { return call.fail(tooMany) }
        guard let order = PuzzleOrder(of: call, wishes, desk) else { return }
        let isOnScreen = call.parameters["asking"] != nil
        let hasPictures = call.puzzle["pictures"]?.boolValue ?? (wishes.given == nil)
        guard hasPictures, !isOnScreen else {
            guard isOnScreen || !wishes.profile.needsPictures else {
                return call.fail(.invalidParameter("puzzle.pictures", allowed: "true"))
            }
            if isOnScreen {
                guard let prompt = Prompt.asked(by: call) else { return }
                return terms.ask(
                    for: make(.undrawn(order, Chance())), requestKind, prompt, call, desk)
            }
            let challenge = make(.undrawn(order, Chance()))
            return call.reply([
                "challengeId": .string(challenge.id), "timeLeftUSec": .integer(challenge.timeLeft.microseconds),
            ])
        }
        desk.sessions.reserve(for: owner)
        let isDrawn = desk.puzzles.request(order) { puzzle in
            desk.sessions.release(for: owner)
            // The caller has disconnected, so the challenge could not be shown.
            guard call.isOpen else { return }
            let challenge = make(.drawn(puzzle.cut))
            call.reply { writer in
                writer.member("challengeId", challenge.id)
                puzzle.write(into: &writer)
                writer.member("timeLeftUSec", challenge.timeLeft.microseconds)
            }
        }
        if !isDrawn {
            desk.sessions.release(for: owner)
            call.fail(tooMany)
        }
    }
}

extension ChallengePicture.Wishes {
    /// The parameters of a call for a slide captcha; fails the call if they are invalid.
    fileprivate init?(of call: Call, _ desk: ChallengeDesk) {
        let profile = call.parameters["profile"]?.stringValue.flatMap(CaptchaProfile.init(rawValue:)) ?? .standard
        var given: ChallengePicture.Given?
        if profile == .given {
            guard desk.access.role(of: call.connection.peer) == .administrator else {
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
            given = ChallengePicture.Given(targetValue: value, gapCenterY: target["gapCenterY"]?.doubleValue ?? 0.5)
        }
        let drive = call.puzzle["drive"]?.stringValue.flatMap(ChallengeDrive.init(rawValue:))
        guard drive.map(profile.drives.contains) ?? true else {
            call.fail(
                .invalidParameter("puzzle.drive", allowed: profile.drives.map(\.rawValue).joined(separator: ", ")))
            return nil
        }
        let shape = call.puzzle["shape"]?.stringValue
        do throws(OutlineError) { _ = try shape.map { path throws(OutlineError) in try Outline(path: path) } } catch {
            call.fail(.invalidParameter("puzzle.shape", allowed: "SVG path data with M, L, H, V, C and Z: \(error)"))
            return nil
        }
        self.init(profile: profile, drive: drive ?? profile.drives[0], given: given, shape: shape)
    }
}

extension Call {
    /// How a call for a slide captcha wants the puzzle.
    fileprivate var puzzle: JSONObject { parameters["puzzle"]?.objectValue ?? [:] }
}

extension PuzzleOrder {
    /// The puzzle of a new challenge; fails the call if that size is not available.
    fileprivate init?(of call: Call, _ wishes: ChallengePicture.Wishes, _ desk: ChallengeDesk) {
        func side(_ name: String, _ standard: Int) -> Int {
            call.puzzle[name]?.integerValue.map { Int(clamping: $0) } ?? standard
        }
        let size = PictureSize(
            width: side("width", CaptchaProfile.size.width), height: side("height", CaptchaProfile.size.height))
        guard Puzzle.heights.contains(size.height) else {
            call.fail(.invalidParameter("puzzle.height", allowed: Puzzle.heights))
            return nil
        }
        let widths = wishes.rules.widths(forHeight: size.height)
        guard widths.contains(size.width) else {
            call.fail(.invalidParameter("puzzle.width", allowed: widths))
            return nil
        }
        let shape = wishes.shape.flatMap { try? Outline(path: $0) } ?? .puzzle
        self.init(size: size, rules: wishes.rules, shape: shape)
        folder = desk.pictures
        guard let given = wishes.given else { return }
        // Like a target off the way, it is an error.
        guard (0...1).contains(given.gapCenterY) else {
            call.fail(.invalidParameter("given.gapCenterY", allowed: 0...1))
            return nil
        }
        let piece = PuzzlePiece(shape, side: PuzzlePiece.sides.lowerBound)
        let top = given.gapCenterY * Double(size.height) - Double(piece.size.height) / 2
        self.piece = piece
        target = PuzzleCut.Place(
            x: Int((given.targetValue * Double(size.width - piece.size.width)).rounded()),
            y: Int(min(max(top, 0), Double(size.height - piece.size.height)).rounded()))
    }
}
