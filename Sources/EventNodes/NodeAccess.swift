import CShims
import Glibc

/// Who may open an event node, besides root: its owner, its group, its access list (ACL), all users.
///
/// A program that reads a panel sees every stroke; one that writes to its node injects touches that cannot be
/// distinguished from real ones.
package struct NodeAccess: Hashable, Sendable {
    /// Its owner.
    package var owner: UInt32
    /// Its group.
    package var group: UInt32
    /// What each of them may do; root is left out, as it may do everything.
    package var rights: [Right]

    /// A user, or several.
    package enum Subject: Hashable, Sendable {
        case user(UInt32)
        case group(UInt32)
        case everybody
    }

    /// The rights of a subject.
    package struct Right: Hashable, Sendable {
        /// The subject.
        package var subject: Subject
        /// Whether it may read strokes.
        package var mayRead: Bool
        /// Whether it may inject touches.
        package var mayWrite: Bool

        /// Makes a right.
        package init(_ subject: Subject, mayRead: Bool = false, mayWrite: Bool = false) {
            (self.subject, self.mayRead, self.mayWrite) = (subject, mayRead, mayWrite)
        }
    }

    /// The subjects that may inject touches.
    package var writers: [Subject] { rights.filter(\.mayWrite).map(\.subject) }

    /// Determines the rights, of a node with these permission bits and an access list as the kernel stores it
    /// (`system.posix_acl_access`); empty: none.
    package init(owner: UInt32, group: UInt32, mode: UInt32, list: [UInt8] = []) {
        (self.owner, self.group) = (owner, group)
        var rights: [Right] = []
        func add(_ subject: Subject, _ bits: UInt32) {
            guard bits & 6 != 0 else { return }
            rights.append(Right(subject, mayRead: bits & 4 != 0, mayWrite: bits & 2 != 0))
        }
        let entries = ListEntry.all(in: list)
        // If the list has a mask, the group bits of the mode are that mask, and the list has the group's own.
        let mask = entries.first { $0.kind == .mask }?.bits ?? 7
        if owner != 0 { add(.user(owner), mode >> 6) }
        let ofGroup = entries.first { $0.kind == .group && $0.id == nil }?.bits ?? mode >> 3
        if group != 0 { add(.group(group), ofGroup & mask) }
        for entry in entries {
            guard let id = entry.id, id != 0 else { continue }
            add(entry.kind == .user ? .user(id) : .group(id), entry.bits & mask)
        }
        add(.everybody, mode)
        self.rights = rights
    }

    /// Reads the rights of a node; nil if it does not exist.
    package init?(node: String) {
        var status = stat()
        guard unsafe stat(node, &status) == 0 else { return nil }
        var list = [UInt8](repeating: 0, count: 1_024)
        let count = unsafe cshims_access_list(node, &list, UInt(list.count))
        self.init(
            owner: status.st_uid, group: status.st_gid, mode: UInt32(status.st_mode),
            list: Array(list[..<count]))
    }

    /// One entry of an access list: `struct posix_acl_xattr_entry` of linux/posix_acl_xattr.h.
    private struct ListEntry {
        enum Kind { case user, group, mask }
        let kind: Kind
        /// Nil for the owner, the owning group and the mask.
        let id: UInt32?
        let bits: UInt32

        /// The relevant entries; those of the owner and of all users are also in the mode.
        static func all(in list: [UInt8]) -> [ListEntry] {
            func number(_ start: Int, _ bytes: Int) -> UInt32 {
                (0..<bytes).reduce(0) { $0 | UInt32(list[start + $1]) << UInt32(8 * $1) }
            }
            guard list.count >= 4, number(0, 4) == 2 else { return [] }
            return stride(from: 4, through: list.count - 8, by: 8).compactMap { start in
                let (bits, id) = (number(start + 2, 2) & 7, number(start + 4, 4))
                return switch number(start, 2) {
                case 0x02: ListEntry(kind: .user, id: id, bits: bits)
                case 0x04: ListEntry(kind: .group, id: nil, bits: bits)
                case 0x08: ListEntry(kind: .group, id: id, bits: bits)
                case 0x10: ListEntry(kind: .mask, id: nil, bits: bits)
                default: nil
                }
            }
        }
    }
}

extension NodeAccess {
    /// Who else may inject touches, as text; nil: no one else.
    ///
    /// - Parameter name: the name of a subject; by default its number, as names may require a query on the network.
    package func exposure(_ name: (Subject) -> String = { $0.description }) -> String? {
        writers.isEmpty ? nil : "\(writers.map(name).joined(separator: ", ")) may inject touches into it"
    }
}

extension NodeAccess.Subject: CustomStringConvertible {
    /// The number: `group 104`.
    package var description: String {
        switch self {
        case .user(let id): "user \(id)"
        case .group(let id): "group \(id)"
        case .everybody: "everybody"
        }
    }
}
