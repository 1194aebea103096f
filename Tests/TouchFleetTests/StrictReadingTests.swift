import System
import Glibc
import TestSupport
import Testing
import TouchOperator

@testable import TouchFleet

/// What looks like a file or a head of ours and is not.
struct StrictReadingTests {
    @Test func `a command signed with a key is not a head`() {
        let key = SigningKey(seed: Array(0..<32))
        let command = CommandToken(.reload, for: ["lobby"], at: 0, lifetime: 600).signed(with: key)
        #expect(SignedHead(HeadVector.first.token) != nil)
        #expect(SignedHead(command) == nil)
    }
}
