internal import Arguments
internal import StrictJSON
internal import TouchCore

/// `touchctl status`, `devices`, `users`, `results`, `watch`: present state and history.
enum Overview {
    static func status(_ session: Session) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.manage.Status")
        session.show(reply) { reply in
            func group(_ name: String) -> JSONObject { reply[name]?.objectValue ?? [:] }
            func number(_ name: String, _ key: String) -> Int64 { group(name)[key]?.integerValue ?? 0 }
            let (access, pause, vault) = (group("access"), group("pause"), group("vault"))
            let allowed = access["allowProvenance"]?.arrayValue?.compactMap(\.stringValue).joined(separator: ", ") ?? ""
            let rights = access["rights"]?.arrayValue?.compactMap(\.stringValue) ?? []
            var text = """
                touchd \(reply["version"]?.stringValue ?? "?"), up \(Words.duration(reply["uptimeUSec"]?.intervalValue ?? .zero))
                panels       \(number("panels", "count")), view \(Words.size(reply["viewWidth"], reply["viewHeight"])), \
                \(number("panels", "frames")) frames read
                on screen    \(number("screen", "scenes")) scenes
                connections  \(number("access", "connections"))
                you are      \(rights.isEmpty ? "observer" : rights.joined(separator: ", "))
                trusted      \(allowed) panels

                """
            if let holder = group("screen")["holder"]?.objectValue {
                text += "held by      \(Scenes.owner(of: holder))\n"
            }
            if let pauses = Words.pauses(of: pause) {
                let rest = pause["cleaningUSec"]?.intervalValue.map { ", \(Words.duration($0)) left" } ?? ""
                text += "PAUSED       \(pauses)\(rest)\n"
            }
            if let display = group("panels")["display"]?.stringValue { text += "display      \(display)\n" }
            let ghosting = group("panels")["ghosting"]?.arrayValue?.compactMap(\.stringValue) ?? []
            if !ghosting.isEmpty { text += "GHOSTS       \(ghosting.joined(separator: ", "))\n" }
            let isCounted = vault["rollbackProtection"]?.stringValue == "tpm2"
            text += "vault        \(isCounted ? "rollback protection by TPM" : "no rollback protection")\n"
            if let problem = vault["problem"]?.stringValue {
                text += "VAULT \(vault["alarm"] == nil ? "FAILS" : "ALARM")  \(problem)\n"
            }
            if let problem = reply["configurationProblem"]?.stringValue { text += "CONFIGURATION  \(problem)\n" }
            if let problem = group("panels")["problem"]?.stringValue { text += "problem      \(problem)\n" }
            for user in access["standing"]?.arrayValue?.compactMap(\.objectValue) ?? [] {
                let name = user["name"]?.stringValue ?? "?"
                text += "\(name): \(user["failedAttempts"]?.integerValue ?? 0) failed, \(Words.standing(user) ?? "-")\n"
            }
            return text
        }
        return .passed
    }

    static func devices(_ session: Session) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.device.List")
        session.show(reply) { reply in
            let devices = reply["devices"]?.arrayValue ?? []
            if devices.isEmpty { return "no touch panel is plugged in\n" }
            var table = Table(["ID", "NAME", "NODE", "PROVENANCE", "SIZE", "FINGERS", "VIEW", "PIN"])
            for device in devices.compactMap(\.objectValue) { table.add(Words.cells(of: device)) }
            return table.text
        }
        return .passed
    }

    static func explain(_ session: Session) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.device.Explain")
        session.show(reply) { reply in
            var table = Table(["NODE", "NAME", "READ", "WHY"])
            var warnings = ""
            for candidate in reply["candidates"]?.arrayValue?.compactMap(\.objectValue) ?? [] {
                func word(_ key: String) -> String { candidate[key]?.stringValue ?? "" }
                let panel = candidate["panel"]?.stringValue.map { "as \($0)" } ?? "yes"
                table.add([word("node"), word("name"), candidate["read"] == true ? panel : "no", word("why")])
                if let exposure = candidate["exposure"]?.stringValue {
                    warnings += "warning: \(word("node")): \(exposure) (see touchctl doctor)\n"
                }
            }
            return table.text + warnings
        }
        return .passed
    }

    static func users(_ session: Session) throws(CommandError) -> ExitStatus {
        var reply = try session.call("io.touchd.unlock.Users")
        var users = reply["users"]?.arrayValue ?? []
        while let next = reply["next"] {
            reply = try session.call("io.touchd.unlock.Users", ["after": next])
            users += reply["users"]?.arrayValue ?? []
        }
        reply["users"] = .array(users)
        session.show(reply) { reply in
            let users = reply["users"]?.arrayValue ?? []
            let asked = (reply["asked"]?.arrayValue ?? []).compactMap(\.objectValue).map { one in
                let user = one["user"]?.stringValue ?? "?"
                let end = Words.date(one["expiresWallTimeUSec"]?.wallTimeValue ?? .never)
                return "\(user): enrollment asked for, until \(end) (touchctl enroll \(Pasted.word(user)))\n"
            }.joined()
            if users.isEmpty { return "no user has a \(SecretScheme.anyName)\n" + asked }
            var table = Table(["USER", "HAS", "ENROLLED", "EXPIRES", "FAILED", "NEXT TRY"])
            for user in users.compactMap(\.objectValue) {
                let has = user["secrets"]?.arrayValue?.compactMap(\.stringValue) ?? []
                table.add([
                    (user["name"]?.stringValue ?? "?") + (user["hidden"] == true ? " (hidden)" : ""),
                    has.isEmpty ? "-" : has.joined(separator: ", "),
                    Words.date(user["enrolledWallTimeUSec"]?.wallTimeValue ?? .never),
                    user["expiresWallTimeUSec"]?.wallTimeValue.map { Words.date($0) } ?? "never",
                    "\(user["failedAttempts"]?.integerValue ?? 0)", Words.standing(user) ?? "-",
                ])
            }
            return table.text + asked
        }
        return .passed
    }

    /// The secrets of a user; empty for an unknown user.
    static func secrets(of user: String, _ session: Session) throws(CommandError) -> [String] {
        let users = try session.call("io.touchd.unlock.Users", ["name": .string(user)])["users"]?.arrayValue
        return users?.first?.objectValue?["secrets"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    static func remove(
        _ session: Session, user: String, proof: String? = nil
    ) throws(CommandError) -> ExitStatus {
        let reply = try session.call(
            "io.touchd.unlock.Remove", ["user": .string(user), "proof": proof.map { .string($0) }])
        session.show(reply) { _ in "\(user) removed\n" }
        return .passed
    }

    static func recoveryKey(_ session: Session, user: String) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.unlock.MakeRecoveryKey", ["user": .string(user)])
        session.show(reply) { reply in
            "\(reply["key"]?.stringValue ?? "?")\nWrite it down: it is not shown again.\n"
        }
        return .passed
    }

    static func clearWait(_ session: Session, user: String) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.unlock.ClearWait", ["user": .string(user)])
        session.show(reply) { _ in "failed attempts of \(user) cleared\n" }
        return .passed
    }

    /// Blocks or unblocks a user, or sets when the pattern expires.
    static func restrict(_ session: Session, user: String, _ what: JSONObject) throws(CommandError) -> ExitStatus {
        var parameters: JSONObject = ["user": .string(user)]
        for (key, value) in what { parameters[key] = value }
        let reply = try session.call("io.touchd.unlock.Restrict", parameters)
        session.show(reply) { _ in
            if let disabled = what["disabled"] {
                return "\(user) \(disabled == true ? "disabled" : "enabled")\n"
            }
            let expiry = what["expiresWallTimeUSec"]?.wallTimeValue ?? .never
            return "secrets of \(user): \(expiry == .never ? "never expire" : "expire at \(Words.date(expiry))")\n"
        }
        return .passed
    }

    static func clearAlarm(_ session: Session) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.manage.ClearAlarm")
        session.show(reply) { _ in
            "alarm cleared; users it locked need a new enrollment or a recovery key\n"
        }
        return .passed
    }

    static func results(_ session: Session, id: String?) throws(CommandError) -> ExitStatus {
        if let id {
            let reply = try session.call("io.touchd.result.Get", ["id": .string(id)])
            session.show(reply) { Words.sentence(for: $0["result"]?.objectValue ?? [:]) + "\n" }
            return .passed
        }
        var (reply, newest, count, after) = (JSONObject(), [JSON](), 0, 0 as Int64)
        while true {
            reply = try session.call(
                "io.touchd.result.List", ["after": .integer(after), "limit": .integer(Int64(pageLength))])
            let page = reply["results"]?.arrayValue ?? []
            count += page.count
            newest += page
            if !session.isJSON { newest.removeFirst(max(newest.count - pageLength, 0)) }
            let last = page.last?.objectValue?["sequence"]?.integerValue ?? 0
            guard page.count == pageLength, last > after else { break }
            after = last
        }
        reply["results"] = .array(newest)
        session.show(reply) { reply in
            let results = reply["results"]?.arrayValue ?? []
            if results.isEmpty { return "no results yet\n" }
            var table = Table(["TIME", "KIND", "OUTCOME", "REASON", "USER", "PANEL", "ID"])
            for result in results.compactMap(\.objectValue) {
                func word(_ key: String) -> String { result[key]?.stringValue ?? "-" }
                let demo = result["demo"] == true ? " (demo)" : ""
                let secret = result["secret"]?.stringValue
                let note = secret.map { $0 == SecretScheme.usual.kind.description ? "" : " (\($0))" } ?? ""
                let kind = word("kind") + note + demo
                table.add([
                    Words.date(result["wallTimeUSec"]?.wallTimeValue ?? .never), kind, word("outcome"), word("reason"),
                    word("user"), word("provenance"), word("id"),
                ])
            }
            let older = count - results.count
            return table.text + (older > 0 ? "\(older) older ones: touchctl --json results\n" : "")
        }
        return .passed
    }

    /// How many results are read with one call, and shown at most.
    private static let pageLength = 1_000

    /// Prints results and panels as they come, until interrupted.
    static func watch(_ session: Session, what: String) throws(CommandError) -> ExitStatus {
        switch what {
        case "results":
            try session.stream("io.touchd.result.Watch") { reply in
                guard reply["result"]?.objectValue != nil else { return true }
                session.show(reply) { Words.sentence(for: $0["result"]?.objectValue ?? [:]) + "\n" }
                return true
            }
        case "devices":
            try session.stream("io.touchd.device.Watch") { reply in
                session.show(reply, Words.sentence(forDevices:))
                return true
            }
        default: throw .usage("watch takes results or devices, not \(what)")
        }
        return .passed
    }

    /// Prints ignored touches, until interrupted.
    static func unheard(_ session: Session) throws(CommandError) -> ExitStatus {
        var next: Int64?
        try session.stream("io.touchd.monitor.Unheard") { reply in
            let landings = reply["landings"]?.arrayValue?.compactMap(\.objectValue) ?? []
            guard !landings.isEmpty else { return true }
            let numbers = landings.compactMap { $0["number"]?.integerValue }
            var gap = ""
            if let first = numbers.first, let next, first > next { gap = "… \(first &- next) not shown\n" }
            session.show(reply) { reply in
                let landings = reply["landings"]?.arrayValue?.compactMap(\.objectValue) ?? []
                return gap + landings.map(Words.sentence(forLanding:)).joined()
            }
            next = numbers.last.map { $0 &+ 1 }
            return true
        }
        return .passed
    }
}
