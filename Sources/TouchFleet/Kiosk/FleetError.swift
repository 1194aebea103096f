internal import Varlink

/// Why servers or touchd did not carry out a request.
enum FleetError: Error, CustomStringConvertible {
    /// A file in PEM cannot be used.
    case file(path: String, reason: String)
    /// The server cannot be reached, or one side refuses the other.
    case unreachable(server: String, reason: String)
    /// A call of a server failed.
    case failed(call: String, reason: String)
    /// The stream is not in the expected state, so nothing was stored.
    case moved(subject: String)
    case daemon(ClientError)

    var isOfDaemon: Bool { if case .daemon = self { true } else { false } }

    var description: String {
        switch self {
        case .file(let path, let reason): "\(path): \(reason)"
        case .unreachable(let server, let reason): "cannot connect to \(server): \(reason)"
        case .failed(let call, let reason): "\(call): \(reason)"
        case .moved(let subject): "\(subject): the stream does not have the expected messages"
        case .daemon(.remote(let error)) where error.name == "org.varlink.service.PermissionDenied":
            "touchd refuses: permission denied (add group touchd-fleet to [access] group-backend= of touchd.conf)"
        case .daemon(let error):
            if case .unreachable = error { "\(error)" } else { "touchd: \(error)" }
        }
    }
}
