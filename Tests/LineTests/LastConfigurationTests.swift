import Testing
import TestSupport

/// A daemon that starts with files of another version.
@Suite struct LastConfigurationTests {
    @Test func `an upgrade with a removed key in the configuration starts, and --check names the key`() throws {
        var setup = Line.Setup()
        setup.daemon = "color-of-the-bezel=red"
        try withLine(setup) { line in
            let check = try line.launch("touchd", ["--config", line.configuration, "--check"])
            #expect(try check.end() == 2)
            #expect(try check.errors.rest().contains { $0.contains(":4: no key color-of-the-bezel") })
        }
    }
}
