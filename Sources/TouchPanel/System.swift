import CShims
import Glibc

/// The C library's words for an errno.
func errorText(_ number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}

/// Microseconds of CLOCK_MONOTONIC, the clock of event stamps.
func monotonicMicroseconds() -> Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
}

/// Sleeps until CLOCK_MONOTONIC shows `microseconds`; returns at once if that is past.
func sleep(until microseconds: Int64) {
    guard microseconds > monotonicMicroseconds() else { return }
    var moment = timespec(tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1000)
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil) == EINTR {}
}

/// A file descriptor that is closed with its owner.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Takes over what a call returned.
    init(_ result: Int32, call: String, subject: String) throws(PanelError) {
        guard result >= 0 else { throw .failed(call: call, subject: subject, errno: errno) }
        number = result
    }

    deinit { close(number) }
}

/// The address of a Unix socket.
///
/// - Throws: when the path does not fit into an address (107 bytes).
func socketAddress(_ path: String) throws(PanelError) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count < room else { throw .failed(call: "socket address", subject: path, errno: ENAMETOOLONG) }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    return address
}

/// Calls `body` with the address as the socket calls want it.
@unsafe func withAddress(_ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    return unsafe withUnsafePointer(to: address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
    }
}

/// A socket that listens at `path`; a stale file there is replaced.
func listening(at path: String) throws(PanelError) -> Descriptor {
    let address = try socketAddress(path)
    let socket = try Descriptor(
        Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), call: "socket",
        subject: path)
    unsafe unlink(path)
    guard unsafe withAddress(address, { unsafe bind(socket.number, $0, $1) }) == 0, listen(socket.number, 64) == 0 else {
        throw .failed(call: "bind", subject: path, errno: errno)
    }
    return socket
}

/// Starts `body` on a thread of its own that ends with it.
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
