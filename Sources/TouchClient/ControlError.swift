internal import Arguments
internal import StrictJSON
internal import Varlink

/// Why a command failed.
enum ControlError: Error, CustomStringConvertible {
    /// The command line is invalid, or a file cannot be read or written.
    case command(CommandError)
    /// The daemon cannot be reached or does not respond.
    case client(ClientError)
    /// A PAM request that cannot be answered by a finger on the screen.
    case pam(String)

    /// An error of the daemon, with the rejected value of the call.
    ///
    /// Only values that are not secret are shown: no keys, no tokens.
    static func answer(_ error: ClientError, to parameters: JSONObject) -> ControlError {
        guard case .remote(let remote) = error else { return .client(error) }
        guard remote.name == "org.varlink.service.InvalidParameter",
            let path = remote.parameters["parameter"]?.stringValue?.split(separator: ".").map(String.init),
            let name = path.last, let form = forms[name],
            let value = path.dropLast().reduce(parameters, { $0[$1]?.objectValue ?? [:] })[name]?.stringValue
        else { return .client(error) }
        let shown = value.count > 80 ? value.prefix(80) + "…" : value[...]
        return .usage("invalid \(name) \"\(shown)\": \(form)")
    }

    /// The required form of texts from users, by the name of the parameter.
    private static let forms = [
        "user": "expected 1 to 64 letters a-z and A-Z, digits and . _ - @, not starting with -",
        "audience": "expected 1 to 256 bytes without control characters",
        "nonce": "expected 1 to 256 bytes without control characters",
        "action": "expected 1 to 64 bytes without control characters",
        "head": "expected a number, a colon and 64 hexadecimal digits",
    ]

    /// Invalid command line.
    static func usage(_ problem: String) -> ControlError { .command(.usage(problem)) }

    /// A file cannot be read or written, or its content is invalid; or something else went wrong.
    static func file(_ problem: String) -> ControlError { .command(.file(problem)) }

    /// The result of reading an option or a file.
    static func from<Value>(_ read: () throws(CommandError) -> Value) throws(ControlError) -> Value {
        do throws(CommandError) { return try read() } catch { throw .command(error) }
    }

    /// The daemon's reply violates its interface.
    static func violation(_ reason: String) -> ControlError { .client(.violation(reason)) }

    var status: ExitStatus {
        switch self {
        case .command(let error): error.status
        case .client(.remote(let error)):
            error.name == "org.varlink.service.PermissionDenied"
                ? .refused
                : error.name == "org.varlink.service.InvalidParameter" ? .usage : .couldNotRun
        case .pam: .refused
        case .client: .couldNotRun
        }
    }

    var description: String {
        switch self {
        case .command(let error): error.sentence(see: "touchctl --help")
        case .client(.remote(let error)): Self.sentence(for: error)
        case .client(let error): error.description
        case .pam(let problem): problem
        }
    }
}
