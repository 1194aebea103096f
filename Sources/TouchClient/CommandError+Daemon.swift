internal import Arguments
internal import StrictJSON
internal import Varlink

extension CommandError {
    /// The daemon cannot be reached, refuses the call, or does not respond.
    static func client(_ error: ClientError) -> CommandError {
        guard case .remote(let remote) = error else {
            return CommandError(error.description, status: .couldNotRun, cause: error)
        }
        let status: ExitStatus =
            switch remote.name {
            case "org.varlink.service.PermissionDenied": .refused
            case "org.varlink.service.InvalidParameter": .usage
            default: .couldNotRun
            }
        return CommandError(remote.sentence, status: status, cause: error)
    }

    /// An error of the daemon, with the rejected value of the call.
    ///
    /// Only values that are not secret are shown: no keys, no tokens.
    static func answer(_ error: ClientError, to parameters: JSONObject) -> CommandError {
        guard case .remote(let remote) = error, remote.name == "org.varlink.service.InvalidParameter",
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

    static func violation(_ reason: String) -> CommandError { .client(.violation(reason)) }

    static func missing(_ what: String) -> CommandError { .violation("call ended without reporting \(what)") }
}
