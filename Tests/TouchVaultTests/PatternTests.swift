import TouchConfiguration
import Testing
import TouchCore
import TouchModels
import System

@testable import TouchVault

struct PatternTests {
    @Test func `other parts, another order, length, grid or kind do not match`() throws {
        let secrets = [
            try pattern(seven), try pattern([0, 3, 6, 7]), try pattern([8, 7, 6, 3, 0]),
            try pattern(seven, rows: 3, columns: 4), try pattern(seven, rows: 4, columns: 3),
            try pattern([4, 0, 7, 1]), try pin([4, 0, 7, 1]), try pin([4, 0, 7, 2]), try pin([0, 4, 7, 1]),
            try pin([4, 0, 7, 1, 1]), try pin([4, 0, 7, 1, 0]),
        ]
        #expect(Set(secrets.map { $0.bytes.copied }).count == secrets.count)
        #expect(try pattern(seven).bytes.copied == secrets[0].bytes.copied)
    }

    @Test func `the canonical form has one length and the documented layout`() throws {
        #expect(try pattern(Array(0..<64), rows: 8, columns: 8).bytes.count == 84)
        let dots: [UInt8] = [1, 1, 3, 4, 5, 0, 3, 6, 7, 8]
        #expect(
            try pattern(seven, rows: 3, columns: 4).bytes.copied
                == Array("touchd pattern\0".utf8) + dots + [UInt8](repeating: 0xff, count: 59))
        let digits: [UInt8] = [1, 0, 0, 0, 4, 4, 0, 7, 1]
        #expect(
            try pin([4, 0, 7, 1]).bytes.copied
                == Array("touchd pin\0\0\0\0\0".utf8) + digits + [UInt8](repeating: 0xff, count: 60))
    }

    @Test(arguments: [
        ([0], 0, 3), ([0], 3, 9), ([0], -1, 3), ([], 3, 3), ([9], 3, 3), ([-1], 3, 3), ([0, 1, 0], 3, 3),
        ([.max], 8, 8),
    ])
    func `an invalid list of dots is rejected`(dots: [Int], rows: Int, columns: Int) {
        #expect(throws: SecretError.invalid) { try pattern(dots, rows: rows, columns: columns) }
    }

    @Test(arguments: [[0, 3, 6, 7, 8], [0, 3, 0]])
    func `the caller's list is wiped, accepted or not`(dots: [Int]) {
        var list = dots
        _ = try? Secret(PatternLock.secret, in: PatternLock.secret.form(), wiping: &list)
        #expect(list.allSatisfy { $0 == 0 })
    }

    @Test func `printing and dumping a pattern shows no dot`() throws {
        let secret = try pattern(seven)
        var dumped = ""
        dump(secret, to: &dumped)
        let shown = "\(secret) \(String(reflecting: secret)) \(dumped)"
        #expect(!shown.contains { $0.isNumber && $0 != "0" }, "\(shown)")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test func `secret bytes wipe the array they came from`() throws {
        var source: [UInt8] = [1, 2, 3]
        let secret = try SecretBytes(wiping: &source)
        let isKept = secret.matches([1, 2, 3])
        #expect(source == [0, 0, 0])
        #expect(isKept)
    }

    @Test func `secret bytes of another length do not match`() throws {
        let secret = try SecretBytes(count: 2)
        let answers = [secret.matches([0]), secret.matches([0, 0, 0]), secret.matches([0, 0])]
        #expect(answers == [false, false, true])
    }

    @Test func `a stretched pattern equals the output of another Argon2id`() throws {
        // argon2-cffi 25.1 (the reference C code): type ID, version 19, t=2, m=8 KiB, p=1.
        let expected = "c122412f96a30801b8a54e95d3e164732e12eb4bafee5c82683e93713873fe0e"
        let stretched = try SecretHash.stretch(
            try pattern(seven), salt: [UInt8](repeating: 7, count: 16),
            parameters: StretchParameters(uncheckedPasses: 2, memoryBytes: 8 << 10))
        let isEqual = stretched.matches(try #require(Hexadecimal.bytes(of: Array(expected.utf8))))
        #expect(isEqual)
    }

    @Test func `parameters below the floor are refused`() {
        #expect(StretchParameters(passes: 2, memoryBytes: 19 << 20) == .floor)
        #expect(StretchParameters(passes: 1, memoryBytes: 64 << 20) == nil)
        #expect(StretchParameters(passes: 2, memoryBytes: (19 << 20) - 1) == nil)
        #expect(StretchParameters(passes: 17, memoryBytes: 64 << 20) == nil)
        #expect(StretchParameters(passes: 2, memoryBytes: 2 << 30) == nil)
        #expect(StretchParameters(passes: 2, memoryBytes: 64 << 20) == .standard)
    }
}
