/// An event node that might be a panel, and what became of it.
public struct Candidate: Hashable, Sendable {
    /// The event node.
    public var node: String
    /// What the driver calls it; empty if it does not say.
    public var name: String
    /// Why it is not read, in words; nil: it is.
    public var refusal: String?
    /// Who else may inject touches into a node that is read, in words; nil: nobody.
    public var exposure: String?
}
