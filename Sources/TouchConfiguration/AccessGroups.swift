internal import Glibc

/// The groups of `[access]` as group ids, looked up once.
package struct AccessGroups: Hashable, Sendable {
    /// Group ids of front ends.
    package internal(set) var frontend: Set<UInt32> = []
    /// Group ids of administrators; uid 0 is one without any group.
    package internal(set) var administrator: Set<UInt32> = []
    /// Group ids of backends.
    package internal(set) var backend: Set<UInt32> = []
    /// Group ids of operators.
    package internal(set) var operators: Set<UInt32> = []
    /// Group ids of processes that may present, in addition to users.
    package internal(set) var screen: Set<UInt32> = []

    /// No groups: only uid 0 has a role.
    package init() {}

    /// Looks up a group in the system's database; may query the network if that is configured.
    ///
    /// - Returns: its id, or nil if there is no such group.
    package static func lookUp(_ name: String) -> UInt32? {
        lookUp { buffer in
            var entry = unsafe group()
            var found: UnsafeMutablePointer<group>?
            let code = unsafe getgrnam_r(name, &entry, &buffer, buffer.count, &found)
            return (code, unsafe found == nil ? nil : unsafe entry.gr_gid)
        }
    }

    /// Looks up a user in the same way.
    ///
    /// - Returns: its id, or nil if there is no such user.
    package static func lookUpUser(_ name: String) -> UInt32? {
        lookUp { buffer in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            let code = unsafe getpwnam_r(name, &entry, &buffer, buffer.count, &found)
            return (code, unsafe found == nil ? nil : unsafe entry.pw_uid)
        }
    }

    /// Retries with larger buffers.
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
