import Glibc
import Testing
import TestSupport

@testable import TouchVault

struct VaultFileTests {
    private let scratch: TemporaryFolder
    init() throws { scratch = try TemporaryFolder() }

    @Test func `only the owner can read the files, whatever the umask`() throws {
        let vault = try Vault.quick(scratch.path(of: "vault"))
        try vault.enroll("anna", seven)
        #expect(scratch.names.sorted() == ["vault", "vault-wal", "vault.guard"])
        for name in scratch.names {
            #expect(TemporaryFolder.permissions(of: scratch.path(of: name)) == 0o600, "\(name)")
        }
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o610] as [mode_t], ["vault", "vault.guard"])
    func `a file that others may use is refused`(mode: mode_t, name: String) throws {
        do { _ = try Vault.quick(scratch.path(of: "vault")) }
        let path = scratch.path(of: name)
        unsafe chmod(path, mode)
        #expect(throws: VaultError.exposed(path: path, mode: mode)) { try Vault.quick(scratch.path(of: "vault")) }
    }

    @Test func `a missing folder is refused by name`() throws {
        let folder = try TemporaryFolder().path(of: "none")
        #expect(throws: VaultError.directoryMissing(path: folder)) { try Vault.quick("\(folder)/vault") }
    }

    /// What may be in the place of a file.
    private static func obstruct(_ path: String, with obstacle: String) {
        switch obstacle {
        case "folder": unsafe mkdir(path, 0o700)
        case "link": unsafe symlink("elsewhere", path)
        default: unsafe mkfifo(path, 0o600)
        }
    }

    @Test(arguments: ["folder", "link", "pipe"], ["", ".guard", "-wal"])
    func `what is no file is set aside, whatever has been set aside before`(obstacle: String, suffix: String) throws {
        let path = scratch.path(of: "vault")
        for aside in ["vault\(suffix).damaged", "vault\(suffix).damaged2", "vault\(suffix).damaged3"] {
            do { try Vault.quick(path).enroll("anna", seven) }
            unsafe unlink(path + suffix)
            Self.obstruct(path + suffix, with: obstacle)
            do {
                let vault = try Vault.quick(path)
                #expect(vault.alarm == [".guard": .guardMissing, "-wal": nil][suffix, default: .damaged])
                try vault.enroll("bert", seven)
            }
            #expect(scratch.names.contains(aside))
            #expect(try Vault.quick(path).secrets(of: UserName("bert")).count == 1)
        }
    }

    @Test(arguments: ["folder", "link", "pipe"], ["", "-wal"])
    func `a damaged file is set aside even if something else has that name`(obstacle: String, suffix: String) throws {
        try scratch.write(
            "no database, but long enough to be taken for one: \(String(repeating: "x", count: 99))", to: "vault")
        Self.obstruct(scratch.path(of: "vault.damaged" + suffix), with: obstacle)
        #expect(try Vault.quick(scratch.path(of: "vault")).alarm == .damaged)
        #expect(scratch.contents(of: "vault.damaged2").starts(with: Array("no database".utf8)))
    }

    @Test(arguments: [0, 1, 99]) func `what is left of a file and its log is set aside`(length: Int) throws {
        let (scratch, after) = (try TemporaryFolder(), try TemporaryFolder())
        let vault = try Vault.quick(scratch.path(of: "vault"))
        try vault.enroll("anna", seven)
        for name in scratch.names { try after.write(scratch.contents(of: name), to: name) }
        try after.write(Array(scratch.contents(of: "vault").prefix(length)), to: "vault")
        #expect(try Vault.quick(after.path(of: "vault")).alarm == .damaged)
        #expect(after.contents(of: "vault.damaged-wal") == scratch.contents(of: "vault-wal"))
    }

    @Test func `a made folder is for its owner alone and may exist already`() throws {
        let folder = scratch.path(of: "state")
        defer { unsafe rmdir(folder) }
        try Vault.makeFolder(folder)
        try Vault.makeFolder(folder)
        #expect(TemporaryFolder.permissions(of: folder) == 0o700)
        #expect(throws: VaultError.directoryMissing(path: scratch.path(of: "a"))) {
            try Vault.makeFolder(scratch.path(of: "a/b"))
        }
    }

    @Test func `every error names its file`() {
        let errors: [VaultError] = [
            .directoryMissing(path: "/p"), .unreadable(path: "/p", errno: EACCES), .notAFile(path: "/p"),
            .exposed(path: "/p", mode: 0o644), .notADatabase(path: "/p"), .foreign(path: "/p", application: 1),
            .newerSchema(path: "/p", found: 9, known: 1), .locked(path: "/p"), .damaged(path: "/p", detail: "d"),
            .storage(path: "/p", call: "c", message: "m"),
        ]
        for error in errors { #expect("\(error)".hasPrefix("/p: ")) }
        #expect("\(VaultError.unreadable(path: "/p", errno: EACCES))" == "/p: Permission denied")
        #expect("\(VaultError.exposed(path: "/p", mode: 0o644))".contains("mode 0644"))
    }
}
