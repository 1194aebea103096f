import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchService
import Varlink

@Suite(.showsLogs) struct VaultAlarmTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk.ofAnna() }

    private func alarm() throws -> JSON? { try kiosk.status("vault")["alarm"] }

    private func reason(of dots: String) throws -> JSON? {
        try kiosk.verify(drawing: dots).first?["attempt"]?.objectValue?["reason"]
    }

    @Test func `a vault deleted under the running daemon locks, and after the next start an administrator starts over`()
        throws
    {
        unsafe unlink(kiosk.folder.path(of: "state/vault.db"))
        #expect(try alarm() == "removed")
        #expect(try reason(of: "1-4-8-5-9") == "locked")
        try kiosk.restartDaemon()
        #expect(try alarm() == "missing")
        #expect(kiosk.log().contains { $0.contains("the vault was missing") })
        #expect(try reason(of: "1-4-8-5-9") == "locked")
        #expect(try kiosk.results().first?["reason"] == "vault_missing")
        try kiosk.enroll()
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
        try kiosk.call("io.touchd.manage.ClearAlarm")
        #expect(try alarm() == nil)
        #expect(try kiosk.refusal("io.touchd.manage.ClearAlarm")?.name == "io.touchd.manage.NoAlarm")
    }

    @Test func `a vault of a newer touchd keeps only secrets from the screen`() throws {
        try kiosk.stopDaemon()
        let path = kiosk.folder.path(of: "state/vault.db")
        /// Writes the last byte of the schema's number in the header.
        func setVersion(_ byte: UInt8) {
            let file = unsafe fopen(path, "r+")
            unsafe fseek(file, 63, SEEK_SET)
            unsafe fputc(Int32(byte), file)
            unsafe fclose(file)
        }
        let version = try TemporaryFolder.bytes(of: path)[63]
        setVersion(version + 1)
        try kiosk.startDaemon()
        #expect(try kiosk.status("vault")["newer"] == true)
        #expect(try kiosk.status("vault")["problem"]?.stringValue?.contains("written by a newer touchd") == true)
        #expect(try kiosk.refusal("io.touchd.unlock.Users")?.name == "io.touchd.unlock.StorageFailed")
        setVersion(version)
        try kiosk.advance(by: .seconds(5))
        #expect(try kiosk.status("vault")["newer"] == nil && kiosk.status("vault")["problem"] == nil)
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
    }

    @Test(arguments: [false, true])
    func `a vault deleted with its guard is missed`(isNew: Bool)
        throws
    {
        try kiosk.stopDaemon()
        let state = kiosk.folder.path(of: "state")
        for name in TemporaryFolder.names(in: state) where isNew || name.hasPrefix("vault.db") {
            unsafe unlink(state + "/" + name)
        }
        try kiosk.startDaemon()
        let first = try alarm()
        #expect(first == (isNew ? nil : "missing"))
        // Monitoring reports it until an administrator clears it, not only until the next start.
        try kiosk.restartDaemon()
        #expect(try alarm() == first)
        guard !isNew else { return }
        try kiosk.call("io.touchd.manage.ClearAlarm")
        try kiosk.restartDaemon()
        #expect(try alarm() == nil)
    }

    @Test func `a missing pepper is not replaced over an existing vault`() throws {
        try kiosk.stopDaemon()
        unsafe unlink(kiosk.folder.path(of: "state/pepper.key"))
        let failure = #expect(throws: DaemonError.self) { try kiosk.startDaemon() }
        #expect("\(try #require(failure))".contains("pepper.key: missing"))
        #expect(!kiosk.folder.has("state/pepper.key"))
    }

    @Test func `status shows only to front ends who has to wait`() throws {
        try kiosk.restartDaemon { $0.access = "group-frontend=root" }
        _ = try kiosk.verify(drawing: "1-2-3-6-9", "1-2-3-6-5", "1-2-3-6-4", "1-2-3-5-4", "1-2-3-5-7")
        let standing = try kiosk.status("access")["standing"]?.arrayValue?.first?.objectValue
        #expect(standing?["name"] == "anna" && standing?["attemptsLeft"] == 0)
        // A minute since the drawing was counted, 0.3 s before its answer.
        #expect(standing?["waitUSec"] == 59_700_000)
        let last = try kiosk.results().last
        #expect(last?["waitUSec"] == 59_700_000 && last?["attemptsUntilLocked"] == 15)
        let stranger = try kiosk.status("access", as: .nobody)
        #expect(stranger["rights"] == [] && stranger["standing"] == nil)
    }
}
