internal import CSystemd
internal import Glibc

/// Tells that somebody has written into a file, such as an attribute of sysfs that only people set, or opened it.
public final class FileWatch {
    /// What is told.
    public enum Change {
        /// Somebody wrote into it.
        case written
        /// Somebody opened or closed it.
        case opened

        fileprivate var mask: Int32 {
            switch self {
            case .written: IN_MODIFY | IN_CLOSE_WRITE
            case .opened: IN_OPEN | IN_CLOSE
            }
        }
    }

    private var source: EventSource?
    private let handler: () -> Void

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - path: a file that exists.
    ///   - change: what to tell.
    ///   - handler: called after that.
    public init(
        _ loop: EventLoop, path: String, for change: Change = .written, handler: @escaping () -> Void
    ) throws(SystemError) {
        self.handler = handler
        let callback: sd_event_inotify_handler_t = { _, _, userdata in
            guard let userdata = unsafe userdata else { return 0 }
            unsafe Unmanaged<FileWatch>.fromOpaque(userdata).takeUnretainedValue().handler()
            return 0
        }
        var added: OpaquePointer?
        let userdata = unsafe Unmanaged.passUnretained(self).toOpaque()
        try unsafe SystemError.check(
            "sd_event_add_inotify",
            sd_event_add_inotify(loop.handle, &added, path, UInt32(change.mask), callback, userdata))
        if let added = unsafe added { source = unsafe EventSource(owning: added, of: loop, priority: .important) }
    }
}
