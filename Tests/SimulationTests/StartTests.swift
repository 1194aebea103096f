import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchService

@Suite(.showsLogs) struct StartTests {
    @Test(arguments: ["not a database, but long enough to look like a page of one", ""])
    func `a file that is not a database is named and put aside, and the vault is locked`(content: String) throws {
        let kiosk = try Kiosk { $0.startsDaemon = false }
        unsafe mkdir(kiosk.folder.path(of: "state"), 0o700)
        let text = String(repeating: content, count: 100)
        let path = try kiosk.folder.write(text, to: "state/vault.db")
        try kiosk.startDaemon()
        let alarm = try kiosk.call("io.touchd.manage.Status")["vault"]?.objectValue?["alarm"]
        // An empty file is left by a crash at the first start: a new database.
        guard !text.isEmpty else {
            #expect(
                alarm == nil
                    && !TemporaryFolder.names(in: kiosk.folder.path(of: "state")).contains("vault.db.damaged"))
            return
        }
        #expect(alarm == "damaged")
        #expect(kiosk.log().contains { $0.contains("vault.db.damaged") })
        #expect(try TemporaryFolder.bytes(of: path + ".damaged") == Array(text.utf8))
    }

    @Test func `a state folder that is a file is refused in one line`() throws {
        let kiosk = try Kiosk { $0.startsDaemon = false }
        try kiosk.folder.write("", to: "state")
        let failure = try #require(#expect(throws: DaemonError.self) { try kiosk.startDaemon() })
        #expect("\(failure)".contains(kiosk.folder.path(of: "state")) && !"\(failure)".contains("\n"))
        #expect(kiosk.log().filter { $0.hasPrefix("<3>") }.isEmpty)
    }
}
