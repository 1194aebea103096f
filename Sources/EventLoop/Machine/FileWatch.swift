internal import CSystemd
internal import Glibc

/// Tells that somebody has written into a file, such as an attribute of sysfs that only people set.
public final class FileWatch {
    private var source: EventSource?
    private let handler: () -> Void

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - path: a file that exists.
    ///   - handler: called after a write.
    public init(_ loop: EventLoop, path: String, handler: @escaping () -> Void) throws(SystemError) {
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
            sd_event_add_inotify(
                loop.handle, &added, path, UInt32(IN_MODIFY | IN_CLOSE_WRITE), callback, userdata))
        if let added = unsafe added { source = unsafe EventSource(owning: added, priority: .important) }
    }
}
