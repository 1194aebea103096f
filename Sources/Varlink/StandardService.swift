internal import StrictJSON

/// `org.varlink.service`: introspection of the service.
final class StandardService: Interface {
    private let identity: ServiceIdentity
    private let others: [any Interface]

    init(_ identity: ServiceIdentity, describing others: [any Interface]) {
        (self.identity, self.others) = (identity, others)
    }

    let name = "org.varlink.service"
    let description = """
        # What every Varlink service tells about itself.
        interface org.varlink.service

        # The service and the interfaces it has.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The description of one interface, in the interface language.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service has no such interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method; 'method' is its full name.
        error MethodNotFound (method: string)

        # The interface declares the method, the service does not have it.
        error MethodNotImplemented (method: string)

        # A parameter is unknown, missing, or not what it should be; 'allowed' says what is, for people.
        error InvalidParameter (parameter: string, allowed: ?string)

        # The caller may not do this.
        error PermissionDenied ()

        # The method makes sense only with the 'more' flag.
        error ExpectedMore ()

        # The method makes sense only with the 'upgrade' flag.
        error ExpectedUpgrade ()

        """

    func handle(_ call: Call) {
        switch call.method {
        case "GetInfo":
            call.reply([
                "vendor": .string(identity.vendor), "product": .string(identity.product),
                "version": .string(identity.version), "url": .string(identity.url),
                "interfaces": .array(([name] + others.map(\.name)).map { .string($0) }),
            ])
        case "GetInterfaceDescription":
            let name = call.parameters["interface"]?.stringValue ?? ""
            let found = name == self.name ? self : others.first { $0.name == name }
            guard let found else { return call.fail(.interfaceNotFound(name)) }
            call.reply(["description": .string(found.description)])
        default: preconditionFailure("a server calls declared methods only")
        }
    }
}
