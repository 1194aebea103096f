import TestSupport

/// A private system bus with python-dbusmock's logind on it.
final class MockLogind {
    private let folder: TemporaryFolder
    private let bus: Program
    private let service: Program
    let address: String

    init() throws {
        folder = try TemporaryFolder()
        address = "unix:path=\(folder.path)/bus"
        bus = try Program([
            "/usr/bin/dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address", "--address=\(address)",
        ])
        guard try bus.output.next() != nil else { throw TimedOut(what: "a bus: \(bus.errors.all)") }
        service = try Program(
            ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": address])
        _ = try awaitLocks(0)
    }

    /// Sends logind's signals before and after the machine sleeps.
    func announceSleep(_ isComing: Bool) throws {
        try call(
            "org.freedesktop.DBus.Mock", "EmitSignal",
            [
                "sssav", "org.freedesktop.login1.Manager", "PrepareForSleep", "b", "1", "b", "\(isComing)",
            ])
    }

    /// Waits until so many programs delay sleep; their names and reasons, as busctl prints them.
    func awaitLocks(_ count: Int) throws -> String {
        var list: String?
        let isSo = Patience.until {
            list = try? call("org.freedesktop.login1.Manager", "ListInhibitors", [])
            return list?.hasPrefix("a(ssssuu) \(count)") == true
        }
        guard isSo, let list else { throw TimedOut(what: "\(count) locks of logind: \(service.errors.all)") }
        return list
    }

    @discardableResult
    private func call(_ interface: String, _ method: String, _ words: [String]) throws -> String {
        let (status, output, errors) = try Program(
            [
                "/usr/bin/busctl", "--address=\(address)", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
                interface, method,
            ] + words
        ).outcome()
        guard status == 0 else { throw TimedOut(what: "\(method): \(errors)") }
        return output.joined(separator: "\n")
    }

    deinit {
        service.stop()
        bus.stop()
    }
}
