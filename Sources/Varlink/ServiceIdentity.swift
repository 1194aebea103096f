/// What a service says about itself in `org.varlink.service.GetInfo`.
public struct ServiceIdentity: Equatable, Sendable {
    /// Who made it.
    public let vendor: String
    /// What it is.
    public let product: String
    /// Which version.
    public let version: String
    /// Where to read about it.
    public let url: String

    /// Describes a service.
    public init(vendor: String, product: String, version: String, url: String) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
    }
}
