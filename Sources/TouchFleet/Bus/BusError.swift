/// Why the servers of the fleet did not carry out a request.
package enum BusError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A file in PEM cannot be used.
    case file(path: String, reason: String)
    /// The server cannot be reached, or one side refuses the other.
    case unreachable(server: String, reason: String)
    /// A call failed.
    case failed(call: String, reason: String)
    /// The stream is not in the expected state, so nothing was stored.
    case moved(subject: String)

    /// The sentence for people.
    package var description: String {
        switch self {
        case .file(let path, let reason): "\(path): \(reason)"
        case .unreachable(let server, let reason): "cannot connect to \(server): \(reason)"
        case .failed(let call, let reason): "\(call): \(reason)"
        case .moved(let subject): "\(subject): the stream does not have the expected messages"
        }
    }
}
