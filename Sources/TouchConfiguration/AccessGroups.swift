internal import Glibc

/// The groups of `[access]` as group ids, looked up once; without any, only uid 0 has a role.
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

    /// The id of a group in the system's database, if there is one; may query the network if that is configured.
    package static func lookUp(_ name: String) -> UInt32? {
        lookUp { buffer in
            var entry = unsafe group()
            var found: UnsafeMutablePointer<group>?
            let code = unsafe getgrnam_r(name, &entry, &buffer, buffer.count, &found)
            return (code, unsafe found == nil ? nil : unsafe entry.gr_gid)
        }
    }

    /// The id of a user likewise.
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
