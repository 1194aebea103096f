import TestSupport
import Testing
import TouchCore

@testable import TouchConfiguration

/// What the owner of the fleet's key may set remotely.
struct FleetDropInTests {
    static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("[view]\nsize=800x600\n")
        try folder.makeFolder("touchd.conf.d")
        try folder.makeLink("touchd.conf.d/90-fleet.conf", to: folder.path(of: "fleet.conf"))
        return folder
    }

    static func problems(_ text: String, _ folder: TemporaryFolder) -> [String] {
        FleetDropIn.problems(of: Array(text.utf8), in: folder.path(of: "touchd.conf"))
    }

    @Test func `every key that may be set exists`() {
        #expect(FleetDropIn.keys.subtracting(ConfigurationKey.all.map(\.path)) == [])
        #expect(FleetDropIn.keys.count > 10)
    }

    @Test(arguments: ConfigurationKey.all.filter { !FleetDropIn.keys.contains($0.path) }.map(\.path))
    func `a key that is not listed is refused, and not taken from the file`(path: String) throws {
        let words = path.split(separator: " ").map(String.init)
        let key = try #require(ConfigurationKey.all.first { $0.path == path })
        let folder = try Self.folder()
        let text = "[\(words[0])]\n\(words[1])=\(key.standard)\n"
        #expect(Self.problems(text, folder).contains { $0.contains("may not be set from the fleet") })
        try folder.write(text, to: "fleet.conf")
        #expect(try folder.load().values[path] == nil)
    }

    @Test func `what says who may do what, whose panels count, and the fleet itself is never listed`() {
        let sections = ["access", "fleet", "web", "store"]
        #expect(FleetDropIn.keys.filter { path in sections.contains { path.hasPrefix("\($0) ") } } == [])
        let rights: Set = [
            "input allow-provenance", "input allow-emitters", "input pinned-panels", "touchd session-users",
            "touchd state-directory", "unlock schedule", "unlock trail", "unlock exclusive", "captcha lockout",
            "log user-names",
        ]
        #expect(FleetDropIn.keys.isDisjoint(with: rights))
    }

    @Test func `a good text has no problem, and holds once it is there`() throws {
        let folder = try Self.folder()
        let text = "[unlock]\nmin-dots=6\n[panel left]\nrotate=90\n"
        #expect(Self.problems(text, folder) == [])
        #expect(try folder.load().configuration.unlock.minParts["pattern"] == 4)
        try folder.write(text, to: "fleet.conf")
        #expect(try folder.load().configuration.unlock.minParts["pattern"] == 6)
    }

    @Test(arguments: ["[unlock]\nmin-dots=100\n", "[unlock]\nnew-key=1\n", "nonsense\n", "[view]\nrotate=45\n"])
    func `a text that touchd would refuse has a problem with its line`(text: String) throws {
        let folder = try Self.folder()
        let problems = Self.problems(text, folder)
        #expect(problems.count == 1 && problems.allSatisfy { $0.contains("90-fleet.conf:") })
    }

    @Test func `a text that does not fit another file has the place there, not what is in it`() throws {
        let folder = try Self.folder()
        try folder.write("[panel left]\nview=800x600+0+0\n", to: "touchd.conf.d/10-left.conf")
        #expect(
            Self.problems("[view]\nsize=640x480\n", folder) == [folder.path(of: "touchd.conf.d/10-left.conf:2")])
    }

    @Test func `a link that leads nowhere yet is no problem`() throws {
        let folder = try Self.folder()
        #expect(try folder.load().files == [folder.path(of: "touchd.conf")])
        let file = folder.path(of: "fleet.conf")
        #expect(FleetDropIn.isLinked(from: folder.path(of: "touchd.conf"), to: file))
        #expect(!FleetDropIn.isLinked(from: folder.path(of: "touchd.conf"), to: file + "x"))
    }
}
