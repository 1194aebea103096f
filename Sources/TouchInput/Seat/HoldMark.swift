import CShims
import Glibc

/// The mark on an event node that a touchd has for itself: a lock of its open file, which goes with it however it ends.
///
/// A lock can be asked for, but nobody is told of it. So whoever sets or takes the mark opens the node once more and closes it
/// again, which the kernel tells those who watch the node (inotify); and so does every end of the program that has it.
package struct HoldMark {
    private let descriptor: Int32
    private let node: String

    /// - Parameters:
    ///   - descriptor: the open node; not owned.
    ///   - node: its path.
    package init(_ descriptor: Int32, of node: String) {
        (self.descriptor, self.node) = (descriptor, node)
    }

    /// Sets the mark or takes it away, and has those who watch the node look.
    package func set(_ isHeld: Bool) {
        cshims_mark(descriptor, isHeld ? 1 : 0)
        let bell = unsafe open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if bell >= 0 { close(bell) }
    }

    /// Whether it was set through another open file, of this process or another; asks the kernel and changes nothing.
    package var isSetElsewhere: Bool { cshims_is_marked(descriptor) != 0 }
}
