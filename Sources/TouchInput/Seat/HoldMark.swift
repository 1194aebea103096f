import CShims
import Glibc

/// The mark on an event node that a touchd has grabbed: a lock on its open file, released however the file is closed.
///
/// A lock can be queried but not watched. So whoever sets or clears the mark opens and closes the node once more, which
/// the kernel reports to those who watch the node (inotify); the end of the program has the same effect.
package struct HoldMark {
    private let descriptor: Int32
    private let node: String

    /// The mark of an open node, which stays the caller's.
    package init(_ descriptor: Int32, of node: String) {
        (self.descriptor, self.node) = (descriptor, node)
    }

    /// Sets or clears the mark, and wakes those who watch the node.
    package func set(_ isHeld: Bool) {
        cshims_mark(descriptor, isHeld ? 1 : 0)
        let bell = unsafe open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if bell >= 0 { close(bell) }
    }

    /// Whether it was set through another open file, of this process or another; asks the kernel and changes nothing.
    package var isSetElsewhere: Bool { cshims_is_marked(descriptor) != 0 }
}
