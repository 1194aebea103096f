import System
import TestSupport
import Testing

@testable import TouchModels

@Suite struct SecretSequenceTests {
    /// The flags of the mapping with that address, as in /proc/self/smaps.
    private static func flags(of address: UInt) throws -> [Substring] {
        var isHere = false
        for line in String(decoding: try TemporaryFolder.bytes(of: "/proc/self/smaps"), as: UTF8.self).split(
            separator: "\n")
        {
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            if ends.count == 2 { isHere = ends[0] <= address && address < ends[1] }
            if isHere, line.hasPrefix("VmFlags:") { return line.split(separator: " ") }
        }
        return []
    }

    @Test func `what is entered lies in memory that is neither swapped nor dumped, and is wiped`() throws {
        var entered = SecretSequence()
        for digit in [4, 0, 7, 1] { entered.append(digit) }
        let place = try unsafe #require(entered.place)
        #expect(try Self.flags(of: UInt(bitPattern: place)).contains("lo"))
        #expect(try Self.flags(of: UInt(bitPattern: place)).contains("dd"))
        let copy = entered
        entered.append(9)
        #expect(copy.count == 4 && entered.count == 5 && entered.contains(9) && !copy.contains(9))
        entered.wipe()
        let other = try unsafe #require(entered.place)
        #expect((0..<LockedMemory.size).allSatisfy { unsafe other[$0] == 0 })
        #expect(copy[2] == 7)
    }
}
