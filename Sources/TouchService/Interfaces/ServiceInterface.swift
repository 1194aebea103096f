internal import InterfaceFiles
internal import TouchVault
internal import Varlink

/// One socket interface: its file, and what its methods do.
///
/// The description is the file of the folder `interfaces`, so the two cannot drift.
final class ServiceInterface: Interface {
    let name: String
    let description: String
    private let methods: [String: Method]

    /// What a method does and who may call it.
    struct Method {
        let role: Role
        let run: (Call) -> Void

        init(_ role: Role, _ run: @escaping (Call) -> Void) {
            self.role = role
            self.run = run
        }

        /// A method of front ends that may show something.
        static func showing(_ access: Access, _ run: @escaping (Call) -> Void) -> Method {
            Method(.frontend) { call in
                guard access.mayPresent(call.connection.peer) else { return call.fail(.permissionDenied) }
                run(call)
            }
        }
    }

    private let access: Access
    private let storeFault: () -> VaultError?

    /// Makes the interface of that name.
    ///
    /// - Parameters:
    ///   - storeFault: why there is no vault, for an interface that does nothing without; its calls fail with `StorageFailed`.
    ///   - methods: every method of the file, by its bare name.
    init(
        _ name: String, access: Access, storeFault: @escaping () -> VaultError? = { nil }, methods: [String: Method]
    ) {
        guard let text = InterfaceFiles.text(of: name) else { preconditionFailure("no interface \(name)") }
        self.name = name
        self.access = access
        self.storeFault = storeFault
        self.methods = methods
        description = text
    }

    /// The bare names of the methods that are implemented.
    var methodNames: Set<String> { Set(methods.keys) }

    func handle(_ call: Call) {
        guard let method = methods[call.method] else {
            return call.fail(.methodNotImplemented("\(name).\(call.method)"))
        }
        guard access.role(of: call.connection.peer) >= method.role else { return call.fail(.permissionDenied) }
        if storeFault() != nil { return call.fail(VarlinkError("\(name).StorageFailed")) }
        method.run(call)
    }
}
