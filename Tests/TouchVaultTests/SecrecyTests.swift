import CShims
import Testing
import TestSupport

@testable import TouchVault

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
