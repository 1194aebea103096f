import Glibc
import TestSupport
import Testing
import TouchConfiguration

@testable import TouchWeb

/// What `touchd-web --check` finds.
struct WebCheckTests {
    @Test func `a page needs its folders, its own file and a user`() throws {
        let folder = try TemporaryFolder()
        func problems(_ text: String) throws -> [String] {
            let path = try folder.write("[web]\n\(text)\n", to: "touchd.conf")
            let loaded = try LoadedConfiguration(path: path, isRequired: true)
            return WebProgram.problems(
                of: loaded.configuration.web, users: loaded.webUsers, kit: [folder.path(of: "kit")])
        }
        let (pages, none) = (folder.path(of: "pages"), folder.path(of: "none"))
        unsafe mkdir(pages, 0o755)
        let nobody = "no user may connect to touchd here (set the browser's user in [web] user=)"
        let empty = "no folder of [web] folders= has a page, index.html"
        #expect(try problems("folders=\(pages)\nuser=") == [empty, nobody])
        let missing = "open \(none): No such file or directory"
        #expect(try problems("folders=\(none),\(pages)\nuser=0") == [missing, empty])
        unsafe mkdir(folder.path(of: "kit"), 0o755)
        try folder.write("<!doctype html>", to: "kit/index.html")
        #expect(try problems("folders=\(folder.path(of: "kit"))\nuser=0").isEmpty)
        let both = "folders=\(pages),\(folder.path(of: "kit"))\nuser=0"
        #expect(try problems(both) == [empty + ", before touchd's own"])
        try folder.write("<!doctype html>", to: "pages/index.html")
        #expect(try problems(both).isEmpty)
        #expect(try problems("folders=\(pages)\nuser=0").isEmpty)
    }
}
