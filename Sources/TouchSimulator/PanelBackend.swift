import TouchCore
import TouchDevice

/// Makes the kernel's side of a panel: uinput, or a test bed for one program.
///
/// The owner calls it from one thread at a time.
protocol PanelBackend: AnyObject, Sendable {
    /// The name of the panel in messages: its event node.
    var node: String { get }
    /// Readers that have the event node open.
    var openers: Int { get }
    /// When a reader last opened the node; the clock's origin for never.
    var lastOpened: Instant { get }
    /// Whether it can simulate lost events; the kernel cannot.
    var canLoseEvents: Bool { get }
    /// Sends one frame to the readers, with the present time as timestamp. Waits for slow readers.
    func write(_ events: [InputEvent]) throws(PanelError)
    /// Waits until every reader has read everything written, or `seconds` pass.
    func drain(seconds: Int)
    /// Revokes the node from its readers and the next `count` openers, while the panel stays (EVIOCREVOKE).
    func revoke(alsoNext count: Int) throws(PanelError)
    /// Unplugs the panel.
    func unplug() throws(PanelError)
    /// Plugs the panel in again.
    func plug() throws(PanelError)
    /// Removes the panel and everything made for it; the last call.
    func remove()
    /// Environment variables with which a program sees the panel.
    var environment: [String: String] { get }
}
