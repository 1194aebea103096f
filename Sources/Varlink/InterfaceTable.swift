/// The interfaces of a server; resolves the name of a call to its method.
struct InterfaceTable {
    /// An interface, whose description is parsed at the first call: most are not called for hours.
    private final class Entry {
        let interface: any Interface
        private(set) lazy var description = Self.parsed(interface.description)

        init(_ interface: any Interface) { self.interface = interface }

        private static func parsed(_ text: String) -> InterfaceDescription {
            do throws(IDLError) { return try InterfaceDescription(parsing: text) } catch {
                preconditionFailure("an interface file of our own does not parse: \(error)")
            }
        }
    }

    private let entries: [String: Entry]

    init(_ identity: ServiceIdentity, _ interfaces: [any Interface]) {
        let all = [StandardService(identity, describing: interfaces)] + interfaces
        entries = Dictionary(uniqueKeysWithValues: all.map { ($0.name, Entry($0)) })
    }

    struct Method {
        let interface: any Interface
        let description: InterfaceDescription
        let declaration: InterfaceDescription.Method
    }

    enum Route {
        case method(Method)
        case error(VarlinkError)
    }

    /// Resolves a call, and checks its parameters.
    func route(_ message: CallMessage) -> Route {
        let route = find(message)
        guard case .method(let method) = route,
            let refusal = method.description.refusal(of: message.parameters, method.declaration.input)
        else { return route }
        return .error(refusal)
    }

    /// Resolves the name of a call.
    func find(_ message: CallMessage) -> Route {
        guard let dot = message.method.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return .error(.methodNotFound(message.method))
        }
        let name = String(message.method[..<dot])
        guard let entry = entries[name] else { return .error(.interfaceNotFound(name)) }
        let member = String(message.method[message.method.utf8.index(after: dot)...])
        guard let declaration = entry.description.methods[member] else {
            return .error(.methodNotFound(message.method))
        }
        return .method(
            Method(interface: entry.interface, description: entry.description, declaration: declaration))
    }
}
