import CShims
import Testing
import TestSupport

@testable import TouchVault

/// What a pattern could look like if it leaked into a file.
enum Leak: String, CaseIterable, CustomTestStringConvertible {
    case bytesFromZero, bytesFromOne, digitsFromZero, digitsFromOne, jsonFromZero, jsonFromOne, spacedJSON, words, longs

    var testDescription: String { rawValue }

    func shape(of dots: [Int]) -> [UInt8] {
        switch self {
        case .bytesFromZero: dots.map { UInt8($0) }
        case .bytesFromOne: dots.map { UInt8($0 + 1) }
        case .digitsFromZero: dots.flatMap { Array("\($0)".utf8) }
        case .digitsFromOne: dots.flatMap { Array("\($0 + 1)".utf8) }
        case .jsonFromZero: Array("[\(dots.map { "\($0)" }.joined(separator: ","))]".utf8)
        case .jsonFromOne: Array("[\(dots.map { "\($0 + 1)" }.joined(separator: ","))]".utf8)
        case .spacedJSON: Array("\(dots.map { $0 + 1 })".utf8)
        case .words: dots.flatMap { [UInt8($0), 0, 0, 0] }
        case .longs: dots.flatMap { [UInt8($0)] + [UInt8](repeating: 0, count: 7) }
        }
    }

    static func found(_ shape: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = shape.first, bytes.count >= shape.count else { return false }
        return bytes.indices.dropLast(shape.count - 1).contains { start in
            bytes[start] == first && bytes[start..<start + shape.count].elementsEqual(shape)
        }
    }
}

struct SecrecyTests {
    /// Everything a vault does with a pattern; the files are read while the log is not yet folded in.
    private static func filesAfterUse() throws -> [UInt8] {
        let scratch = try TemporaryFolder()
        let vault = try Vault.quick(scratch.path(of: "vault"))
        try vault.enroll("anna", zed)
        _ = try vault.verify("anna", zed)
        _ = try vault.verify("nobody", zed)
        _ = try vault.insert(.sample())
        return scratch.bytes
    }

    @Test(arguments: Leak.allCases)
    func `no shape of the pattern is in the files, and one that was planted is found`(leak: Leak) throws {
        let bytes = try Self.filesAfterUse()
        #expect(bytes.count > 8_192)
        #expect(!Leak.found(leak.shape(of: zed), in: bytes))
        #expect(Leak.found(leak.shape(of: zed), in: bytes + leak.shape(of: zed) + [7]))
    }

    @Test func `a removed user leaves neither salt nor verifier in the files`() throws {
        let scratch = try TemporaryFolder()
        let vault = try Vault.quick(scratch.path(of: "vault"))
        let outcome = try vault.beginEnrollment(try UserName("anna")).run(try pattern(seven))
        try vault.store(outcome, at: .test)
        let verifier = try outcome.secret(with: vault.pepper).verifier
        #expect(Leak.found(verifier, in: scratch.bytes))
        #expect(try vault.remove(try UserName("anna")))
        #expect(!Leak.found(verifier, in: scratch.bytes))
        #expect(!Leak.found(outcome.enrollment.salt, in: scratch.bytes))
    }

    @Test func `a process that forbade core files writes none`() async {
        await #expect(processExitsWith: .success) {
            #expect(cshims_is_dumpable() == 1)
            #expect(cshims_forbid_dumps() == 0)
            #expect(cshims_is_dumpable() == 0)
        }
    }
}
