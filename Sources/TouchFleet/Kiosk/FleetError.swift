internal import Varlink

/// Why nothing could be sent.
enum FleetError: Error, CustomStringConvertible {
    /// A fault of the servers.
    case bus(BusError)
    /// A fault of touchd.
    case daemon(ClientError)

    var description: String {
        switch self {
        case .bus(let error): return "\(error)"
        case .daemon(.remote(let error)) where error.name == "org.varlink.service.PermissionDenied":
            return
                "touchd refuses: permission denied (add group touchd-fleet to [access] group-backend= of touchd.conf)"
        case .daemon(let error):
            if case .unreachable = error { return "\(error)" }
            return "touchd: \(error)"
        }
    }
}
