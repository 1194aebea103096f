import Glibc
import Testing
import TestSupport

@testable import TouchVault

struct VaultFileTests {
    @Test func `stored data survives closing and reopening the vault`() throws {
        let scratch = try TemporaryFolder()
        do {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            try vault.enroll("anna", seven)
            _ = try vault.verify("anna", zed)
        }
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(try vault.failures() == [1])
        #expect(try vault.verify("anna", seven) == .passed)
    }

    @Test func `only the owner can read the files, whatever the umask`() throws {
        let scratch = try TemporaryFolder()
        let vault = try Vault.quick(scratch.path(of: "vault"))
        try vault.enroll("anna", seven)
        #expect(scratch.names.sorted() == ["vault", "vault-wal", "vault.guard"])
        for name in scratch.names {
            var status = stat()
            unsafe stat(scratch.path(of: name), &status)
            #expect(status.st_mode & 0o7777 == 0o600, "\(name)")
        }
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o610] as [mode_t])
    func `a file that others may use is refused`(mode: mode_t) throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path(of: "vault")
        do { _ = try Vault.quick(path) }
        unsafe chmod(path, mode)
        #expect(throws: VaultError.exposed(path: path, mode: mode)) { try Vault.quick(path) }
    }

    @Test func `a missing folder, a folder, a link and a pipe are refused by name`() throws {
        let scratch = try TemporaryFolder()
        let folder = scratch.path(of: "none")
        #expect(throws: VaultError.directoryMissing(path: folder)) { try Vault.quick("\(folder)/vault") }
        #expect(throws: VaultError.notAFile(path: scratch.path)) { try Vault.quick(scratch.path) }
        unsafe symlink("elsewhere", scratch.path(of: "link"))
        #expect(throws: VaultError.notAFile(path: scratch.path(of: "link"))) {
            try Vault.quick(scratch.path(of: "link"))
        }
        unsafe mkfifo(scratch.path(of: "pipe"), 0o600)
        #expect(throws: VaultError.notAFile(path: scratch.path(of: "pipe"))) {
            try Vault.quick(scratch.path(of: "pipe"))
        }
    }

    @Test func `a made folder is for its owner alone and may exist already`() throws {
        let scratch = try TemporaryFolder()
        let folder = scratch.path(of: "state")
        defer { unsafe rmdir(folder) }
        try Vault.makeFolder(folder)
        try Vault.makeFolder(folder)
        var status = stat()
        unsafe stat(folder, &status)
        #expect(status.st_mode & 0o7777 == 0o700)
        #expect(throws: VaultError.directoryMissing(path: scratch.path(of: "a"))) {
            try Vault.makeFolder(scratch.path(of: "a/b"))
        }
    }

    @Test func `a full disk refuses new data and keeps the old`() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path(of: "vault")
        let vault = try Vault.quick(path, resultLimit: 100_000)
        try vault.enroll("anna", seven)
        // SQLite gives the same answer when the file may not grow as when the disk is full.
        try vault.database.execute("PRAGMA max_page_count = 20")
        var kept = 0
        let full = VaultError.unwritable(path: path, errno: ENOSPC)
        #expect(throws: full) {
            while kept < 10_000 {
                _ = try vault.insert(.sample())
                kept += 1
            }
        }
        #expect(kept > 0)
        #expect(try vault.results(limit: 10_000).count == kept)
        #expect(try vault.verify("anna", seven) == .passed)
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
