import CShims
import CTouchWeb
import EventLoop
import Glibc
import Testing

/// A TCP connection within this process: the accepted end, and the other.
private func connection(ipv6: Bool) throws -> (accepted: Int32, other: Int32) {
    let listener = ctouchweb_listen(ipv6 ? 1 : 0, 0)
    try #require(listener >= 0)
    defer { close(listener) }
    var (port, isLoopback): (UInt16, Int32) = (0, 0)
    try #require(unsafe ctouchweb_local_port(listener, &port, &isLoopback) == 0)
    #expect(isLoopback == 1)
    let other = socket(ipv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var result: Int32 = -1
    if ipv6 {
        var address = sockaddr_in6()
        (address.sin6_family, address.sin6_port, address.sin6_addr) = (
            UInt16(AF_INET6), port.bigEndian, in6addr_loopback
        )
        result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(other, $0, UInt32(MemoryLayout<sockaddr_in6>.size))
            }
        }
    } else {
        var address = sockaddr_in()
        (address.sin_family, address.sin_port) = (UInt16(AF_INET), port.bigEndian)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(other, $0, UInt32(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
    try #require(result == 0)
    try #require(cshims_wait(listener, 0, 5_000) == 1)
    let accepted = cshims_accept(listener)
    try #require(accepted >= 0)
    return (accepted, other)
}

struct OwnerTests {
    @Test(arguments: [false, true])
    func `the owner of the peer is this process's user`(ipv6: Bool) throws {
        let (accepted, other) = try connection(ipv6: ipv6)
        let diag = ctouchweb_diag()
        defer { [accepted, other, diag].forEach { _ = close($0) } }
        var uid = UInt32.max
        let code = unsafe ctouchweb_owner(diag, accepted, &uid)
        #expect(code == 0)
        #expect(uid == getuid())
    }

    @Test func `several threads can query at the same time`() async throws {
        let (accepted, other) = try connection(ipv6: false)
        defer { [accepted, other].forEach { _ = close($0) } }
        let codes = await withTaskGroup(of: Set<Int32>.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let diag = ctouchweb_diag()
                    defer { close(diag) }
                    var uid = UInt32.max
                    return Set((0..<500).map { _ in unsafe ctouchweb_owner(diag, accepted, &uid) })
                }
            }
            return await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(codes == [0])
    }

    @Test func `a closed end has no owner, although the kernel attributes it to root`() throws {
        let (accepted, other) = try connection(ipv6: false)
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
