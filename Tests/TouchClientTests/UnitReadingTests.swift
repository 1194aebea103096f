import Glibc
import TestSupport
import Testing
import TouchCore

@testable import TouchClient

/// What the doctor reads of systemd, and of what systemd made.
struct UnitReadingTests {
    @Test func `files are compared as this user sees them`() throws {
        let folder = try TemporaryFolder()
        func found(_ path: String, wanted: String) -> String? {
            var file = Machine.File(path: path, wanted: wanted)
            file.look()
            return file.found
        }
        unsafe chmod(folder.path, 0o070)
        #expect(found(folder.path, wanted: "0755") == "0070")
        #expect(found("/etc/passwd", wanted: "0660 touchd") == "0644 root")
        #expect(found(folder.path(of: "none"), wanted: "") == "")
        #expect(found("/etc/passwd/none", wanted: "") == nil)
    }

    @Test(arguments: [
        UnitStatus(), UnitStatus(days: -1), UnitStatus(.cannotSend, "a; b", days: 12), UnitStatus(.noPage, "a: b"),
        UnitStatus(.lastConfiguration, "a.conf:2"),
    ])
    func `a status of a service is read as it was written`(status: UnitStatus) {
        #expect(UnitStatus(parsing: status.text) == status)
    }

    @Test func `the output of systemctl show is parsed`() throws {
        let text = """
            Id=touchd.service
            LoadState=loaded
            ActiveState=failed
            UnitFileState=enabled
            WatchdogUSec=30s
            NRestarts=28
            InactiveExitTimestampMonotonic=81000000
            ActiveEnterTimestampMonotonic=83000000
            StatusText=cannot run: why=how

            Id=touchd.socket
            LoadState=loaded
            ActiveState=active
            UnitFileState=disabled
            Listen=/run/touchd/touchd.sock (Stream)
            SocketMode=0660
            SocketGroup=touchd
            DirectoryMode=0755
            InactiveExitTimestampMonotonic=1000000
            ActiveEnterTimestampMonotonic=1000000

            Id=touchd-monitor.socket
            LoadState=masked
            Listen=/run/touchd/monitor.sock (Stream)
            SocketMode=0660

            Id=touchd-web.service
            LoadState=loaded
            ActiveState=activating
            UnitFileState=enabled
            WatchdogUSec=30s
            NRestarts=3
            InactiveExitTimestampMonotonic=88000000
            ActiveEnterTimestampMonotonic=83000000

            Id=touchd-web.socket
            LoadState=not-found
            ActiveState=inactive
            UnitFileState=

            Id=kiosk.service
            LoadState=loaded
            ActiveState=failed
            UnitFileState=enabled

            Id=chrony.service
            ActiveState=active
            ActiveEnterTimestampMonotonic=1000000

            """
        let now = Instant(microseconds: 90_000_000)
        let units = try #require(Machine.Units(systemctl: text, at: now))
        #expect(units.service.state == "failed" && units.socket.file == "disabled" && units.hasWatchdog)
        #expect(units.service.status == "cannot run: why=how")
        #expect(units.service.restarts == 28 && units.service.sinceStart == .seconds(7))
        #expect(units.web == Machine.Unit(file: "enabled", state: "activating", restarts: 3, sinceStart: .seconds(2)))
        let places = ["/run/touchd/touchd.sock: 0660 touchd", "/run/touchd: 0755"]
        #expect(units.files.map { "\($0.path): \($0.wanted)" } == places)
        #expect(units.webSocket.load == "not-found" && units.fleet == .absent)
        #expect(units.kiosk == Machine.Unit(state: "failed"))
        #expect(Machine.Units(systemctl: text.replacing("30s", with: "0"), at: now)?.hasWatchdog == false)
        #expect(units.timeService == nil)
        let later = Machine.Units(systemctl: text, at: Instant(microseconds: 601_000_000))
        #expect(later?.timeService == "chrony.service")
        #expect(Machine.Units(systemctl: "", at: now) == nil)
    }
}
