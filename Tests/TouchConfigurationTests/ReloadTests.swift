import Testing
import TestSupport
import TouchCore

@testable import TouchConfiguration

struct ReloadTests {
    private func load(_ text: String) throws -> LoadedConfiguration {
        let folder = try TemporaryFolder()
        try folder.write(text)
        return try folder.load()
    }

    @Test func `the same value written differently is not a change`() throws {
        let changes = try load("[unlock]\ntimeout=60s\n").changes(to: load("[unlock]\ntimeout=1min\n"))
        #expect(changes.isEmpty)
    }

    @Test func `a removed key returns to its default`() throws {
        let changes = try load("[unlock]\nmin-dots=6\n").changes(to: load(""))
        #expect(changes.map(\.description) == ["[unlock] min-parts=pattern:6, pin:4 -> pattern:4, pin:4"])
    }

    @Test func `every changed key of a panel is reported, including added and removed panels`() throws {
        let before = try load("[panel left]\nrotate=90\nuse=no\n[panel old]\nedge-zone=1\n")
        let after = try load("[panel left]\nrotate=270\nmax-speed=5\n[panel new]\ndebounce=20ms\n")
        let expected = [
            "[panel left] use=no -> ", "[panel left] rotate=90 -> 270", "[panel left] max-speed= -> 5",
            "[panel old] edge-zone=1 -> ", "[panel new] debounce= -> 20ms",
        ]
        #expect(before.changes(to: after).map(\.description) == expected)
        #expect(before.applying(after).changes(to: after).isEmpty)
    }

    @Test func `keys read once at the start wait for a restart; every other key is live`() {
        let waiting = ConfigurationKey.all.map(\.path).filter { !ConfigurationKey.live.contains($0) }
        let expected = [
            "touchd socket", "touchd state-directory", "touchd seat", "unlock schedule", "unlock forget-failures",
            "unlock exclusive",
            "captcha lockout", "store results", "store hash-memory", "store hash-passes", "store tpm",
            "web user", "web folders", "web port", "web policy", "fleet servers", "fleet kiosk", "fleet ca",
            "fleet certificate", "fleet key", "fleet pseudonym-key", "fleet state-directory", "fleet interval",
            "fleet command-key", "fleet command-socket", "fleet command-directory",
        ]
        #expect(waiting == expected)
        #expect(ConfigurationKey.live.count == ConfigurationKey.all.count - waiting.count)
    }

    @Test func `a report has every key, with values only for the listed ones`() throws {
        let told = try load(
            "[touchd]\nsocket=/tmp/x\nlog-level=debug\n[panel left]\nmatch-serial=A1\nrotate=90\n"
        ).told
        #expect(told.count == ConfigurationKey.all.count + 2)
        func key(_ section: String, _ name: String) -> ToldKey? {
            told.first { $0.section == section && $0.name == name }
        }
        #expect(
            key("touchd", "log-level") == ToldKey(section: "touchd", name: "log-level", value: "debug", isSet: true))
        #expect(key("touchd", "socket") == ToldKey(section: "touchd", name: "socket", value: nil, isSet: true))
        #expect(key("view", "rotate") == ToldKey(section: "view", name: "rotate", value: "0", isSet: false))
        #expect(key("panel left", "rotate")?.value == "90")
        #expect(key("panel left", "match-serial")?.value == nil)
        #expect(ConfigurationKey.told.isSubset(of: Set(ConfigurationKey.all.map(\.path))))
    }

    @Test func `a reload applies changes of panels`() throws {
        let next = try load("[panel left]\nmatch-name=A\nrotate=180\n")
        let taken = try load("[panel right]\nmatch-name=B\nrotate=90\n").applying(next)
        #expect(taken.told.filter(\.isSet).map(\.section) == ["panel left", "panel left"])
    }
}
