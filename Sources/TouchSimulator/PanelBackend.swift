/// A way to make the kernel's side of a panel: uinput, or a test bed for one program.
///
/// Calls come one at a time; the owner sees to that.
protocol PanelBackend: AnyObject, Sendable {
    /// What the panel is called in messages: its event node.
    var node: String { get }
    /// Readers that have the event node open.
    var openers: Int { get }
    /// When a reader last opened the node, in microseconds of CLOCK_MONOTONIC; 0 for never.
    var lastOpened: Int64 { get }
    /// Whether readers can be told of lost events; the kernel takes no such orders.
    var canLoseEvents: Bool { get }
    /// Hands one frame to the readers, stamped with the present moment. Waits for slow readers.
    func write(_ events: [KernelEvent]) throws(PanelError)
    /// Waits until every reader has taken everything written, or `seconds` pass.
    func drain(seconds: Int)
    /// Takes the node away from its readers, and from so many that open it next, while the panel stays (EVIOCREVOKE).
    func revoke(alsoNext count: Int) throws(PanelError)
    /// Takes the panel away as if pulled out.
    func unplug() throws(PanelError)
    /// Brings the panel back.
    func plug() throws(PanelError)
    /// Takes the panel away for good, with everything made for it. Nothing else is called afterward.
    func remove()
    /// Variables a program needs to see the panel.
    var environment: [String: String] { get }
}
