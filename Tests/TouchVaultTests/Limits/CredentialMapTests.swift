import Testing

@testable import TouchVault

@Suite struct CredentialMapTests {
    private static func filled() -> CredentialMap<Int> {
        var map = CredentialMap<Int>()
        (map[1], map[2]) = (10, 20)
        return map
    }

    @Test func `a transaction that fails leaves everything as it was, also what changed twice`() {
        var map = Self.filled()
        map.begin()
        (map[1], map[3]) = (11, 30)
        (map[1], map[2]) = (12, nil)
        map.end(isMade: false)
        #expect([map[1], map[2], map[3]] == [10, 20, nil])
    }

    @Test func `what a transaction made stays, also when a later one fails`() {
        var map = Self.filled()
        map.begin()
        map[1] = 11
        map.end(isMade: true)
        map.begin()
        map[2] = 21
        map.end(isMade: false)
        #expect([map[1], map[2]] == [11, 20])
    }

    @Test func `changes outside of a transaction are not undone`() {
        var map = Self.filled()
        map[1] = 11
        map.begin()
        map.end(isMade: false)
        #expect([map[1], map[2]] == [11, 20])
    }
}
