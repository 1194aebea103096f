import Testing
import TestSupport
import TouchCore

@testable import TouchConfiguration

struct LoadedConfigurationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a missing file is a problem only if it is required`() throws {
        #expect(try folder.load(isRequired: false).configuration == Configuration())
        #expect(folder.problems() == ["touchd.conf: No such file or directory"])
    }

    @Test func `drop-in files override key by key in the order of their names`() throws {
        try folder.write("[unlock]\nmin-dots=5\ntimeout=10s\n")
        try folder.makeFolder("touchd.conf.d")
        try folder.write("[unlock]\nmin-dots=8\n", to: "touchd.conf.d/90-late.conf")
        try folder.write("[unlock]\nmin-dots=7\n[view]\nrotate=90\n", to: "touchd.conf.d/10-early.conf")
        try folder.write("[unlock]\nmin-dots=9\n", to: "touchd.conf.d/99-not-me.conf.bak")
        try folder.write("[unlock]\nmin-dots=9\n", to: "touchd.conf.d/.hidden.conf")
        let loaded = try folder.load()
        #expect(loaded.configuration.unlock.minParts["pattern"] == 8)
        #expect(loaded.configuration.unlock.timeout == .seconds(10))
        #expect(loaded.configuration.view.rotationDegrees == 90)
        let names = ["touchd.conf", "touchd.conf.d/10-early.conf", "touchd.conf.d/90-late.conf"]
        #expect(loaded.files == names.map(folder.path(of:)))
    }

    @Test func `the file of the package is read before that of the administrator, and may be missing`() throws {
        try folder.write("[unlock]\ntimeout=10s\n[view]\nrotate=90\n", to: "packaged.conf")
        try folder.write("[view]\nrotate=180\n")
        var reading = LoadedConfiguration()
        reading.read(from: folder.path(of: "touchd.conf"), isRequired: true, after: folder.path(of: "packaged.conf"))
        #expect(reading.configuration.unlock.timeout == .seconds(10))
        #expect(reading.configuration.view.rotationDegrees == 180)
        reading.read(from: folder.path(of: "touchd.conf"), isRequired: true, after: folder.path(of: "missing.conf"))
        #expect(reading.problems.isEmpty)
        #expect(reading.files == ["packaged.conf", "touchd.conf", "touchd.conf"].map(folder.path(of:)))
    }

    @Test func `problems of all files are reported together`() throws {
        try folder.write("[view]\nrotate=1\n")
        try folder.makeFolder("touchd.conf.d")
        try folder.write("\nx=1\n", to: "touchd.conf.d/a.conf")
        try folder.makeFolder("touchd.conf.d/b.conf")
        #expect(
            folder.problems() == [
                "touchd.conf:2: [view] rotate=1: invalid value; expected 0, 90, 180 or 270",
                "touchd.conf.d/a.conf:2: x before the first [SECTION]",
                "touchd.conf.d/b.conf: Is a directory",
            ])
    }

    @Test func `groups are looked up once, each in its role`() throws {
        try folder.write("[access]\ngroup-administrator=staff\ngroup-backend=touchd,staff\n")
        let groups = try folder.load().groups
        #expect(groups.frontend == [77])
        #expect(groups.administrator == [50])
        #expect(groups.backend == [50, 77])
    }

    @Test func `a missing group that a file names is a problem at its line`() throws {
        try folder.write("[access]\ngroup-administrator=staff\ngroup-backend=staff,nobody-here\n")
        let problem = "touchd.conf:3: [access] group-backend=nobody-here: no such group on this machine"
        #expect(folder.problems() == [problem])
    }

    @Test func `a missing default group is left out`() throws {
        try folder.write("")
        let loaded = try LoadedConfiguration(path: folder.path(of: "touchd.conf"), isRequired: true) { _ in nil }
        #expect(loaded.groups == AccessGroups())
    }

    @Test func `users who may present are named by name or number, or by group`() throws {
        try folder.write("[access]\nscreen=root, 1234, @staff\n")
        let loaded = try folder.load()
        #expect(loaded.screenUsers == [0, 1_234] && loaded.groups.screen == [50])
        #expect(loaded.told.first { $0.name == "screen" }?.value == nil)
        try folder.write("[access]\nscreen=@nobody-here,no-such-user-here\n")
        #expect(
            folder.problems() == [
                "touchd.conf:2: [access] screen=nobody-here: no such group on this machine",
                "touchd.conf:2: [access] screen=no-such-user-here: no such user on this machine",
            ])
    }

    @Test(arguments: ["@", "a@b", "-a", "a,,@"]) func `a name of neither a user nor a group is rejected`(names: String)
        throws
    {
        try folder.write("[access]\nscreen=\(names)\n")
        #expect(folder.problems().first?.contains("screen=\(names): invalid value") == true)
    }

    @Test func `the groups of this machine are found by name`() {
        #expect(AccessGroups.lookUp("root") == 0)
        #expect(AccessGroups.lookUp("no-such-group-here") == nil)
    }
}
