import Glibc
import Testing
import TestSupport
import TouchCore

@testable import TouchConfiguration

/// Files that users other than root may write, and the keys ignored in them.
struct FileTrustTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let privileged = """
        [input]
        allow-provenance=virtual
        allow-emitters=045e:0921
        wake-guard=2s
        [access]
        group-administrator=staff
        """

    /// The messages about a folder of files, without its path.
    private func said() throws -> [String] {
        try folder.load().findings.map {
            $0.description.replacing("\(folder.path)/", with: "").replacing(folder.path, with: ".")
        }
    }

    private func expectRefused(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let loaded = try folder.load()
        let input = loaded.configuration.input
        #expect(input.allowedProvenance == [.physical], sourceLocation: sourceLocation)
        #expect(input.allowedEmitters.isEmpty, sourceLocation: sourceLocation)
        #expect(loaded.groups.administrator.isEmpty, sourceLocation: sourceLocation)
        // Keys that grant nothing are accepted.
        #expect(input.wakeGuard == .seconds(2), sourceLocation: sourceLocation)
    }

    @Test(arguments: [0o602, 0o666, 0o646] as [mode_t])
    func `a world-writable file grants nothing`(mode: mode_t) throws {
        try folder.write(Self.privileged)
        #expect(unsafe chmod(folder.path(of: "touchd.conf"), mode) == 0)
        try expectRefused()
        let open =
            "touchd.conf is writable by everybody, not only by root: most of its settings are ignored "
            + "(chown root, chmod go-w)"
        let refused = "ignored, because not only root may write this file"
        #expect(
            try said() == [
                "touchd.conf: \(open)", "touchd.conf:2: [input] allow-provenance: \(refused)",
                "touchd.conf:3: [input] allow-emitters: \(refused)",
                "touchd.conf:6: [access] group-administrator: \(refused)",
            ])
    }

    /// Among them those that say who sees results under duress, whose panels count, and how often a secret may be tried.
    @Test(
        arguments: ConfigurationKey.all.map(\.path).filter {
            !FleetDropIn.keys.union(LoadedConfiguration.Source.places).union([LoadedConfiguration.Source.vault])
                .contains($0)
        })
    func `no other key counts in a file that others may write`(path: String) throws {
        let words = path.split(separator: " ").map(String.init)
        let key = try #require(ConfigurationKey.all.first { $0.path == path })
        // The usual user of a browser need not exist here.
        try folder.write("[\(words[0])]\n\(words[1])=\(path == "web user" ? "root" : key.standard)\n")
        #expect(try folder.load().values[path] != nil)
        #expect(unsafe chmod(folder.path(of: "touchd.conf"), 0o666) == 0)
        #expect(try folder.load().values[path] == nil)
        #expect(
            try said().contains(
                "touchd.conf:2: [\(words[0])] \(words[1]): ignored, because not only root may write this file"))
    }

    @Test func `a file that others may write leads to no other vault, and to no new one`() throws {
        try folder.write("[touchd]\nstate-directory=/tmp/state\n")
        #expect(try folder.load().configuration.daemon.stateDirectory == "/tmp/state")
        #expect(unsafe chmod(folder.path(of: "touchd.conf"), 0o666) == 0)
        let refused = #expect(throws: ConfigurationError.self) { try folder.load() }
        #expect(
            refused?.problems.map(\.description) == [
                "\(folder.path)/touchd.conf:2: [touchd] state-directory: must be in a file that only root may write "
                    + "(chown root, chmod go-w)"
            ])
    }

    @Test func `a file in a folder where others may replace it grants nothing`() throws {
        try folder.write("[unlock]\nmin-dots=5\n")
        try folder.makeFolder("touchd.conf.d")
        try folder.write(Self.privileged, to: "touchd.conf.d/a.conf")
        #expect(unsafe chmod(folder.path(of: "touchd.conf.d"), 0o777) == 0)
        try expectRefused()
        #expect(try said().first?.contains("touchd.conf.d is writable by everybody, not only by root") == true)
        #expect(try folder.load().configuration.unlock.minParts["pattern"] == 5)
        // In a sticky folder only the file counts.
        #expect(unsafe chmod(folder.path(of: "touchd.conf.d"), 0o1777) == 0)
        #expect(try folder.load().groups.administrator == [50])
        #expect(try said() == [])
    }

    @Test func `a link to a world-writable file grants nothing`() throws {
        try folder.makeFolder("elsewhere")
        try folder.write(Self.privileged, to: "elsewhere/touchd.conf")
        #expect(unsafe chmod(folder.path(of: "elsewhere/touchd.conf"), 0o666) == 0)
        #expect(unsafe symlink(folder.path(of: "elsewhere/touchd.conf"), folder.path(of: "touchd.conf")) == 0)
        defer { unsafe unlink(folder.path(of: "touchd.conf")) }
        try expectRefused()
    }

    @Test(.enabled(if: geteuid() == 0, "skipped: only root gives files away"), arguments: ["owner", "group", "folder"])
    func `a file of another user, or one that a group may write, grants nothing`(way: String) throws {
        try folder.write(Self.privileged)
        let path = folder.path(of: "touchd.conf")
        switch way {
        case "owner": #expect(unsafe chown(path, 65_534, 0) == 0)
        case "group": #expect(unsafe chown(path, 0, 65_534) == 0 && chmod(path, 0o664) == 0)
        default: #expect(unsafe chown(folder.path, 65_534, 0) == 0)
        }
        try expectRefused()
        let writer = way == "group" ? "by group 65534," : "by its owner (uid 65534),"
        #expect(try said().first?.contains(writer) == true)
    }

    @Test func `the file that was read counts, whatever has its name afterward`() throws {
        let path = try folder.write(Array(Self.privileged.utf8), to: "touchd.conf", mode: 0o666)
        let read = try #require(try ConfigurationFolder.contents(of: path))
        try #require(unsafe unlink(path) == 0)
        try folder.write(Array(Self.privileged.utf8), to: "touchd.conf")
        #expect(FileTrust.exposure(of: path, read)?.whom == "everybody")
        let second = try #require(try ConfigurationFolder.contents(of: path))
        #expect(FileTrust.exposure(of: path, second) == nil)
    }

    @Test(arguments: [false, true])
    func `which kind of secret is the stronger is told by root's files alone`(isKept: Bool) throws {
        try folder.write("[unlock]\nmin-parts=pattern:5\n")
        try folder.makeFolder("touchd.conf.d")
        let open = try folder.write("[unlock]\nmin-digits=6\nmin-dots=7\n", to: "touchd.conf.d/10.conf")
        let isOpen = unsafe chmod(open, 0o666) == 0
        try #require(isOpen)
        try folder.write("[unlock]\nmin-parts=pattern:8\n", to: "touchd.conf.d/90-fleet.conf")
        var loaded = try folder.load()
        #expect(loaded.configuration.unlock.minParts == ["pattern": 8, "pin": 6])
        if isKept {
            #expect(loaded.keep(in: folder.path) == nil)
            loaded = try LoadedConfiguration(path: LoadedConfiguration.kept(in: folder.path), isRequired: true)
        }
        #expect(loaded.rootMinParts == ["pattern": 5, "pin": 4])
        try folder.write("[unlock]\nmin-digits=5\n", to: "touchd.conf.d/b.conf")
        if !isKept { #expect(try folder.load().rootMinParts == ["pattern": 5, "pin": 5]) }
    }

    @Test func `a file that only its owner may write is accepted from that user`() throws {
        try folder.write(Self.privileged)
        let loaded = try folder.load()
        #expect(loaded.groups.administrator == [50] && loaded.configuration.input.allowedProvenance == [.virtual])
        #expect(loaded.findings.isEmpty)
    }

    @Test func `a reload revokes a grant when others may write the file`() throws {
        try folder.write(Self.privileged)
        let before = try folder.load()
        #expect(unsafe chmod(folder.path(of: "touchd.conf"), 0o666) == 0)
        let after = try before.applying(folder.load())
        #expect(after.groups.administrator.isEmpty && after.configuration.input.allowedProvenance == [.physical])
        #expect(after.exposures.count == 4)
    }
}
