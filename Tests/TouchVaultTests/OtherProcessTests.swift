import Glibc
import Testing
import TestSupport

@testable import TouchVault

// Exit tests capture values from Swift 6.3 on.
#if compiler(>=6.3)
    /// A vault that two processes meet at, or that the death of one left behind.
    struct OtherProcessTests {
        @Test func `a second vault on the same file in one process is refused and keeps the locks`() async throws {
            let scratch = try TemporaryFolder()
            let path = scratch.path(of: "vault")
            let vault = try Vault.quick(path)
            #expect(throws: VaultError.locked(path: path)) { try Vault.quick(path) }
            await #expect(processExitsWith: .success) { [path = path as String] in
                #expect(throws: VaultError.locked(path: path)) { try Vault.quick(path) }
            }
            #expect(try vault.users().isEmpty)
        }

        @Test func `a file that may not be read is refused with the reason`() async throws {
            let scratch = try TemporaryFolder()
            try scratch.write([], to: "vault", mode: 0)
            await #expect(processExitsWith: .success) { [path = scratch.path(of: "vault") as String] in
                // Root may read everything; other users already fail at the folder.
                if geteuid() == 0 { #expect(setuid(65_534) == 0) }
                #expect(throws: VaultError.unreadable(path: path, errno: EACCES)) { try Vault.quick(path) }
            }
        }

        @Test func `a process killed right after it accepted a token has used it up`() async throws {
            let scratch = try TemporaryFolder()
            let path = scratch.path(of: "vault")
            let token = try TokenIssuer.quick(try Vault.quick(path)).unlock()
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, token = token as String] in
                _ = try TokenIssuer.quick(try Vault.quick(path)).redeem(token)
                kill(getpid(), SIGKILL)
            }
            #expect(try TokenIssuer.quick(try Vault.quick(path)).redeem(token).refusal == .tokenUsed)
        }
    }
#endif
