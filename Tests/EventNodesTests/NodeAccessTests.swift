import EventNodes
import TestSupport
import Testing

/// Who may open an event node.
struct NodeAccessTests {
    /// An access list as the kernel stores it.
    private static func list(_ entries: (tag: UInt16, bits: UInt16, id: UInt32)...) -> [UInt8] {
        func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
        }
        return bytes(2, 4)
            + entries.flatMap { bytes(UInt32($0.tag), 2) + bytes(UInt32($0.bits), 2) + bytes($0.id, 4) }
    }

    private static let nobody = UInt32.max

    @Test(
        arguments: [
            // touchd's rule lets its group read and nobody write, systemd's lets group input write.
            (0, 104, 0o20640, [], nil),
            (0, 104, 0o20660, [.group(104)], "group 104 may inject touches into it"),
            (0, 0, 0o20666, [.everybody], "everybody may inject touches into it"),
            (1_000, 0, 0o20600, [.user(1_000)], "user 1000 may inject touches into it"),
        ] as [(UInt32, UInt32, UInt32, [NodeAccess.Subject], String?)])
    func `who may write follows from owner, group and mode`(
        owner: UInt32, group: UInt32, mode: UInt32, writers: [NodeAccess.Subject], exposure: String?
    ) {
        let access = NodeAccess(owner: owner, group: group, mode: mode)
        #expect(access.writers == writers && access.exposure() == exposure)
        #expect(group == 0 || access.rights == [.init(.group(104), mayRead: true, mayWrite: !writers.isEmpty)])
    }

    @Test func `a user in the access list, as logind adds for uaccess`() {
        // u::rw- u:1000:rw- g::r-- m::rw- o::---; the group's bits of the mode are then the mask.
        let list = Self.list(
            (1, 6, Self.nobody), (2, 6, 1_000), (4, 4, Self.nobody), (0x10, 6, Self.nobody), (0x20, 0, Self.nobody))
        let access = NodeAccess(owner: 0, group: 104, mode: 0o20660, list: list)
        #expect(access.writers == [.user(1_000)])
        #expect(access.rights.contains(.init(.group(104), mayRead: true)))
    }

    @Test func `the mask limits the rights of entries`() {
        let list = Self.list(
            (1, 6, Self.nobody), (2, 6, 1_000), (4, 6, Self.nobody), (8, 6, 50), (0x10, 4, Self.nobody),
            (0x20, 0, Self.nobody))
        let access = NodeAccess(owner: 0, group: 104, mode: 0o20640, list: list)
        #expect(access.writers.isEmpty)
        #expect(access.rights.count == 3)
    }

    @Test(arguments: [
        [], [2], [2, 0, 0, 0], [1, 0, 0, 0, 2, 0, 6, 0, 1, 0, 0, 0], [2, 0, 0, 0, 2, 0, 6, 0, 1, 0, 0],
    ])
    func `an invalid list is ignored`(bytes: [UInt8]) {
        #expect(
            NodeAccess(owner: 0, group: 104, mode: 0o20640, list: bytes).rights == [.init(.group(104), mayRead: true)])
    }

    @Test func `rights are read from a file`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "node")
        let path = "\(folder.path)/node"
        let access = try #require(NodeAccess(node: path))
        #expect(!access.writers.contains(.everybody))
        #expect(NodeAccess(node: path + ".none") == nil)
    }
}
