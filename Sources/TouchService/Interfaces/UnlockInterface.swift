internal import EventLoop
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchScreen
internal import TouchSessions
internal import TouchVault
internal import Varlink

/// `io.touchd.unlock`: patterns and PINs of users.
final class UnlockInterface {
    let access: Access
    let desk: SecretDesk
    let sessions: JudgedSessions
    /// When a key that was not checked was last recorded, by sender since boot.
    private var unreadKeys: [UInt32: Instant] = [:]

    init(_ access: Access, _ desk: SecretDesk, _ sessions: JudgedSessions) {
        (self.access, self.desk, self.sessions) = (access, desk, sessions)
    }

    var interface: ServiceInterface {
        ServiceInterface(
            "io.touchd.unlock", access: access, needs: desk.keeper,
            methods: [
                "Users": .init(.frontend) { [self] in users($0) },
                "Verify": .init(.frontend, .several) { [self] call in
                    guard let attempts = call.number("maxAttempts", in: AttemptLimit.unlock, or: 5) else { return }
                    begin(call, purpose: .verify, attempts: attempts) { [self] user, begin in
                        if !refusesWeaker(call, user) { _ = begin(.unlock) }
                    }
                },
                "Enroll": .init(.frontend, .several) { [self] in enroll($0) },
                "Recover": .init(.frontend, .several) { [self] call in
                    begin(call, purpose: .enroll) { [self] user, begin in
                        recover(user, by: call, begin)
                    }
                },
                "MakeRecoveryKey": .init(.administrator) { [self] in makeRecoveryKey($0) },
                "Remove": .init(.frontend) { [self] in remove($0) },
                "Restrict": .init(.operator) { [self] in restrict($0) },
                "ClearWait": .init(.operator) { [self] in clearWait($0) },
                "AskEnrollment": .init(.operator) { [self] in askEnrollment($0) },
            ])
    }

    /// Whether a recovery key that arrived during a wait is recorded: one a minute for each peer.
    ///
    /// It was not checked, and a program that sends many would push everything else out of the stored results.
    func notesUnreadKey(of peer: Peer) -> Bool {
        let now = desk.moment.boottime
        if let last = unreadKeys[peer.uid], now.since(last) < .seconds(60) { return false }
        unreadKeys[peer.uid] = now
        return true
    }

    private func users(_ call: Call) {
        let wanted = call.parameters["name"]?.stringValue
        guard let limit = call.number("limit", in: 1...1_000, or: 1_000) else { return }
        let isAdministrator = access.role(of: call.connection.peer) == .administrator
        if wanted != nil, call.parameters["after"] != nil {
            return call.fail(.invalidParameter("after", allowed: "calls without name only"))
        }
        if let wanted, (try? UserName(wanted)) == nil { return Self.failInvalid(call, "name") }
        var walk = UserWalk(after: call.parameters["after"]?.stringValue ?? "")
        var last: UserName?, isComplete = true
        desk.keeper.answer(call, of: "io.touchd.unlock") { [desk] list throws(VaultError) in
            let found =
                if let wanted {
                    try (try? UserName(wanted)).flatMap { name throws(VaultError) in
                        try desk.vault.user(name, at: desk.moment)
                    }.map { [$0] }
                } else { try walk.proceed(in: desk.vault, at: desk.moment) }
            guard let found else { return false }
            for user in found where isAdministrator || !user.isHidden {
                isComplete = list.count < limit
                guard isComplete else { return false }
                list.add(Self.describe(user, toAdministrator: isAdministrator))
                last = user.user
            }
            return wanted == nil
        } finish: { [desk] reply, list in
            list.write(as: "users", into: &reply)
            reply.member("next", isComplete ? nil : last?.description)
            let asked = desk.asked.holding(at: desk.moment.wall, of: wanted).map { JSON.object($0.json) }
            reply.member("asked", asked.isEmpty ? nil : .array(asked))
        }
    }

    private static func describe(_ user: EnrolledUser, toAdministrator isAdministrator: Bool) -> JSONObject {
        var fields = user.fields
        fields["secrets"] = .array(user.secrets.map { .string($0.description) })
        fields["enrolledWallTimeUSec"] = .integer(user.created.microseconds)
        fields["expiresWallTimeUSec"] = user.expiry.map { .integer($0.microseconds) }
        if isAdministrator { fields["duress"] = .bool(user.hasDuress) }
        if user.isHidden { fields["hidden"] = true }
        return fields
    }

    private func restrict(_ call: Call) {
        guard let (name, user) = user(of: call) else { return }
        let isDisabled = call.parameters["disabled"]?.boolValue
        let expiry = call.parameters["expiresWallTimeUSec"]?.integerValue
        let isEndless = call.parameters["neverExpires"] == true
        guard expiry.map({ $0 > 0 && !isEndless }) ?? true else {
            return call.fail(.invalidParameter("expiresWallTimeUSec", allowed: "above 0, without neverExpires"))
        }
        // None means no change; nil in it means never.
        let wanted: WallTime?? = isEndless ? .some(nil) : expiry.map { WallTime(microseconds: $0) }
        let peer = call.connection.peer
        desk.results.change(for: call, of: "io.touchd.unlock", user: user) { [self] () throws(VaultError) in
            guard try isSeen(user, by: call) else { return .unknownUser }
            return try desk.vault.restrict(user, isDisabled: isDisabled, expiry: wanted)
        } then: { [desk] (restricted: Restricted) throws(VaultError) -> InteractionResult? in
            switch restricted {
            case .changed:
                let reason: Word = isDisabled.map { $0 ? "disabled" : "enabled" } ?? "expiry"
                desk.peerLog.log.notice("\(desk.keeper.logged(user)): \(reason), set by uid \(peer.uid)")
                return desk.results.result(.restriction, reason, of: user, by: peer.uid)
            case .unchanged: call.reply()
            case .unknownUser: Self.failUnknown(call, name)
            }
            return nil
        }
    }

    /// Whether the caller sees the user: after a removal under duress, only administrators do.
    private func isSeen(_ user: UserName, by call: Call) throws(VaultError) -> Bool {
        if access.role(of: call.connection.peer) == .administrator { return true }
        return try !desk.vault.isHidden(user)
    }

    static func failUnknown(_ call: Call, _ name: String) {
        call.fail(VarlinkError("io.touchd.unlock.NoSuchUser", ["user": .string(name)]))
    }

    /// The user that a call names; answers the call itself if it names none.
    func user(of call: Call) -> (String, UserName)? {
        let name = call.parameters["user"]?.stringValue ?? ""
        if let user = try? UserName(name) { return (name, user) }
        Self.failInvalid(call, "user")
        return nil
    }

    private static func failInvalid(_ call: Call, _ member: String) {
        call.fail(
            .invalidParameter(
                member,
                allowed:
                    "1 to 64 bytes of letters, digits, dot, underscore, at sign and hyphen, not starting with a hyphen")
        )
    }

    private func remove(_ call: Call) {
        guard let (name, user) = user(of: call) else { return }
        withRight(of: call, over: user) { [self] right in
            let peer = call.connection.peer, lineage = desk.vault.lineage(of: user)
            desk.results.change(for: call, of: "io.touchd.unlock", user: user) { [desk] () throws(VaultError) in
                // What was enrolled meanwhile is not what the proof was for.
                guard right == .administrator || lineage == desk.vault.lineage(of: user) else { return nil }
                return try right.level > 0 ? desk.vault.hide(user, from: right.level) : desk.vault.remove(user)
            } then: { [self] (wasThere: Bool?) throws(VaultError) -> InteractionResult? in
                guard let wasThere else {
                    refuse(call, "token_expired")
                    return nil
                }
                guard wasThere else {
                    Self.failUnknown(call, name)
                    return nil
                }
                desk.peerLog.log.notice("secrets of \(desk.keeper.logged(user)) removed by uid \(peer.uid)")
                let reason = right.level > 0 ? Results.duress : Results.noReason
                return desk.results.result(.removal, reason, of: user, by: peer.uid)
            }
        }
    }

    private func clearWait(_ call: Call) {
        guard let (name, user) = user(of: call) else { return }
        let peer = call.connection.peer
        desk.results.change(for: call, of: "io.touchd.unlock", user: user) { [self] () throws(VaultError) in
            guard try isSeen(user, by: call) else { return .unknownUser }
            return try desk.vault.clearWait(of: user)
        } then: { [desk] (cleared: ClearedWait) throws(VaultError) -> InteractionResult? in
            switch cleared {
            case .cleared:
                desk.peerLog.log.notice("failed attempts of \(desk.keeper.logged(user)) cleared by uid \(peer.uid)")
                return desk.results.result(.clearing, Results.noReason, of: user, by: peer.uid)
            case .clear: call.reply()
            case .unknownUser: Self.failUnknown(call, name)
            case .altered: call.fail(VarlinkError("io.touchd.unlock.RecordAltered", ["user": .string(name)]))
            }
            return nil
        }
    }

    /// Begins to wait for drawings.
    ///
    /// - Parameter admit: the last check: says what the secret is for, now or later, or answers the call itself; it
    ///   learns whether the secret is waited for.
    func begin(
        _ call: Call, purpose: SecretPurpose, attempts: Int = 1,
        admit: (UserName, _ begin: @escaping (SecretTask) -> Bool) -> Void
    ) {
        guard let (_, user) = user(of: call) else { return }
        guard let patience = call.patience(desk.configuration.values.unlock.timeout, isSilent: true) else { return }
        guard let binding = TokenBinding.asked(by: call) else { return }
        if desk.panels.devices.isEmpty { return call.fail(VarlinkError("io.touchd.unlock.NoPanel")) }
        let terms = JudgedSession.Terms(
            attempts: attempts, patience: patience, binding: purpose == .verify ? binding : nil)
        let scene = call.parameters["scene"]?.stringValue, widget = call.parameters["widget"]?.stringValue
        guard let scene, let widget else {
            guard scene == nil, widget == nil else {
                let (missing, given) = scene == nil ? ("scene", "widget") : ("widget", "scene")
                return call.fail(.invalidParameter(missing, allowed: "an id together with \(given), or neither"))
            }
            guard let prompt = Prompt.asked(by: call), let asker = Prompt.asked(by: call, "asker") else { return }
            return admit(user) { [self] task in
                call.isOpen && ask(call, task, of: user, terms, purpose, prompt, asker)
            }
        }
        guard call.parameters["asking"] == nil else {
            return call.fail(.invalidParameter("asking", allowed: "calls without scene and widget only"))
        }
        guard self.presented(scene, with: widget, for: purpose, by: call) != nil else { return }
        admit(user) { [self] task in
            guard call.isOpen, let presented = presented(scene, with: widget, for: purpose, by: call) else {
                return false
            }
            start(call, task, of: user, terms).bind(to: widget, of: presented)
            return true
        }
    }

    /// Answers a call that names a kind of secret while only a stronger one of the user's counts.
    private func refusesWeaker(_ call: Call, _ user: UserName) -> Bool {
        do throws(VaultError) {
            guard let needed = try desk.neededKind(of: user, for: Self.audience(of: call)), let named = namedKind(call),
                named != needed
            else { return false }
            let kind = JSON.string(needed.description)
            call.reply(["outcome": "failed", "reason": .string(SecretDesk.strongNeeded.description), "secret": kind])
        } catch { desk.keeper.fail(call, of: "io.touchd.unlock", error) }
        return true
    }

    /// For whom the token is meant that a call asks for.
    private static func audience(of call: Call) -> String? {
        call.parameters["claims"]?.objectValue?["audience"]?.stringValue
    }

    /// The kind of secret that a call asks for, by its widget or in words; nil: any.
    private func namedKind(_ call: Call) -> SecretKind? {
        guard let scene = call.parameters["scene"]?.stringValue, let widget = call.parameters["widget"]?.stringValue
        else {
            return call.parameters["asking"]?.objectValue?["secret"]?.stringValue.flatMap { SecretKind($0) }
        }
        guard let content = desk.screen.scene(scene, of: call.connection.peer.uid)?.content,
            let index = content.index(of: widget)
        else { return nil }
        return (content.widgets[index].model as? any SecretModel)?.form.kind
    }

    /// The scene of a free widget that a call names; answers the call itself if there is none.
    private func presented(
        _ scene: String, with widget: String, for purpose: SecretPurpose, by call: Call
    ) -> PresentedScene? {
        guard let presented = desk.screen.scene(scene, of: call.connection.peer.uid),
            let index = presented.content.index(of: widget),
            (presented.content.widgets[index].model as? any SecretModel)?.purpose == purpose
        else {
            let parameters: JSONObject = ["scene": .string(scene), "widget": .string(widget)]
            call.fail(VarlinkError("io.touchd.unlock.NoSuchWidget", parameters))
            return nil
        }
        // Another user could see the drawing.
        if let user = desk.screen.cover(of: presented) {
            let isTold = access.role(of: call.connection.peer) == .administrator
            call.fail(
                VarlinkError(
                    "io.touchd.unlock.Busy", ["reason": "screen", "uid": isTold ? .integer(Int64(user)) : nil]))
            return nil
        }
        guard presented.isHeard(widget) else { return presented }
        call.fail(VarlinkError("io.touchd.unlock.Busy", ["reason": "widget"]))
        return nil
    }

    private func start(
        _ call: Call, _ task: SecretTask, of user: UserName, _ terms: JudgedSession.Terms
    ) -> JudgedSession {
        let session = sessions.begin(task, of: user, desk, terms, for: call.connection.peer.uid)
        session.join(call)
        call.onCancelled = { [weak session] in session?.end(.cancelled) }
        return session
    }

    /// Lets the front end that serves the screen show a widget for a session; false if the call was answered instead.
    private func ask(
        _ call: Call, _ task: SecretTask, of user: UserName, _ terms: JudgedSession.Terms, _ purpose: SecretPurpose,
        _ prompt: String?, _ asker: String?
    ) -> Bool {
        let wanted = call.parameters["asking"]?.objectValue?["secret"]?.stringValue
        let secret: SecretScheme
        let form: SecretForm?
        do throws(VaultError) {
            var usual: SecretKind?
            if purpose == .verify {
                usual = try desk.neededKind(of: user, for: Self.audience(of: call))
                if usual == nil { usual = try desk.vault.secrets(of: user).first }
            }
            let known = ModelCatalog.secrets
            secret = known.first { $0.kind.description == wanted } ?? known.first { $0.kind == usual } ?? known[0]
            let hasGrid = purpose == .verify && secret.grid != nil
            form = try hasGrid ? secret.form(desk.vault.grid(of: user, for: secret.kind)) : nil
        } catch {
            desk.keeper.fail(call, of: "io.touchd.unlock", error)
            return false
        }
        let mayNameAsker = access.role(of: call.connection.peer) == .administrator
        let session = start(call, task, of: user, terms)
        let request = ScreenRequest(
            id: session.id, kind: purpose == .enroll ? ScreenRequest.enrollment : ScreenRequest.unlock,
            peer: call.connection.peer,
            asker: mayNameAsker ? asker : nil, user: user, secret: secret.kind, form: form, prompt: prompt,
            deadline: session.deadline,
            // A session that ends may end others, which are then gone before their requests.
            shown: { [weak session] presented, place in session?.bind(to: place.widget, of: presented) },
            unheard: { [weak session] in session?.fail(VarlinkError("io.touchd.unlock.NoFrontEnd")) })
        if sessions.requests.add(request) { return true }
        session.fail(VarlinkError("io.touchd.unlock.Busy", ["reason": "requests"]))
        return false
    }
}

extension EnrolledUser {
    /// The fields of a user in both `io.touchd.unlock` and `io.touchd.manage`.
    var fields: JSONObject {
        var fields: JSONObject = [
            "name": .string(user.description), "failedAttempts": .integer(Int64(standing.failed)),
            "state": .string(state.rawValue),
        ]
        fields.add(standing.fields)
        return fields
    }
}
