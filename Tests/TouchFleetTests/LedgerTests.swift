import StrictJSON
import Testing
import TouchOperator

@testable import TouchFleet

struct LedgerTests {
    static func ledger(_ lines: String...) throws -> Ledger {
        var ledger = Ledger()
        for line in lines { ledger.add(try JSONObject(parsing: line)) }
        return ledger
    }

    static func result(_ sequence: Int, epoch: String = "k.0") -> String {
        #"{"type":"result","epoch":"\#(epoch)","sequence":\#(sequence)}"#
    }

    static func gap(_ from: Int, _ to: Int) -> String {
        #"{"type":"gap","epoch":"k.0","from":\#(from),"to":\#(to)}"#
    }

    @Test func `consecutive results are complete wherever they begin, even with a reported gap`() throws {
        let ledger = try Self.ledger(Self.result(5), Self.result(6), Self.gap(7, 9), Self.result(10))
        let account = try #require(ledger.accounts.first?.1)
        #expect(ledger.isIntact && account.count == 3 && account.gaps == [7...9])
        #expect(account.first == 5 && account.last == 10)
    }

    @Test func `a missing result is reported, and a repeated one`() throws {
        let ledger = try Self.ledger(Self.result(1), Self.result(4), Self.result(4), Self.gap(3, 3))
        let account = try #require(ledger.accounts.first?.1)
        #expect(!ledger.isIntact && account.missing == [2...3] && account.twice == [4, 3])
    }

    @Test func `each epoch of a vault has its own numbers`() throws {
        let ledger = try Self.ledger(Self.result(1), Self.result(1, epoch: "k.1"), Self.result(2, epoch: "k.1"))
        #expect(ledger.isIntact && ledger.accounts.map(\.epoch) == ["k.0", "k.1"])
    }

    // Signed by a key of a kiosk that was made for this test.
    static let epoch = "\(vector.kid).0"
    static let vector = HeadVector.first

    static func head(_ vector: HeadVector, epoch: String = epoch) -> String {
        #"{"type":"audit","epoch":"\#(epoch)","sequence":\#(vector.sequence),"signed":"\#(vector.token)","key":\#(vector.key)}"#
    }

    @Test func `a head counts if the key of the epoch signed it and everything before it is present`() throws {
        let results = (1...Int(Self.vector.sequence)).map { Self.result($0, epoch: Self.epoch) }
        var ledger = Ledger()
        for line in results + [Self.head(Self.vector)] { ledger.add(try JSONObject(parsing: line)) }
        #expect(ledger.isIntact && ledger.accounts[0].1.heads == 1)
        var short = Ledger()
        for line in results.dropLast() + [Self.head(Self.vector)] { short.add(try JSONObject(parsing: line)) }
        #expect(short.accounts[0].1.missing == [Self.vector.sequence...Self.vector.sequence])
        #expect(try !Self.ledger(Self.head(Self.vector, epoch: "k.0")).isIntact)
        #expect(try !Self.ledger(Self.head(Self.vector.forged)).isIntact)
        #expect(try !Self.ledger(Self.head(Self.vector), Self.head(Self.vector.other)).isIntact)
    }

    @Test func `a command signed with a key is not a head`() {
        let key = SigningKey(seed: Array(0..<32))
        let command = CommandToken(.reload, for: ["lobby"], at: 0, lifetime: 600).signed(with: key)
        #expect(SignedHead(Self.vector.token) != nil)
        #expect(SignedHead(command) == nil)
    }
}
