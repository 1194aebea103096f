internal import Arguments
internal import System
internal import Glibc
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import Varlink

/// Carries out a verified command.
struct Execution {
    private let kiosk: String
    private let token: CommandToken
    private let socket: String
    private let folder: String
    private let configuration: String

    /// How long touchd may take to answer.
    private static let patience = Interval.seconds(20)

    /// - Parameter configuration: the path of touchd's configuration file.
    init(_ token: CommandToken, on kiosk: String, _ loaded: LoadedConfiguration, configuration: String) {
        (self.token, self.kiosk, self.configuration) = (token, kiosk, configuration)
        socket = loaded.configuration.daemon.socket
        folder = loaded.configuration.fleet.commandDirectory
    }

    func run() -> CommandAnswer {
        do throws(ClientError) {
            switch token.command {
            case .disable(let user): return try change("Restrict", ["user": .string(user), "disabled": true])
            case .enable(let user): return try change("Restrict", ["user": .string(user), "disabled": false])
            case .expire(let user, let moment):
                let isNever = moment.microseconds == 0
                return try change(
                    "Restrict",
                    [
                        "user": .string(user), "neverExpires": isNever ? true : nil,
                        "expiresWallTimeUSec": isNever ? nil : .integer(moment.microseconds),
                    ])
            case .clearWait(let user): return try change("ClearWait", ["user": .string(user)])
            case .reload: return answer(to: try reload())
            case .dropIn(let text): return try replaceDropIn(Array(text.utf8))
            case .bundle: return makeBundle()
            case .askEnroll(let user, let moment): return try askEnrollment(user, moment)
            }
        } catch { return failed(error) }
    }

    private func call(_ method: String, _ parameters: JSONObject = [:]) throws(ClientError) -> JSONObject {
        try Client(socket, timeout: Self.patience).call(method, parameters)
    }

    /// Calls a method that stores a result.
    private func change(_ method: String, _ parameters: JSONObject) throws(ClientError) -> CommandAnswer {
        let reply = try call("io.touchd.unlock.\(method)", parameters)
        var answer = CommandAnswer(
            .done, of: kiosk, to: token, reason: reply["resultId"] == nil ? "unchanged" : nil)
        answer.add("result", reply["resultId"])
        return answer
    }

    private func askEnrollment(_ user: String, _ moment: WallTime?) throws(ClientError) -> CommandAnswer {
        let isOver = moment.map { $0 <= .now } ?? false
        let reply = try call(
            "io.touchd.unlock.AskEnrollment",
            [
                "user": .string(user), "withdraw": isOver ? true : nil,
                "expiresWallTimeUSec": isOver ? nil : moment.map { .integer($0.microseconds) },
            ])
        let asked = reply["asked"]?.objectValue
        var answer = CommandAnswer(.done, of: kiosk, to: token, reason: asked == nil ? "withdrawn" : nil)
        answer.add("asked", asked?["id"])
        return answer
    }

    private func makeBundle() -> CommandAnswer {
        do throws(CommandError) {
            let bundle = try SupportBundle(socket: socket)
            var answer = CommandAnswer(.done, of: kiosk, to: token)
            answer.attach(bundle, id: token.id)
            return answer
        } catch {
            return CommandAnswer(.failed, of: kiosk, to: token, reason: "no_bundle", error.description)
        }
    }

    private func reload() throws(ClientError) -> JSONObject { try call("io.touchd.manage.Reload") }

    private func answer(to reply: JSONObject) -> CommandAnswer {
        guard reply["applied"] == true else {
            let problems = reply.texts("problems")
            return invalid(problems.map(Self.place))
        }
        var answer = CommandAnswer(.done, of: kiosk, to: token)
        let changes = reply.objects("changes")
        // Only names: values may be private to the machine.
        for (member, waits) in [("changed", false), ("afterRestart", true)] {
            let names = changes.filter { ($0["needsRestart"] == true) == waits }.map { change in
                JSON.string("[\(change.text("section") ?? "")] \(change.text("key") ?? "")")
            }
            answer.add(member, .array(names))
        }
        return answer
    }

    private func invalid(_ problems: [String]) -> CommandAnswer {
        var answer = CommandAnswer(
            .failed, of: kiosk, to: token, reason: "invalid_configuration",
            "invalid configuration; nothing has changed")
        answer.add("problems", .array(problems.map { .string($0) }))
        return answer
    }

    /// `FILE:LINE` of a problem: the rest may quote values that are private to the machine.
    private static func place(of problem: String) -> String {
        String(problem.parts(around: ": ")[0])
    }

    // MARK: the drop-in file

    private var dropIn: String { folder + "/" + FleetDropIn.fileName }

    private func replaceDropIn(_ bytes: [UInt8]) throws(ClientError) -> CommandAnswer {
        guard FleetDropIn.isLinked(from: configuration, to: dropIn) else {
            return CommandAnswer(
                .failed, of: kiosk, to: token, reason: "not_linked",
                "\(FleetDropIn.path(of: configuration)) is not a link to \(dropIn)")
        }
        let problems = FleetDropIn.problems(of: bytes, in: configuration)
        guard problems.isEmpty else { return invalid(problems) }
        do throws(SystemError) {
            let old = try WholeFile(ifPresent: dropIn, .own, maxBytes: CommandToken.maxBytes)?.bytes
            try write(bytes)
            let reply: JSONObject
            do throws(ClientError) { reply = try reload() } catch {
                // It is not known to be applied, so it must not be applied at the next start either.
                try write(old ?? [])
                return failed(error)
            }
            if reply["applied"] != true {
                try write(old ?? [])
                _ = try? reload()
            }
            return answer(to: reply)
        } catch {
            return CommandAnswer(.failed, of: kiosk, to: token, reason: "storage_failed", "\(error)")
        }
    }

    private func write(_ bytes: [UInt8]) throws(SystemError) {
        try WholeFile.replace(dropIn, with: bytes, mode: 0o644, isDurable: true)
    }

    private func failed(_ error: ClientError) -> CommandAnswer {
        guard case .remote(let remote) = error else {
            return CommandAnswer(.failed, of: kiosk, to: token, reason: "no_daemon", "touchd: \(error)")
        }
        // Only the name: parameters may contain the user's name.
        let hint =
            remote.name == "org.varlink.service.PermissionDenied"
            ? " (add group touchd-operator to [access] group-operator= of touchd.conf)" : ""
        return CommandAnswer(
            .failed, of: kiosk, to: token, reason: remote.name, "touchd refuses: \(remote.name)\(hint)")
    }
}
