/// The identity of a service in `org.varlink.service.GetInfo`.
public struct ServiceIdentity: Equatable, Sendable {
    /// The vendor.
    public let vendor: String
    /// The product.
    public let product: String
    /// The version.
    public let version: String
    /// The address of its documentation.
    public let url: String

    /// Describes a service.
    public init(vendor: String, product: String, version: String, url: String) {
        (self.vendor, self.product, self.version, self.url) = (vendor, product, version, url)
    }
}
