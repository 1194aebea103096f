import CShims
import Glibc
import TouchCore

/// The C library's text for an errno.
func errorText(_ number: Int32) -> String {
    unsafe String(cString: cshims_error_text(number))
}

extension Instant {
    /// The time of CLOCK_MONOTONIC, the clock of event timestamps.
    static var now: Instant { Instant(microseconds: cshims_clock_microseconds(CLOCK_MONOTONIC)) }
}

/// Sleeps until that time; returns at once if it is past.
func sleep(until time: Instant) {
    guard time > .now else { return }
    let (seconds, rest) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    var moment = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1000)
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil) == EINTR {}
}

/// A file descriptor that is closed with its owner.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Takes ownership of the result of a call.
    init(_ result: Int32, call: String, subject: String) throws(PanelError) {
        guard result >= 0 else { throw .failed(call: call, subject: subject, errno: errno) }
        number = result
    }

    deinit { close(number) }

    /// Releases ownership of the open descriptor.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}

/// A Unix stream socket that listens at `path`; a stale socket there is replaced.
///
/// - Parameter mode: the file's permissions.
func listening(at path: String, mode: mode_t) throws(PanelError) -> Descriptor {
    let socket = try Descriptor(cshims_stream_socket(0), call: "socket", subject: path)
    do {
        let visitor = try Descriptor(cshims_stream_socket(0), call: "socket", subject: path)
        guard unsafe cshims_connect(visitor.number, path) != 0 else {
            throw PanelError.failed(call: "bind", subject: path, errno: EADDRINUSE)
        }
    }
    unsafe unlink(path)
    guard unsafe cshims_bind(socket.number, path) == 0 else {
        throw .failed(call: "bind", subject: path, errno: errno)
    }
    // Before listen(), so that no client can connect with the wrong permissions.
    guard unsafe chmod(path, mode) == 0, listen(socket.number, 64) == 0 else {
        throw .failed(call: "listen", subject: path, errno: errno)
    }
    return socket
}

/// The whole of a file.
func contents(of path: String) throws(PanelError) -> [UInt8] {
    let file = try Descriptor(unsafe open(path, O_RDONLY | O_CLOEXEC), call: "open", subject: path)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = unsafe read(file.number, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .failed(call: "read", subject: path, errno: errno) }
        if count == 0 { return bytes }
        bytes += chunk.prefix(count)
    }
}

/// Runs `body` on a new thread.
func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    var thread = pthread_t()
    let result = unsafe pthread_create(
        &thread, nil,
        { argument in
            guard let argument = unsafe argument else { return nil }
            unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, box)
    precondition(result == 0, "a thread for \(name) could not be started")
    pthread_detach(thread)
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
