import Glibc
import TouchCore
import TouchDevice

/// Makes the kernel's side of a panel, uinput or a test bed; called from one thread at a time.
protocol PanelBackend: AnyObject, Sendable {
    /// The name of the panel in messages: its event node, such as /dev/input/event20.
    var node: String { get }
    /// Readers that have the event node open, as far as this process can see.
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
    func unplug() throws(PanelError)
    func plug() throws(PanelError)
    /// Removes the panel and everything made for it; the last call.
    func remove()
    /// Environment variables with which a program sees the panel; empty for uinput.
    var environment: [String: String] { get }
}

/// How a virtual panel is made.
enum BackendKind: String, Sendable, CaseIterable {
    /// uinput if it can be opened, otherwise umockdev.
    case automatic = "auto"
    /// A device of the kernel, seen by every program of the machine.
    case uinput
    /// A test bed, seen by the programs started in it.
    case umockdev

    /// The kind chosen on this machine for `automatic`.
    var resolved: BackendKind {
        guard self == .automatic else { return self }
        return unsafe access(UinputPanel.controlNode, R_OK | W_OK) == 0 ? .uinput : .umockdev
    }
}
