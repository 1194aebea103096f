internal import Arguments
internal import Glibc
internal import StrictJSON
internal import System
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
    /// How long a bundle may take.
    private static let bundlePatience = Interval.seconds(40)

    /// Why a command failed: the word in the answer, and the sentence.
    private struct Failure: Error {
        let (reason, message): (String, String)

        init(_ reason: String, _ message: String) { (self.reason, self.message) = (reason, message) }

        init(_ error: ClientError) {
            guard case .remote(let remote) = error else {
                self.init("no_daemon", "touchd: \(error)")
                return
            }
            // Only the name: parameters may contain the user's name.
            let hint =
                remote.name == "org.varlink.service.PermissionDenied"
                ? " (add group touchd-operator to [access] group-operator= of touchd.conf)" : ""
            self.init(remote.name, "touchd refuses: \(remote.name)\(hint)")
        }
    }

    /// - Parameter configuration: the path of touchd's configuration file.
    init(_ token: CommandToken, on kiosk: String, _ loaded: LoadedConfiguration, configuration: String) {
        (self.token, self.kiosk, self.configuration) = (token, kiosk, configuration)
        socket = loaded.configuration.daemon.socket
        folder = loaded.configuration.fleet.commandDirectory
    }

    func run() -> CommandAnswer {
        do throws(Failure) {
            switch token.command {
            case .disable(let user): return try change("Restrict", ["user": .string(user), "disabled": true])
            case .enable(let user): return try change("Restrict", ["user": .string(user), "disabled": false])
            case .expire(let user, let moment):
                let end: JSON? = moment == .never ? nil : .integer(moment.microseconds)
                return try change(
                    "Restrict",
                    ["user": .string(user), "neverExpires": end == nil ? true : nil, "expiresWallTimeUSec": end])
            case .clearWait(let user): return try change("ClearWait", ["user": .string(user)])
            case .reload: return answer(to: try reload())
            case .dropIn(let text): return try replaceDropIn(Array(text.utf8))
            case .bundle:
                let bytes = try bundle()
                var answer = done()
                answer.attach(bytes, id: token.id)
                return answer
            case .askEnroll(let user, let moment): return try askEnrollment(user, moment)
            }
        } catch {
            return CommandAnswer(.failed, of: kiosk, to: token, reason: error.reason, error.message)
        }
    }

    private func done(_ reason: String? = nil, _ members: JSONObject = [:]) -> CommandAnswer {
        var answer = CommandAnswer(.done, of: kiosk, to: token, reason: reason)
        for (name, value) in members { answer.add(name, value) }
        return answer
    }

    private func call(_ method: String, _ parameters: JSONObject = [:]) throws(Failure) -> JSONObject {
        do throws(ClientError) { return try Client(socket, timeout: Self.patience).call(method, parameters) } catch {
            throw Failure(error)
        }
    }

    /// Calls a method that stores a result.
    private func change(_ method: String, _ parameters: JSONObject) throws(Failure) -> CommandAnswer {
        let result = try call("io.touchd.unlock.\(method)", parameters)["resultId"]
        return done(result == nil ? "unchanged" : nil, ["result": result])
    }

    private func askEnrollment(_ user: String, _ moment: WallTime?) throws(Failure) -> CommandAnswer {
        let isOver = moment.map { $0 <= .now } ?? false
        let reply = try call(
            "io.touchd.unlock.AskEnrollment",
            [
                "user": .string(user), "withdraw": isOver ? true : nil,
                "expiresWallTimeUSec": isOver ? nil : moment.map { .integer($0.microseconds) },
            ])
        return done(reply["asked"]?.objectValue == nil ? "withdrawn" : nil, ["asked": reply.object("asked")["id"]])
    }

    private func reload() throws(Failure) -> JSONObject { try call("io.touchd.manage.Reload") }

    private func answer(to reply: JSONObject) -> CommandAnswer {
        // `FILE:LINE` of a problem: the rest may quote values that are private to the machine.
        guard reply["applied"] == true else {
            return invalid(reply.texts("problems").map { String($0.parts(around: ": ")[0]) })
        }
        var answer = done()
        // Only names: values may be private to the machine.
        for (member, waits) in [("changed", false), ("afterRestart", true)] {
            let changes = reply.objects("changes").filter { ($0["needsRestart"] == true) == waits }
            let names = changes.map { JSON.string("[\($0.text("section") ?? "")] \($0.text("key") ?? "")") }
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

    // MARK: the drop-in file

    private var dropIn: String { folder + "/" + FleetDropIn.fileName }

    private func replaceDropIn(_ bytes: [UInt8]) throws(Failure) -> CommandAnswer {
        guard FleetDropIn.isLinked(from: configuration, to: dropIn) else {
            throw Failure("not_linked", "\(FleetDropIn.path(of: configuration)) is not a link to \(dropIn)")
        }
        let problems = FleetDropIn.problems(of: bytes, in: configuration)
        guard problems.isEmpty else { return invalid(problems) }
        let old = try attempt("storage_failed") { () throws(SystemError) in
            try WholeFile(ifPresent: dropIn, .own, maxBytes: CommandToken.maxBytes)?.bytes
        }
        try write(bytes)
        let reply: JSONObject
        do throws(Failure) { reply = try reload() } catch {
            // It is not known to be applied, so it must not be applied at the next start either.
            try write(old ?? [])
            throw error
        }
        if reply["applied"] != true {
            try write(old ?? [])
            _ = try? reload()
        }
        return answer(to: reply)
    }

    private func write(_ bytes: [UInt8]) throws(Failure) {
        try attempt("storage_failed") { () throws(SystemError) in
            try WholeFile.replace(dropIn, with: bytes, mode: 0o644, isDurable: true)
        }
    }

    private func attempt<Found>(
        _ reason: String, _ words: String = "", _ body: () throws(SystemError) -> Found
    ) throws(Failure) -> Found {
        do throws(SystemError) { return try body() } catch { throw Failure(reason, "\(words)\(error)") }
    }

    // MARK: the bundle

    /// The archive that `touchctl bundle` makes at this kiosk, in a folder of its own that is removed again.
    private func bundle() throws(Failure) -> [UInt8] {
        let (reason, words) = ("no_bundle", "cannot make a bundle: ")
        let folder = try attempt(reason, words) { () throws(SystemError) in
            try PrivateFolder(named: "touchd-operator")
        }
        let path = folder.path + "/bundle.tar.gz"
        let done: Subprocess.Outcome
        do throws(SystemError) {
            let command = ["touchctl", "--socket", socket, "bundle", path]
            done = try Subprocess.run(command, error: .captured, within: Self.bundlePatience)
        } catch { throw Failure(reason, "\(words)touchctl bundle: \(error.reason)") }
        guard done.terminationStatus.isSuccess else {
            let line = String(decoding: done.output.prefix { $0 != 0x0a }, as: UTF8.self)
            throw Failure(reason, words + (line.isEmpty ? "touchctl bundle failed" : line))
        }
        let most = BundleFacts.maxBytes
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw Failure(reason, "\(words)\(SystemError.last("stat \(path)"))")
        }
        guard status.st_size <= most else {
            throw Failure(
                reason,
                "the bundle is too long: \(status.st_size) bytes, maximum \(most) (shorten keep-frames= in [input])")
        }
        return try attempt(reason, words) { () throws(SystemError) in try WholeFile(path, .own, maxBytes: most).bytes }
    }
}
