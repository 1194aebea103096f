import CShims
import CTouchWeb
import EventLoop
import Glibc
import Testing

/// A TCP connection within this process: the accepted end, and the other.
private func connection() throws -> (accepted: Int32, other: Int32) {
    let (listener, other) = (ctouchweb_listen(0, 0), socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    try #require(listener >= 0)
    defer { close(listener) }
    var (port, isLoopback): (UInt16, Int32) = (0, 0)
    try #require(unsafe ctouchweb_local_port(listener, &port, &isLoopback) == 0)
    #expect(isLoopback == 1)
    var address = sockaddr_in()
    (address.sin_family, address.sin_port) = (UInt16(AF_INET), port.bigEndian)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let result = unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe connect(other, $0, UInt32(MemoryLayout<sockaddr_in>.size))
        }
    }
    try #require(result == 0)
    try #require(cshims_wait(listener, 0, 5_000) == 1)
    return (cshims_accept(listener), other)
}

/// What bridge.py cannot show, where pages are served to their owner by IPv4 and IPv6, and refused to others.
struct OwnerTests {
    @Test func `a closed end has no owner, although the kernel attributes it to root`() throws {
        let (accepted, other) = try connection()
        let diag = ctouchweb_diag()
        defer { [accepted, diag].forEach { _ = close($0) } }
        close(other)
        var uid: UInt32 = 4_711
        let code = unsafe ctouchweb_owner(diag, accepted, &uid)
        #expect(code == ENOTCONN || code == ENOENT)
        #expect(uid == 4_711)
    }

    @Test func `whether the kernel reports owners is tested before serving`() {
        let (diag, other) = (ctouchweb_diag(), cshims_stream_socket(0))
        defer { [diag, other].forEach { _ = close($0) } }
        #expect(ctouchweb_try_owner(diag) == 0)
        #expect(ctouchweb_try_owner(other) != 0)
    }

    @Test func `a socket that is not a TCP connection has no owner`() throws {
        var pair: [Int32] = [0, 0]
        #expect(unsafe cshims_stream_pair(&pair) == 0)
        let diag = ctouchweb_diag()
        defer { (pair + [diag]).forEach { _ = close($0) } }
        var uid: UInt32 = 4_711
        #expect(unsafe ctouchweb_owner(diag, pair[0], &uid) != 0)
        #expect(uid == 4_711)
    }
}
