import CShims
import Glibc
import TestSupport
import Testing

@testable import TouchVault

private func bytes(_ secret: borrowing SecretBytes) -> [UInt8] {
    secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }
}

struct PepperTests {
    private let scratch: TemporaryFolder
    init() throws { scratch = try TemporaryFolder() }

    @Test func `the stored form is not the output of Argon2id`() throws {
        let vault = try Vault.quick(scratch.path(of: "vault"))
        let outcome = try vault.beginEnrollment(try UserName("anna")).run(try pattern(seven))
        try vault.store(outcome, at: .test)
        #expect(!Leak.found(bytes(outcome.stretched), in: scratch.bytes))
        #expect(!Leak.found(bytes(vault.pepper), in: scratch.bytes))
    }

    @Test(arguments: ["", "UPDATE key SET value = zeroblob(32) WHERE name = 'pepper'"])
    func `a vault refuses any pepper but its own, whatever its mark says`(sql: String) throws {
        let path = scratch.path(of: "vault")
        do { try Vault.quick(path).enroll("anna", seven) }
        try Database.open(path: path).execute(sql)
        #expect(throws: VaultError.wrongPepper(path: path)) {
            try Vault.open(path: path, pepper: Vault.pepper(8), parameters: .forTests)
        }
        #expect(try Vault.quick(path).alarm == (sql.isEmpty ? nil : .altered))
    }

    /// An attacker with write access to the folder but without the pepper: deletes the vault and plants a pattern in
    /// the form of touchd 0.1, or of one before it, which had no seals.
    @Test(arguments: [1, Schema.formerVersion])
    func `a planted vault of an old form opens for no user`(version: Int) throws {
        let path = scratch.path(of: "vault")
        let salt = [UInt8](repeating: 9, count: 16)
        let stretched = try SecretHash.stretch(try pattern(seven), salt: salt, parameters: .forTests)
        do {
            let old = try Database.open(path: path)
            try old.execute(Schema.present.steps[0].sql)
            try old.prepare(
                """
                INSERT INTO credential (id, user, scheme, passes, memory, salt, verifier, rows, columns, created)
                VALUES (7, 'anna', 2, 1, 8192, ?, ?, 3, 3, 0)
                """
            ).run(.blob(salt), .blob(bytes(stretched)))
            try old.execute(
                """
                INSERT INTO attempt (user) VALUES ('anna'); INSERT INTO key VALUES ('vault', zeroblob(32));
                PRAGMA user_version = \(version)
                """)
        }
        if version == Schema.formerVersion {
            #expect(throws: VaultError.wrongPepper(path: path)) { try Vault.quick(path) }
            return
        }
        for _ in 0..<2 {
            let vault = try Vault.quick(path)
            #expect(vault.alarm == .damaged)
            #expect(throws: Refused(standing: .altered)) { try vault.begin("anna", seven) }
        }
    }

    @Test func `the file is made once, for its owner alone`() throws {
        let first = bytes(try Pepper.load(credentials: nil, directory: scratch.path))
        let second = bytes(try Pepper.load(credentials: nil, directory: scratch.path))
        #expect(first == second)
        #expect(first == scratch.contents(of: Pepper.fileName))
        #expect(TemporaryFolder.permissions(of: scratch.path(of: Pepper.fileName)) == 0o600)
    }

    @Test func `a credential of systemd goes before the file, and is refused if it is too short or too long`() throws {
        let credentials = try TemporaryFolder()
        func load() throws -> [UInt8] { bytes(try Pepper.load(credentials: credentials.path, directory: scratch.path)) }
        for count in [0, 31, 4_097] {
            try credentials.write([UInt8](repeating: 1, count: count), to: Pepper.credentialName)
            #expect(throws: VaultError.self) { try load() }
        }
        #expect(scratch.names.isEmpty)
        try credentials.write(Array(1...40), to: Pepper.credentialName, mode: 0o400)
        let credential = try load()
        unsafe unlink(credentials.path(of: Pepper.credentialName))
        #expect(try credential.count == 32 && load() != credential)
    }

    @Test func `a file that others may read, or that was cut, is refused`() throws {
        try scratch.write([UInt8](repeating: 1, count: 32), to: Pepper.fileName, mode: 0o640)
        let path = scratch.path(of: Pepper.fileName)
        #expect(throws: VaultError.exposed(path: path, mode: 0o640)) {
            _ = try Pepper.load(credentials: nil, directory: scratch.path)
        }
        try scratch.write([UInt8](repeating: 1, count: 31), to: Pepper.fileName)
        #expect(throws: VaultError.self) { _ = try Pepper.load(credentials: nil, directory: scratch.path) }
    }
}

/// A search for secret bytes in files.
enum Leak {
    static func found(_ shape: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = shape.first, bytes.count >= shape.count else { return false }
        return bytes.indices.dropLast(shape.count - 1).contains { start in
            bytes[start] == first && bytes[start..<start + shape.count].elementsEqual(shape)
        }
    }
}

struct SecrecyTests {
    @Test func `a removed user leaves neither salt nor verifier in the files`() throws {
        let scratch = try TemporaryFolder()
        let vault = try Vault.quick(scratch.path(of: "vault"))
        let outcome = try vault.beginEnrollment(try UserName("anna")).run(try pattern(seven))
        try vault.store(outcome, at: .test)
        let verifier = try SecretHash.peppered(outcome.stretched, as: .everyday, with: vault.pepper).copied
        #expect(Leak.found(verifier, in: scratch.bytes))
        #expect(try vault.remove(try UserName("anna")))
        #expect(!Leak.found(verifier, in: scratch.bytes))
        #expect(!Leak.found(outcome.stretching.salt, in: scratch.bytes))
    }

    @Test func `a process that forbade core files writes none`() async {
        await #expect(processExitsWith: .success) {
            #expect(cshims_is_dumpable() == 1)
            #expect(cshims_forbid_dumps() == 0)
            #expect(cshims_is_dumpable() == 0)
        }
    }
}
