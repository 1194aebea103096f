internal import Arguments
internal import StrictJSON
internal import TouchCore

/// `touchctl status`, `scenes`, `devices`, `users`, `results`, `watch`: present state and history.
enum Overview {
    static func status(_ session: Session) throws(CommandError) -> ExitStatus {
        try session.run("io.touchd.manage.Status") { reply in
            let (access, panels, pause) = (reply.object("access"), reply.object("panels"), reply.object("pause"))
            let (screen, vault) = (reply.object("screen"), reply.object("vault"))
            let rights = access.texts("rights")
            var text = """
                touchd \(reply.text("version") ?? "?"), up \(Words.duration(reply["uptimeUSec"]?.intervalValue ?? .zero))
                panels       \(panels.whole("count") ?? 0), view \(Words.size(reply["viewWidth"], reply["viewHeight"])), \
                \(panels.whole("frames") ?? 0) frames read
                on screen    \(screen.whole("scenes") ?? 0) scenes
                connections  \(access.whole("connections") ?? 0)
                you are      \(rights.isEmpty ? "observer" : rights.joined(separator: ", "))
                trusted      \(access.texts("allowProvenance").joined(separator: ", ")) panels

                """
            if let holder = screen["holder"]?.objectValue {
                text += "held by      uid \(holder.whole("uid") ?? -1), pid \(holder.whole("pid") ?? -1)\n"
            }
            if let pauses = Words.pauses(of: pause) {
                let rest = pause["cleaningUSec"]?.intervalValue.map { ", \(Words.duration($0)) left" } ?? ""
                text += "PAUSED       \(pauses)\(rest)\n"
            }
            if let display = panels.text("display") { text += "display      \(display)\n" }
            let ghosting = panels.texts("ghosting")
            if !ghosting.isEmpty { text += "GHOSTS       \(ghosting.joined(separator: ", "))\n" }
            let isCounted = vault.text("rollbackProtection") == "tpm2"
            text += "vault        \(isCounted ? "rollback protection by TPM" : "no rollback protection")\n"
            if let problem = vault.text("problem") {
                text += "VAULT \(vault["alarm"] == nil ? "FAILS" : "ALARM")  \(problem)\n"
            }
            if let problem = reply.text("configurationProblem") { text += "CONFIGURATION  \(problem)\n" }
            if let problem = panels.text("problem") { text += "problem      \(problem)\n" }
            for user in access.objects("standing") {
                let failed = user.whole("failedAttempts") ?? 0
                text += "\(user.text("name") ?? "?"): \(failed) failed, \(Words.standing(user) ?? "-")\n"
            }
            return text
        }
    }

    static func devices(_ session: Session) throws(CommandError) -> ExitStatus {
        try session.run("io.touchd.device.List") { reply in
            let rows = reply.objects("devices").map(Words.cells)
            if rows.isEmpty { return "no touch panel is plugged in\n" }
            return Table.text(["ID", "NAME", "NODE", "PROVENANCE", "SIZE", "FINGERS", "VIEW", "PIN"], rows)
        }
    }

    static func explain(_ session: Session) throws(CommandError) -> ExitStatus {
        try session.run("io.touchd.device.Explain") { reply in
            var warnings = ""
            let rows = reply.objects("candidates").map { candidate in
                func word(_ key: String) -> String { candidate.text(key) ?? "" }
                let panel = candidate.text("panel").map { "as \($0)" } ?? "yes"
                if let exposure = candidate.text("exposure") {
                    warnings += "warning: \(word("node")): \(exposure) (see touchctl doctor)\n"
                }
                return [word("node"), word("name"), candidate["read"] == true ? panel : "no", word("why")]
            }
            return Table.text(["NODE", "NAME", "READ", "WHY"], rows) + warnings
        }
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
            let asked = reply.objects("asked").map { one in
                let user = one.text("user") ?? "?"
                let end = Words.date(one["expiresWallTimeUSec"]?.wallTimeValue ?? .never)
                return "\(user): enrollment asked for, until \(end) (touchctl enroll \(Pasted.word(user)))\n"
            }.joined()
            if users.isEmpty { return "no user has a \(SecretScheme.anyName)\n" + asked }
            let rows = reply.objects("users").map { user in
                let has = user.texts("secrets")
                return [
                    (user.text("name") ?? "?") + (user["hidden"] == true ? " (hidden)" : ""),
                    has.isEmpty ? "-" : has.joined(separator: ", "),
                    Words.date(user["enrolledWallTimeUSec"]?.wallTimeValue ?? .never),
                    user["expiresWallTimeUSec"]?.wallTimeValue.map { Words.date($0) } ?? "never",
                    "\(user.whole("failedAttempts") ?? 0)", Words.standing(user) ?? "-",
                ]
            }
            return Table.text(["USER", "HAS", "ENROLLED", "EXPIRES", "FAILED", "NEXT TRY"], rows) + asked
        }
        return .passed
    }

    /// What the daemon lists of a user; nil for an unknown one.
    static func user(_ name: String, _ session: Session) throws(CommandError) -> JSONObject? {
        try session.call("io.touchd.unlock.Users", ["name": .string(name)]).objects("users").first
    }

    static func remove(
        _ session: Session, user: String, proof: String? = nil
    ) throws(CommandError) -> ExitStatus {
        try session.run("io.touchd.unlock.Remove", ["user": .string(user), "proof": proof.map { .string($0) }]) { _ in
            "\(user) removed\n"
        }
    }

    static func restrict(_ session: Session, user: String, _ what: JSONObject) throws(CommandError) -> ExitStatus {
        var parameters = what
        parameters["user"] = .string(user)
        return try session.run("io.touchd.unlock.Restrict", parameters) { _ in
            if let disabled = what["disabled"] { return "\(user) \(disabled == true ? "disabled" : "enabled")\n" }
            let expiry = what["expiresWallTimeUSec"]?.wallTimeValue ?? .never
            return "secrets of \(user): \(expiry == .never ? "never expire" : "expire at \(Words.date(expiry))")\n"
        }
    }

    static func results(_ session: Session, id: String?) throws(CommandError) -> ExitStatus {
        if let id {
            return try session.run("io.touchd.result.Get", ["id": .string(id)]) {
                Words.sentence(for: $0.object("result")) + "\n"
            }
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
            if newest.isEmpty { return "no results yet\n" }
            let usual = SecretScheme.usual.kind.description
            let rows = reply.objects("results").map { result in
                let secret = result.text("secret") ?? usual
                let notes = (secret == usual ? "" : " (\(secret))") + (result["demo"] == true ? " (demo)" : "")
                var cells = ["kind", "outcome", "reason", "user", "provenance", "id"].map { result.text($0) ?? "-" }
                cells[0] += notes
                return [Words.date(result["wallTimeUSec"]?.wallTimeValue ?? .never)] + cells
            }
            let older = count - newest.count
            return Table.text(["TIME", "KIND", "OUTCOME", "REASON", "USER", "PANEL", "ID"], rows)
                + (older > 0 ? "\(older) older ones: touchctl --json results\n" : "")
        }
        return .passed
    }

    /// How many results are read with one call, and shown at most.
    private static let pageLength = 1_000

    static func watch(_ session: Session, what: String) throws(CommandError) -> ExitStatus {
        switch what {
        case "results":
            try session.stream("io.touchd.result.Watch") { reply in
                guard reply["result"]?.objectValue != nil else { return true }
                session.show(reply) { Words.sentence(for: $0.object("result")) + "\n" }
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

    static func unheard(_ session: Session) throws(CommandError) -> ExitStatus {
        var next: Int64?
        try session.stream("io.touchd.monitor.Unheard") { reply in
            let landings = reply.objects("landings")
            guard !landings.isEmpty else { return true }
            let numbers = landings.compactMap { $0.whole("number") }
            var gap = ""
            if let first = numbers.first, let next, first > next { gap = "… \(first &- next) not shown\n" }
            session.show(reply) { gap + $0.objects("landings").map(Words.sentence(forLanding:)).joined() }
            next = numbers.last.map { $0 &+ 1 }
            return true
        }
        return .passed
    }

    static func scenes(_ session: Session) throws(CommandError) -> ExitStatus {
        try session.run("io.touchd.scene.List") { reply in
            let scenes = reply.objects("scenes")
            if scenes.isEmpty { return "nothing is on screen\n" }
            let rows = scenes.map { scene in
                [
                    scene.text("scene") ?? "?", "\(scene.whole("uid") ?? -1)", "\(scene.whole("pid") ?? -1)",
                    scene.texts("kinds").joined(separator: " "), scene["guarded"] == true ? "yes" : "no",
                    Words.duration(scene["shownUSec"]?.intervalValue ?? .zero),
                ]
            }
            return Table.text(["SCENE", "UID", "PID", "WIDGETS", "GUARDED", "SINCE"], rows)
        }
    }
}
