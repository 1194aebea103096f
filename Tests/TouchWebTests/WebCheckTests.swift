import Glibc
import TestSupport
import Testing
import TouchConfiguration

@testable import TouchWeb

/// What `touchd-web --check` finds.
struct WebCheckTests {
    @Test func `a page needs its folders, its file and a user`() throws {
        let folder = try TemporaryFolder()
        func problems(_ text: String) throws -> [String] {
            let path = try folder.write("[web]\n\(text)\n", to: "touchd.conf")
            return WebProgram.problems(of: try LoadedConfiguration(path: path, isRequired: true))
        }
        let (pages, none) = (folder.path(of: "pages"), folder.path(of: "none"))
        unsafe mkdir(pages, 0o755)
        let nobody = "no user may connect to touchd here (set the browser's user in [web] user=)"
        let empty = "no folder of [web] folders= has a page, index.html"
        #expect(try problems("folders=\(pages)\nuser=") == [empty, nobody])
        let missing = "opendir \(none): No such file or directory"
        #expect(try problems("folders=\(none),\(pages)\nuser=0") == [missing, empty])
        try folder.write("<!doctype html>", to: "pages/index.html")
        #expect(try problems("folders=\(pages)\nuser=0").isEmpty)
    }
}
