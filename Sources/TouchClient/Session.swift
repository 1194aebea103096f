internal import Arguments
internal import StrictJSON
internal import TouchCore
internal import Varlink

/// The context of a command: the daemon's socket and the output format.
struct Session {
    let socket: String
    let isJSON: Bool
    /// Maximum silence of a daemon that waits for a person.
    var silence = Self.standardSilence
    /// How long a reply that waits for no person may take.
    var patience = Interval.seconds(10)
    let output: (String) -> Void
    /// The connection of all its calls; nil: each has its own.
    var client: Client?

    /// Three missing keep-alive replies (`alive`, every 15 s).
    static let standardSilence = Interval.seconds(45)

    /// Opens a connection; a streaming call needs a separate one.
    func connect(within time: Interval) throws(CommandError) -> Client {
        if let client {
            client.timeout = time
            return client
        }
        guard !socket.isEmpty else { throw .usage("empty socket path") }
        do throws(ClientError) { return try Client(socket, timeout: time) } catch { throw .client(error) }
    }

    /// Calls a method once; the daemon may wait for `time` before it replies.
    func call(
        _ method: String, _ parameters: JSONObject = [:], waiting time: Interval = .zero
    ) throws(CommandError) -> JSONObject {
        let client = try connect(within: patience.adding(time))
        do throws(ClientError) { return try client.call(method, parameters) } catch {
            throw .answer(error, to: parameters)
        }
    }

    func run(
        _ method: String, _ parameters: JSONObject = [:], _ words: (JSONObject) -> String
    ) throws(CommandError) -> ExitStatus {
        show(try call(method, parameters), words)
        return .passed
    }

    /// Calls a method that takes several replies, until the last one or until `each` returns false; keep-alive replies are
    /// hidden from it.
    ///
    /// - Parameter pulse: after that long without a reply, `each` gets an empty one.
    func stream(
        _ method: String, _ parameters: JSONObject = [:], pulse: Interval? = nil,
        _ each: (JSONObject) throws(CommandError) -> Bool
    ) throws(CommandError) {
        let client = try connect(within: silence)
        var failure: CommandError?
        do throws(ClientError) {
            try client.stream(method, parameters, pulse: pulse) { reply in
                if reply["alive"] != nil { return true }
                do throws(CommandError) { return try each(reply) } catch {
                    failure = error
                    return false
                }
            }
        } catch { throw .answer(error, to: parameters) }
        if let failure { throw failure }
    }

    /// Calls a method that takes several replies, and returns what `each` finds in one; `what` names it in the error.
    func result(
        _ what: String, of method: String, _ parameters: JSONObject,
        _ each: (JSONObject) throws(CommandError) -> ExitStatus?
    ) throws(CommandError) -> ExitStatus {
        var status: ExitStatus?
        try stream(method, parameters) { reply throws(CommandError) in
            status = try each(reply) ?? status
            return true
        }
        guard let status else { throw .missing(what) }
        return status
    }

    func note(_ text: String) {
        if !isJSON { output(text) }
    }

    /// Prints a reply: unchanged with `--json`, otherwise as text, in which each string is ``StrictJSON/JSONObject/onOneLine``.
    func show(_ reply: JSONObject, _ words: (JSONObject) -> String) {
        output(isJSON ? reply.description + "\n" : words(reply.onOneLine))
    }
}

extension JSONObject {
    /// How a command ends with this reply; nil: it goes on.
    var exitStatus: ExitStatus? { self["outcome"].map { $0 == "passed" ? .passed : .refused } }

    /// The same with every string ``Swift/String/onOneLine``, safe for a terminal.
    var onOneLine: JSONObject { JSONObject(map { ($0.key.onOneLine, $0.value.onOneLine) }) }
}

extension JSON {
    fileprivate var onOneLine: JSON {
        switch self {
        case .string(let text): .string(text.onOneLine)
        case .array(let values): .array(values.map(\.onOneLine))
        case .object(let object): .object(object.onOneLine)
        case .null, .bool, .integer, .real: self
        }
    }
}

extension JSON {
    /// A length of time of a message (`…USec`).
    var intervalValue: Interval? { integerValue.map(Interval.init(microseconds:)) }

    /// A moment of the wall clock of a message (`…WallTimeUSec`).
    var wallTimeValue: WallTime? { integerValue.map(WallTime.init(microseconds:)) }
}
