import Glibc
import System
import TestSupport
import Testing

@Suite struct WholeFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func code(of body: () throws(SystemError) -> WholeFile?) -> Int32? {
        do throws(SystemError) { _ = try body() } catch { return error.code }
        return nil
    }

    @Test(arguments: [0, 1, 4_096, 1 << 16, 1 << 16 | 1, 200_000])
    func `a file is read up to its longest content, and refused beyond instead of cut`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try folder.write(bytes, to: "file")
        #expect(try WholeFile(path, .own, maxBytes: count).bytes == bytes)
        guard count > 0 else { return }
        #expect(throws: SystemError(call: "read \(path)", code: EFBIG)) {
            try WholeFile(path, .own, maxBytes: count - 1)
        }
    }

    @Test func `what is missing is told, or is nil where it may be`() throws {
        let path = folder.path(of: "none")
        #expect(throws: SystemError(call: "open \(path)", code: ENOENT)) { try WholeFile(path, .given, maxBytes: 9) }
        #expect(try WholeFile(ifPresent: path, .own, maxBytes: 9) == nil)
    }

    @Test func `a link is followed to a file that is configured, not to one of our own`() throws {
        try folder.write("text", to: "file")
        try folder.makeLink("link", to: "file")
        let path = folder.path(of: "link")
        #expect(try WholeFile(path, .configured, maxBytes: 9).bytes.count == 4)
        #expect(Self.code { () throws(SystemError) in try WholeFile(ifPresent: path, .own, maxBytes: 9) } == ELOOP)
    }

    @Test func `a pipe in a file's place is refused, and nobody waits for a writer`() throws {
        let path = folder.path(of: "pipe")
        try #require(unsafe mkfifo(path, 0o600) == 0)
        for kind in [WholeFile.Kind.own, .configured] {
            #expect(Self.code { () throws(SystemError) in try WholeFile(path, kind, maxBytes: 9) } == EINVAL)
        }
    }

    @Test func `a folder is no file, and an empty device is one that can be configured`() throws {
        for kind in [WholeFile.Kind.own, .configured, .given] {
            #expect(Self.code { () throws(SystemError) in try WholeFile(folder.path, kind, maxBytes: 9) } == EISDIR)
        }
        #expect(try WholeFile("/dev/null", .configured, maxBytes: 9).bytes == [])
        #expect(Self.code { () throws(SystemError) in try WholeFile("/dev/null", .own, maxBytes: 9) } == EINVAL)
    }

    @Test func `only a file that nobody but root can write, in such a folder, is root's`() throws {
        try #require(geteuid() == 0)
        let path = try folder.write([1], to: "file", mode: 0o644)
        #expect(try WholeFile(path, .own, maxBytes: 9).isRoots)
        for (changed, mode, usual) in [(path, mode_t(0o664), mode_t(0o644)), (folder.path, 0o707, 0o700)] {
            try #require(unsafe chmod(changed, mode) == 0)
            #expect(try !WholeFile(path, .own, maxBytes: 9).isRoots)
            try #require(unsafe chmod(changed, usual) == 0)
        }
        try #require(unsafe chown(path, 65_534, 0) == 0)
        #expect(try !WholeFile(path, .own, maxBytes: 9).isRoots)
    }

    @Test(arguments: [true, false]) func `a file is replaced atomically, with its mode`(isDurable: Bool) throws {
        let path = folder.path(of: "file")
        for text in ["first, which is longer", "second"] {
            try WholeFile.replace(path, with: Array(text.utf8), mode: 0o644, isDurable: isDurable)
        }
        #expect(TemporaryFolder.permissions(of: path) == 0o644)
        #expect(try folder.text(of: "file") == "second")
        #expect(folder.names == ["file"])
    }

    @Test func `a file that cannot be replaced stays, and nothing is left beside it`() throws {
        let path = "/proc/nonexistent/file"
        #expect(throws: SystemError(call: "write \(path)", code: ENOENT)) {
            try WholeFile.replace(path, with: [], mode: 0o600, isDurable: false)
        }
        try folder.makeFolder("file/inside")
        #expect(throws: SystemError(call: "write \(folder.path(of: "file"))", code: EISDIR)) {
            try WholeFile.replace(folder.path(of: "file"), with: [1], mode: 0o600, isDurable: true)
        }
        #expect(folder.names == ["file"])
    }

    @Test(arguments: ["link", "hard link", "pipe", "file"])
    func `what lies in the place of the new text is removed, and neither opened nor followed`(planted: String) throws {
        let (path, target) = (folder.path(of: "file"), try folder.write("untouched", to: "target"))
        switch planted {
        case "link": try folder.makeLink("file.new", to: "target")
        case "hard link": try #require(unsafe link(target, path + ".new") == 0)
        case "pipe": try #require(unsafe mkfifo(path + ".new", 0o666) == 0)
        default: try folder.write("of somebody else", to: "file.new")
        }
        // Open, so that its number is not used again.
        let former = try Descriptor(unsafe open(path + ".new", O_RDONLY | O_NONBLOCK), "open")
        try WholeFile.replace(path, with: [1], mode: 0o600, isDurable: false)
        #expect(FileIdentity(at: path) != FileIdentity(opened: former.number))
        #expect(TemporaryFolder.permissions(of: path) == 0o600)
        #expect(try folder.text(of: "target") == "untouched")
        #expect(Set(folder.names) == ["file", "target"])
    }

    @Test func `a file is created once`() throws {
        let path = folder.path(of: "key")
        try WholeFile.create(path, [1, 2], mode: 0o600)
        #expect(throws: SystemError(call: "create \(path)", code: EEXIST)) {
            try WholeFile.create(path, [3], mode: 0o600)
        }
        #expect(try WholeFile(path, .own, maxBytes: 9).bytes == [1, 2])
    }

    @Test func `a file is the same under its names, and another one in its place is not`() throws {
        let path = try folder.write("one", to: "file")
        let first = FileIdentity(at: path)
        try #require(unsafe link(path, folder.path(of: "other")) == 0)
        #expect(first != nil && FileIdentity(at: folder.path(of: "other")) == first)
        try WholeFile.replace(path, with: [1], mode: 0o600, isDurable: false)
        #expect(FileIdentity(at: path) != first)
        #expect(FileIdentity(at: folder.path(of: "none")) == nil)
    }
}
