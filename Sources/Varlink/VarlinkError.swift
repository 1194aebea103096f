public import StrictJSON

/// An error as sent on the wire: a qualified name and its parameters.
public struct VarlinkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name with its interface, such as `org.varlink.service.InvalidParameter`.
    public let name: String
    /// Its parameters.
    public let parameters: JSONObject

    /// Makes an error whose name is qualified; some clients fail on one that is not.
    public init(_ name: String, _ parameters: JSONObject = [:]) {
        precondition(name.utf8.contains(UInt8(ascii: ".")), "an error's name has its interface in front")
        (self.name, self.parameters) = (name, parameters)
    }

    /// For people: the name and its parameters.
    public var description: String {
        parameters.isEmpty ? name : "\(name) \(parameters)"
    }
}

extension VarlinkError {
    /// The service has no such interface.
    public static func interfaceNotFound(_ interface: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": .string(interface)])
    }

    /// The interface has no such method; `method` is the full name.
    public static func methodNotFound(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotFound", ["method": .string(method)])
    }

    /// The method is declared but this service does not have it.
    public static func methodNotImplemented(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotImplemented", ["method": .string(method)])
    }

    /// A parameter, or a path into it, is unknown, missing or invalid; the text of what is allowed is an addition to
    /// the standard.
    public static func invalidParameter(_ parameter: String, allowed: String) -> VarlinkError {
        VarlinkError(
            "org.varlink.service.InvalidParameter", ["parameter": .string(parameter), "allowed": .string(allowed)])
    }

    /// A number is outside the allowed range.
    public static func invalidParameter(
        _ parameter: String, allowed: ClosedRange<some BinaryInteger>
    ) -> VarlinkError {
        invalidParameter(parameter, allowed: "\(allowed.lowerBound) to \(allowed.upperBound)")
    }

    /// The caller may not do this.
    public static let permissionDenied = VarlinkError("org.varlink.service.PermissionDenied")

    /// The method requires `more`.
    public static let expectedMore = VarlinkError("org.varlink.service.ExpectedMore")
}
