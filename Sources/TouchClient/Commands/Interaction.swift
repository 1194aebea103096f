internal import Arguments
internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import Varlink

/// `touchctl enroll`, `unlock`, `captcha`, `gesture`: the terminal as the front end.
///
/// Puts one widget on screen and waits for the result. The terminal shows only text; touches come from the panel.
/// Alternatively, the front end that serves the screen shows the widget.
struct Interaction {
    let session: Session
    /// The place of the widget; nil: the middle of the view.
    let frame: [Double]?
    let timeout: Interval?
    /// Members of the call to which the token of a passed verdict is bound.
    let binding: JSONObject
    let isOnScreen: Bool
    /// The reason shown there.
    let prompt: String?
    /// The secret to ask for; nil: the user's, or a pattern for a new user.
    let secret: SecretScheme?

    /// - Parameters:
    ///   - draws: whether the user first proves the current pattern or PIN, instead of using an administrator's role.
    ///   - isForDuress: whether it is the duress secret.
    func enroll(_ user: String, draws: Bool, isForDuress: Bool) throws(CommandError) -> ExitStatus {
        var parameters: JSONObject = isForDuress ? ["slot": "duress"] : [:]
        if draws {
            session.note("enter the current \(SecretScheme.anyName)\n")
            guard let proof = try prove(user) else { return .refused }
            session.note("now enter the new one, twice\n")
            parameters["proof"] = .string(proof)
        }
        return try enroll("io.touchd.unlock.Enroll", user, parameters)
    }

    func remove(_ user: String) throws(CommandError) -> ExitStatus {
        guard let proof = try prove(user) else { return .refused }
        return try Overview.remove(session, user: user, proof: proof)
    }

    /// Asks the user for a proof to change a secret; nil: it was wrong.
    private func prove(_ user: String) throws(CommandError) -> String? {
        var token: String?
        let parameters: JSONObject = ["user": .string(user), "claims": ["audience": "io.touchd.unlock"]]
        // Any secret of the user: the new one may be the first of its kind.
        let known = try secrets(of: user)
        let given = known.first { $0.kind == secret?.kind } ?? known.first
        _ = try entries("io.touchd.unlock.Verify", parameters, purpose: "verify", of: given) { reply in
            token = reply.text("token")
            guard let attempt = reply["attempt"]?.objectValue else { return "" }
            return "\(attempt.text("outcome") ?? "?")\n"
        }
        return token
    }

    /// Reads the key from standard input: all users of the machine can see command lines.
    func recover(_ user: String) throws(CommandError) -> ExitStatus {
        guard let key = readLine() else { throw .usage("recover reads the recovery key from standard input") }
        return try enroll("io.touchd.unlock.Recover", user, ["key": .string(key)])
    }

    private func enroll(
        _ method: String, _ user: String, _ more: JSONObject
    ) throws(CommandError) -> ExitStatus {
        var parameters = more
        parameters["user"] = .string(user)
        let secret = secret ?? .usual
        let words = secret.words
        return try entries(method, parameters, purpose: "enroll", of: secret) { reply in
            switch reply.text("step") {
            case "first_recorded":
                "recorded: \(words.again) to confirm\n"
            case "same_as_everyday": "same as the everyday \(words.name): choose another one\n"
            case "mismatch": "does not match the first entry: \(words.again), the one that is to be stored\n"
            case "start_over": "all three differ: start over\n"
            case "too_common": "too common: choose another one\n"
            case "too_short": "too short: \(words.more)\n"
            case "too_sparse": "too fast to recognize the dots: draw it again, more slowly\n"
            default: Self.ending(of: "enrollment of \(user)", reply, passed: "\(words.name) stored for \(user)")
            }
        }
    }

    func unlock(_ user: String, attempts: Int64?) throws(CommandError) -> ExitStatus {
        var parameters: JSONObject = ["user": .string(user), "maxAttempts": attempts.map { .integer($0) }]
        if !binding.isEmpty { parameters["claims"] = .object(binding) }
        let usual = try secrets(of: user).first
        let given = secret ?? usual
        try expectUser(user)
        return try entries("io.touchd.unlock.Verify", parameters, purpose: "verify", of: given) { reply in
            guard let attempt = reply["attempt"]?.objectValue else {
                return Self.ending(of: "unlock of \(user)", reply, passed: "unlock of \(user): passed")
            }
            let number = attempt.whole("number") ?? 0
            let reason = attempt.text("reason").map { " (\($0))" } ?? ""
            let standing = attempt["outcome"] == "passed" ? nil : Words.standing(attempt)
            let rest = standing.map { ", \($0)" } ?? ""
            return "drawing \(number): \(attempt.text("outcome") ?? "?")\(reason)\(rest)\n"
        }
    }

    func captcha(target: Double?, attempts: Int64?) throws(CommandError) -> ExitStatus {
        let wish: JSONObject = [
            "profile": target == nil ? "simple" : "given", "given": target.map { ["targetValue": .real($0)] },
            // The terminal draws no picture.
            "puzzle": isOnScreen ? nil : ["pictures": false],
        ]
        return try solve("captcha", wish, attempts, size: (400, 300))
    }

    func rhythm(_ kind: String, attempts: Int64?) throws(CommandError) -> ExitStatus {
        try solve(kind, ["kind": .string(kind), "profile": "default"], attempts, size: nil)
    }

    private func solve(
        _ kind: String, _ wish: JSONObject, _ attempts: Int64?, size: (width: Double, height: Double)?
    ) throws(CommandError) -> ExitStatus {
        var parameters = wish
        if !binding.isEmpty { parameters["claims"] = .object(binding) }
        parameters["maxAttempts"] = attempts.map { .integer($0) }
        parameters["timeoutUSec"] = timeout.map { .integer($0.microseconds) }
        if isOnScreen { parameters["asking"] = ["prompt": prompt.map { .string($0) }] }
        let created = try session.call("io.touchd.captcha.Create", parameters)
        guard let challenge = created["challengeId"] else {
            throw .violation("Create returned no challenge")
        }
        let widget: JSONObject = ["kind": .string(kind), kind: ["challengeId": challenge, "input": "both"]]
        return try present(widget, standard: size) { _, frame throws(CommandError) in
            sayWaiting(at: frame)
            try ask(created)
            return try session.result(
                "how the \(kind) ended", of: "io.touchd.captcha.Await", ["challengeId": challenge]
            ) {
                reply throws(CommandError) in
                session.show(reply) { reply in
                    guard let attempt = reply["attempt"]?.objectValue else {
                        return Self.ending(of: kind, reply, passed: "\(kind): solved")
                    }
                    let number = attempt.whole("number") ?? 0
                    return "attempt \(number): \(attempt.text("reason") ?? "solved")\n"
                }
                if let status = reply.exitStatus { return status }
                if reply.object("attempt")["outcome"] == "failed" { try another(created) }
                return nil
            }
        }
    }

    private func ask(_ content: JSONObject) throws(CommandError) {
        guard let words = GestureWords(content), !session.isJSON else { return }
        session.note("\(words.symbols)\n\(words.sentence(try session.prompts()))\n")
    }

    /// Prints the next challenge after a miss, if it can be said in words.
    private func another(_ created: JSONObject) throws(CommandError) {
        guard GestureWords(created) != nil else { return }
        do throws(CommandError) {
            try ask(try session.call("io.touchd.captcha.Refresh", ["challengeId": created["challengeId"]]))
        } catch {
            // There is none after the last attempt; the verdict reports that.
            guard error.isRemote("io.touchd.captcha.NoPicture") else { throw error }
        }
    }

    /// Checks that a user exists if an administrator runs this, who sees all users.
    ///
    /// For other callers an unknown user is like one whose every drawing is wrong, as for the daemon's `Verify`: `Users` hides
    /// from them who was removed under duress.
    private func expectUser(_ user: String) throws(CommandError) {
        // What the daemon refuses is reported by the call itself.
        guard let status = try? session.call("io.touchd.manage.Status"),
            status["access"]?.objectValue?["rights"]?.arrayValue?.contains("administrator") ?? false,
            let known = try? session.call("io.touchd.unlock.Users", ["name": .string(user)]),
            known["users"]?.arrayValue == []
        else { return }
        throw .client(.remote(VarlinkError("io.touchd.unlock.NoSuchUser", ["user": .string(user)])))
    }

    /// The secrets of a user; empty for an unknown user.
    private func secrets(of user: String) throws(CommandError) -> [SecretScheme] {
        // On a screen that it serves, the daemon chooses the secret.
        isOnScreen
            ? []
            : (try Overview.user(user, session)?.texts("secrets") ?? [])
                .compactMap { SecretKind($0).flatMap { ModelCatalog.secret($0) } }
    }

    /// - Parameter asked: the kind of the secret, and of its widget; nil: a pattern, unless the daemon chooses.
    private func entries(
        _ method: String, _ call: JSONObject, purpose: String, of asked: SecretScheme?,
        _ words: @escaping (JSONObject) -> String
    ) throws(CommandError) -> ExitStatus {
        let secret = (asked ?? .usual).kind.description
        let widget: JSONObject = ["kind": .string(secret), secret: ["purpose": .string(purpose)]]
        return try present(widget, standard: nil) { scene, frame throws(CommandError) in
            var parameters = call
            parameters["scene"] = scene.map { .string($0) }
            parameters["widget"] = scene == nil ? nil : .string(Self.widget)
            if scene == nil {
                let kind = asked.map { JSON.string($0.kind.description) }
                parameters["asking"] = ["secret": kind, "prompt": prompt.map { .string($0) }]
            }
            parameters["timeoutUSec"] = timeout.map { .integer($0.microseconds) }
            var needed: SecretScheme?
            let status = try session.result("how it ended", of: method, parameters) { reply in
                if reply["ready"] != nil {
                    sayWaiting(at: frame)
                    return nil
                }
                session.show(reply, words)
                if reply["reason"] == "strong_needed" { needed = SecretScheme(named: reply["secret"]) }
                return reply.exitStatus ?? (needed == nil ? nil : .refused)
            }
            guard let needed else { return status }
            session.note("only the \(needed.words.name) counts now\n")
            return try entries(method, call, purpose: purpose, of: needed, words)
        }
    }

    /// Shows one widget while `body` runs; its connection keeps it on screen.
    ///
    /// If another front end draws, `body` gets no scene and no frame.
    private func present(
        _ settings: JSONObject, standard: (width: Double, height: Double)?,
        _ body: (String?, [Double]?) throws(CommandError) -> ExitStatus
    ) throws(CommandError) -> ExitStatus {
        if isOnScreen { return try body(nil, nil) }
        var frame = frame ?? []
        if frame.isEmpty { frame = try middle(standard) }
        var widget = settings
        widget["id"] = .string(Self.widget)
        for (key, value) in zip(["x", "y", "width", "height"], frame) { widget[key] = .real(value) }
        var status: ExitStatus?
        try session.stream("io.touchd.scene.Present", ["widgets": [.object(widget)]]) { reply throws(CommandError) in
            guard let scene = reply.text("scene") else { return true }
            status = try body(scene, frame)
            return false
        }
        guard let status else { throw .missing("the scene's name") }
        return status
    }

    private func sayWaiting(at frame: [Double]?) {
        guard !session.isJSON else { return }
        guard let frame else { return session.output("waiting for a finger on the screen\n") }
        let place = frame.map(Words.whole)
        session.output("on screen at \(place[0]),\(place[1]), \(place[2])×\(place[3]) pixels; waiting for a finger\n")
    }

    /// A frame in the middle of the view: of the given size, or the largest square with a margin.
    private func middle(_ size: (width: Double, height: Double)?) throws(CommandError) -> [Double] {
        let status = try session.call("io.touchd.manage.Status")
        let width = status.number("viewWidth") ?? 0
        let height = status.number("viewHeight") ?? 0
        guard Self.sides.contains(width), Self.sides.contains(height) else {
            throw .violation("a view of \(Words.size(status["viewWidth"], status["viewHeight"]))")
        }
        let side = (min(width, height) * 0.8).rounded()
        let size = size ?? (side, side)
        return [((width - size.width) / 2).rounded(), ((height - size.height) / 2).rounded(), size.width, size.height]
    }

    private static let widget = "touchctl"
    /// Sides of a view, in pixels: more than any screen has.
    private static let sides = 0.0...1_000_000

    private static func ending(of what: String, _ reply: JSONObject, passed: String) -> String {
        let outcome = reply.text("outcome") ?? "?"
        let demo = reply["demo"] == true ? " (demonstration, proves nothing)" : ""
        let result = reply.text("resultId").map { ", result \($0)" } ?? ""
        let reason = reply.text("reason").map { " (\($0))" } ?? ""
        let token = reply.text("token").map { "token \($0)\n" } ?? ""
        return "\(outcome == "passed" ? passed : "\(what): \(outcome)")\(reason)\(demo)\(result)\n\(token)"
    }
}
