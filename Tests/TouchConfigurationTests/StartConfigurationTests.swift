import Testing
import TestSupport
import TouchCore

@testable import TouchConfiguration

/// Starting with invalid files, or keys of another version.
struct StartConfigurationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func start() throws(ConfigurationError) -> StartConfiguration {
        try StartConfiguration(path: folder.path(of: "touchd.conf"), isRequired: true, keptIn: { _ in folder.path })
    }

    @Test func `without a last valid configuration the errors end the start`() throws {
        try folder.write("[view]\nsize=big\n")
        let error = #expect(throws: ConfigurationError.self) { try start() }
        #expect(error?.problems.map(\.place) == ["\(folder.path)/touchd.conf:2"])
    }

    @Test func `keys and sections of another version are ignored at the start, and errors in a check`() throws {
        try folder.write("[unlock]\nmin-dots=6\nold-key=1\n[old]\nx=1\n")
        let start = try self.start()
        #expect(start.problems.isEmpty)
        #expect(start.loaded.configuration.unlock.minParts["pattern"] == 6)
        #expect(start.loaded.unused.map(\.line) == [3, 4])
        let error = #expect(throws: ConfigurationError.self) { try folder.load() }
        #expect(error?.problems.map(\.line) == [3, 4])
    }

    @Test func `the kept file reads back to the same configuration, with panel sections in order`() throws {
        try folder.write(
            """
            [unlock]
            schedule=5:30s,5min,1h
            vary-grid=
            [panel right]
            match-name=Larch 1541; Multitouch
            [input]
            pinned-panels=path:pci-0000:00:14.0
            [panel left]
            use=no
            dead-zones=0:0:5:100,95:0:100:100
            [web]
            policy=default-src 'self'; img-src data:
            """)
        let loaded = try folder.load()
        try folder.write(loaded.text, to: "again.conf")
        let again = try LoadedConfiguration(path: folder.path(of: "again.conf"), isRequired: true) { _ in nil }
        #expect(again.configuration == loaded.configuration)
        #expect(again.text == loaded.text)
    }

    @Test func `a missing group does not prevent a start: it has no rights`() throws {
        try folder.write("[access]\ngroup-backend=no-such-group-of-ours\n", to: "configuration.good")
        try folder.write("[access]\ngroup-backend=no-such-group-of-ours\n")
        let start = try self.start()
        #expect(start.loaded.groups.backend.isEmpty)
        #expect(start.problems.map(\.line) == [2])
    }
}
