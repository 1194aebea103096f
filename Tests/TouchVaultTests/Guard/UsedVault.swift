import TestSupport
import Testing

@testable import TouchVault

/// The files of a closed vault that has a row in every table.
struct UsedVault {
    /// A token that was redeemed as "order 1", and one that was not.
    let (used, open): (String, String)
    /// That of anna, whose pattern is the seven; bert's is the zed.
    let recoveryKey: String
    private let files: [String: [UInt8]]

    static let original = Result { try UsedVault() }

    private init() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path(of: "vault")
        do {
            let vault = try Vault.ofAnna(path)
            try vault.enroll("bert", zed)
            recoveryKey = try vault.recoveryKey(of: "anna")
            let tokens = try TokenIssuer(vault: vault, policy: .init(), at: .test)
            (used, open) = (try tokens.unlock(), try tokens.unlock())
            try tokens.rotate(at: .test)
            try MissLimiter(vault: vault).miss(on: "usb-1", at: .test)
        }
        let former = scratch.contents(of: "vault")
        do {
            let vault = try Vault.quick(path)
            let tokens = try TokenIssuer(vault: vault, policy: .init(), at: .test)
            #expect(try tokens.redeem(used, key: "order 1").isAccepted)
            for _ in 0..<4 { try MissLimiter(vault: vault).miss(on: "usb-1", at: .test) }
        }
        files = [
            "vault": scratch.contents(of: "vault"), "vault.guard": scratch.contents(of: "vault.guard"),
            "former": former,
        ]
    }

    /// The files after an attacker ran SQL on them, who has a copy from before the redemption and the last misses.
    func altered(by sql: String) throws -> TemporaryFolder {
        let scratch = try TemporaryFolder(isInMemory: true)
        for (name, bytes) in files { try scratch.write(bytes, to: name) }
        let former = sql.contains("former.") ? "ATTACH '\(scratch.path(of: "former"))' AS former;" : ""
        try Database.open(path: scratch.path(of: "vault")).execute(
            "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(former) \(sql)")
        return scratch
    }
}
