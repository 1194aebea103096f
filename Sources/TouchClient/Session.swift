internal import Arguments
internal import StrictJSON
internal import TouchCore
internal import Varlink

/// The context of a command: the daemon's socket and the output format.
struct Session {
    let socket: String
    /// Whether replies are printed as JSON, one per line.
    let isJSON: Bool
    /// Maximum silence of a daemon that waits for a person.
    var silence = Self.standardSilence
    /// How long a reply that waits for no person may take.
    var patience = Interval.seconds(10)
    let output: (String) -> Void

    /// Three missing keep-alive replies (`alive`, every 15 s).
    static let standardSilence = Interval.seconds(45)

    /// Opens a connection; a streaming call needs a separate one.
    ///
    /// - Parameter time: how long that, and each reply, may take; nil: for ever.
    func connect(within time: Interval? = nil) throws(CommandError) -> Client {
        guard !socket.isEmpty else { throw .usage("empty socket path") }
        do throws(ClientError) { return try Client(socket, timeout: time) } catch { throw .client(error) }
    }

    /// Calls a method once.
    ///
    /// - Parameter time: how long the daemon may wait before it replies.
    func call(
        _ method: String, _ parameters: JSONObject = [:], waiting time: Interval = .zero
    ) throws(CommandError) -> JSONObject {
        let client = try connect(within: patience.adding(time))
        do throws(ClientError) { return try client.call(method, parameters) } catch {
            throw .answer(error, to: parameters)
        }
    }

    /// Calls a method that takes several replies, until the last one or until `each` returns false.
    ///
    /// - Parameters:
    ///   - isPatient: whether keep-alive replies are hidden from `each`.
    ///   - pulse: after that long without a reply, `each` gets an empty one.
    func stream(
        _ method: String, _ parameters: JSONObject = [:], isPatient: Bool = true, pulse: Interval? = nil,
        _ each: (JSONObject) throws(CommandError) -> Bool
    ) throws(CommandError) {
        let client = try connect(within: silence)
        var failure: CommandError?
        do {
            try client.stream(method, parameters, pulse: pulse) { reply in
                if isPatient, reply["alive"] != nil { return true }
                do throws(CommandError) { return try each(reply) } catch {
                    failure = error
                    return false
                }
            }
        } catch let error as ClientError {
            throw .answer(error, to: parameters)
        } catch { preconditionFailure("a client throws its own errors only: \(error)") }
        if let failure { throw failure }
    }

    /// Checks that a stream reported its result before its last reply.
    ///
    /// - Parameters:
    ///   - status: the result, if it was reported.
    ///   - what: the expected result, for the error.
    func told(_ status: ExitStatus?, _ what: String) throws(CommandError) -> ExitStatus {
        guard let status else { throw .violation("call ended without reporting \(what)") }
        return status
    }

    /// Prints a note that is not a reply.
    func note(_ text: String) {
        if !isJSON { output(text) }
    }

    /// Prints a reply: unchanged with `--json`, otherwise as text.
    ///
    /// - Parameter words: makes the text of the reply, whose strings are ``StrictJSON/JSONObject/onOneLine``.
    func show(_ reply: JSONObject, _ words: (JSONObject) -> String) {
        output(isJSON ? reply.description + "\n" : words(reply.onOneLine))
    }
}

extension JSONObject {
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
