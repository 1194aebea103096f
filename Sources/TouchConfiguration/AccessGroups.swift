internal import Glibc

/// The groups of `[access]` as the numbers that the kernel reports of a peer, looked up once.
public struct AccessGroups: Hashable, Sendable {
    /// Group ids of front ends.
    public internal(set) var frontend: Set<UInt32> = []
    /// Group ids of administrators; uid 0 is one without any group.
    public internal(set) var administrator: Set<UInt32> = []
    /// Group ids of backends.
    public internal(set) var backend: Set<UInt32> = []
    /// Group ids of operators.
    package internal(set) var operators: Set<UInt32> = []
    /// Group ids of those who may present, beside users.
    public internal(set) var screen: Set<UInt32> = []

    /// No group at all: only uid 0 may do anything that needs a role.
    public init() {}

    /// Looks a group up in the machine's database; may ask the network where that is configured.
    ///
    /// - Returns: its id, or nil if there is no such group.
    public static func lookUp(_ name: String) -> UInt32? {
        lookUp { buffer in
            var entry = unsafe group()
            var found: UnsafeMutablePointer<group>?
            let code = unsafe getgrnam_r(name, &entry, &buffer, buffer.count, &found)
            return (code, unsafe found == nil ? nil : unsafe entry.gr_gid)
        }
    }

    /// Looks a user up in the same way.
    ///
    /// - Returns: its id, or nil if there is no such user.
    public static func lookUpUser(_ name: String) -> UInt32? {
        lookUp { buffer in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            let code = unsafe getpwnam_r(name, &entry, &buffer, buffer.count, &found)
            return (code, unsafe found == nil ? nil : unsafe entry.pw_uid)
        }
    }

    /// Asks with more and more room for the answer.
    private static func lookUp(_ ask: (inout [CChar]) -> (code: Int32, id: UInt32?)) -> UInt32? {
        var size = 1_024
        while size <= 1 << 20 {
            var buffer = [CChar](repeating: 0, count: size)
            let (code, id) = ask(&buffer)
            if code == 0 { return id }
            guard code == ERANGE else { return nil }
            size *= 2
        }
        return nil
    }
}
