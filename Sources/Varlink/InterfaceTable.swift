internal import StrictJSON

/// The interfaces of a server, and the way from a call's name to what answers it.
struct InterfaceTable {
    private struct Entry {
        let interface: any Interface
        let description: InterfaceDescription
    }

    private var entries: [String: Entry] = [:]

    init(_ identity: ServiceIdentity, _ interfaces: [any Interface]) throws(IDLError) {
        let standard = StandardService(identity)
        for interface in [standard] + interfaces {
            let description = try InterfaceDescription(parsing: interface.description)
            guard entries[description.name] == nil else {
                throw IDLError(line: 1, reason: "interface \(description.name) is served twice")
            }
            entries[description.name] = Entry(interface: interface, description: description)
            standard.descriptions.append((description.name, interface.description))
        }
    }

    /// What a call leads to.
    enum Route {
        case call(Call, any Interface)
        case error(VarlinkError)
    }

    func route(_ message: CallMessage, on connection: Connection) -> Route {
        guard let dot = message.method.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return .error(.methodNotFound(message.method))
        }
        let name = String(message.method[..<dot])
        guard let entry = entries[name] else { return .error(.interfaceNotFound(name)) }
        let member = String(message.method[message.method.utf8.index(after: dot)...])
        guard let declaration = entry.description.methods[member] else {
            return .error(.methodNotFound(message.method))
        }
        if let refusal = entry.description.refusal(of: message.parameters, declaration.input) {
            return .error(refusal)
        }
        return .call(Call(message, declaration, of: entry.description, on: connection), entry.interface)
    }
}
