internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchPicture
internal import TouchScreen
internal import Varlink

extension ChallengePicture {
    /// The parameters of a call; fails the call if they are invalid.
    init?(of call: Call, _ desk: ChallengeDesk) {
        guard let wishes = Wishes(of: call), let order = PuzzleOrder(of: call, wishes, desk) else { return nil }
        let isOnScreen = call.parameters["asking"] != nil
        let hasContent = call.puzzle["pictures"]?.boolValue ?? (wishes.given == nil)
        guard hasContent || isOnScreen || !wishes.profile.needsPictures else {
            call.fail(.invalidParameter("puzzle.pictures", allowed: "true"))
            return nil
        }
        self.init(.undrawn(order, Chance()), of: wishes, hasContent: hasContent)
    }
}

extension ChallengePicture.Wishes {
    /// The parameters of a call for a slide captcha; fails the call if they are invalid.
    fileprivate init?(of call: Call) {
        let profile = call.parameters["profile"]?.stringValue.flatMap(CaptchaProfile.init(rawValue:)) ?? .standard
        var given: ChallengePicture.Given?
        let target = call.parameters["given"]?.objectValue
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
