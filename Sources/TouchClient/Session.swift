internal import Journal
internal import StrictJSON
internal import Varlink

/// One run of a command: where the daemon is and how answers are shown.
struct Session {
    let socket: String
    /// Whether answers are printed as the JSON that came, one a line.
    let isJSON: Bool
    /// How long a daemon that waits for somebody may say nothing, in milliseconds.
    var silenceMilliseconds = Self.standardSilenceMilliseconds
    let output: (String) -> Void

    /// Three signs of life (`alive`, every 15 s) that did not come.
    static let standardSilenceMilliseconds = 45_000

    /// Opens a connection; a streaming call needs one of its own.
    func connect() throws(ControlError) -> Client {
        guard !socket.isEmpty else { throw .usage("empty socket path") }
        do throws(ClientError) { return try Client(socket) } catch { throw .client(error) }
    }

    /// Calls a method once.
    func call(_ method: String, _ parameters: JSONObject = [:]) throws(ControlError) -> JSONObject {
        let client = try connect()
        client.timeoutMilliseconds = Self.patienceMilliseconds
        do throws(ClientError) { return try client.call(method, parameters) } catch {
            throw .answer(error, to: parameters)
        }
    }

    /// Calls a method that takes several replies, until the last one or until `each` answers false.
    ///
    /// - Parameters:
    ///   - isPatient: whether replies that only say that nothing has come are kept from `each`.
    ///   - pulse: in milliseconds: whenever no reply has come for as long, `each` gets an empty one.
    func stream(
        _ method: String, _ parameters: JSONObject = [:], isPatient: Bool = true, pulse: Int? = nil,
        _ each: (JSONObject) throws(ControlError) -> Bool
    ) throws(ControlError) {
        let client = try connect()
        client.timeoutMilliseconds = silenceMilliseconds
        var failure: ControlError?
        do {
            try client.stream(method, parameters, pulse: pulse) { reply in
                if isPatient, reply["alive"] != nil { return true }
                do throws(ControlError) { return try each(reply) } catch {
                    failure = error
                    return false
                }
            }
        } catch let error as ClientError {
            throw .answer(error, to: parameters)
        } catch { preconditionFailure("a client throws its own errors only: \(error)") }
        if let failure { throw failure }
    }

    /// What a stream has to have told before its last reply ends.
    ///
    /// - Parameters:
    ///   - status: what it told, if it did.
    ///   - what: what that would have been, for the sentence.
    func told(_ status: ExitStatus?, _ what: String) throws(ControlError) -> ExitStatus {
        guard let status else { throw .violation("call ended without reporting \(what)") }
        return status
    }

    /// Says something of its own, which is no answer.
    func note(_ text: String) {
        if !isJSON { output(text) }
    }

    /// Prints an answer: as it came with `--json`, else in words.
    ///
    /// - Parameter words: makes the words of the answer, whose texts are ``StrictJSON/JSONObject/onOneLine``.
    func show(_ reply: JSONObject, _ words: (JSONObject) -> String) {
        output(isJSON ? reply.description + "\n" : words(reply.onOneLine))
    }

    /// An answer that waits for nobody comes at once; a daemon that takes longer is stuck.
    private static let patienceMilliseconds = 10_000
}

extension JSONObject {
    /// The same with every text ``Swift/String/onOneLine``: what a terminal may show.
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
