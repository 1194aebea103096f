public import System
internal import CSystemd
internal import Glibc

/// Reports that a file was written, such as an attribute of sysfs that only people set, or opened.
public final class FileWatch {
    /// What is reported.
    public enum Change {
        case written
        /// The file was opened or closed.
        case opened
    }

    private var source: EventSource?
    private let handler: () -> Void

    /// Starts to watch a file that exists; the handler is called after each change.
    public init(
        _ loop: EventLoop, path: String, for change: Change = .written, handler: @escaping () -> Void
    ) throws(SystemError) {
        self.handler = handler
        let callback: sd_event_inotify_handler_t = { _, _, userdata in
            unsafe tell(userdata) { (watch: FileWatch) in watch.handler() }
        }
        let userdata = unsafe Unmanaged.passUnretained(self).toOpaque()
        let mask = change == .written ? IN_MODIFY | IN_CLOSE_WRITE : IN_OPEN | IN_CLOSE
        source = try unsafe EventSource(of: loop, "sd_event_add_inotify", priority: .important) {
            unsafe sd_event_add_inotify(loop.handle, &$0, path, UInt32(mask), callback, userdata)
        }
    }
}
