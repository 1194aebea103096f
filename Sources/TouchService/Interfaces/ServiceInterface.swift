internal import InterfaceFiles
internal import TouchScreen
internal import TouchSessions
internal import Varlink

/// One socket interface: its file, and the code of its methods.
///
/// The description is the file in the folder `interfaces`, so the two cannot drift apart.
final class ServiceInterface: Interface {
    let name: String
    let methods: [String: Method]

    /// Who may call a method; the file has it as `[Role: …]`.
    enum Right: String {
        /// Callers with that role, or a higher one.
        case observer, frontend, administrator
        /// Front ends that may present scenes.
        case screen
        /// Callers that see all results.
        case backend
        /// Callers that may carry out commands of the fleet.
        case `operator`
        /// Backends, and callers that may carry out commands of the fleet.
        case counts = "backend or operator"

        func includes(_ peer: Peer, _ access: Access) -> Bool {
            switch self {
            case .observer: true
            case .frontend: access.role(of: peer) >= .frontend
            case .administrator: access.role(of: peer) == .administrator
            case .screen: access.role(of: peer) >= .frontend && access.mayPresent(peer)
            case .backend: access.seesAllResults(peer)
            case .operator: access.mayOperate(peer)
            case .counts: access.seesAllResults(peer) || access.mayOperate(peer)
            }
        }
    }

    /// Whether a method has several replies; the file has it as `[Supports 'more' flag]` or `[Requires 'more' flag]`.
    enum Replies {
        case one, several, stream
    }

    /// The code of a method, and who may call it.
    struct Method {
        let right: Right
        let replies: Replies
        let run: (Call) -> Void

        init(_ right: Right, _ replies: Replies = .one, _ run: @escaping (Call) -> Void) {
            (self.right, self.replies, self.run) = (right, replies, run)
        }
    }

    private let access: Access
    private let keeper: VaultKeeper?

    /// - Parameter keeper: the vault that it needs; if that could not be opened, its calls fail with `StorageFailed`.
    init(
        _ name: String, access: Access, needs keeper: VaultKeeper? = nil, methods: [String: Method]
    ) {
        self.name = name
        self.access = access
        self.keeper = keeper
        self.methods = methods
    }

    var description: String {
        guard let text = InterfaceFiles.text(of: name) else { preconditionFailure("no interface \(name)") }
        return text
    }

    func handle(_ call: Call) {
        guard let method = methods[call.method] else {
            return call.fail(.methodNotImplemented("\(name).\(call.method)"))
        }
        guard method.right.includes(call.connection.peer, access) else { return call.fail(.permissionDenied) }
        if keeper?.fault != nil { return call.fail(VarlinkError("\(name).StorageFailed")) }
        if method.replies == .stream, !call.wantsMore { return call.fail(.expectedMore) }
        method.run(call)
    }
}
