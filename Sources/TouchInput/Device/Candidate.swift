public import TouchDevice

/// An event node that might be a panel, and what became of it.
public struct Candidate: Hashable, Sendable {
    /// The event node.
    public var node: String
    /// The name set by the driver; empty if there is none.
    public var name: String
    /// Why it is not read, as text; nil: it is read.
    public var refusal: String?
    /// Who else may inject touches into a node that is read, as text; nil: no one else.
    public var exposure: String?
    /// The panel that it is, or would be if its section let it be read; nil: it is none for libinput.
    public var device: Device?

    /// Makes a node.
    package init(node: String, name: String, refusal: String? = nil, exposure: String? = nil, device: Device? = nil) {
        (self.node, self.name, self.refusal) = (node, name, refusal)
        (self.exposure, self.device) = (exposure, device)
    }
}
