import StrictJSON
import Testing

@testable import TouchFleet
@testable import TouchOperator

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

    static let key = SigningKey(seed: Array(0..<32))
    static let epoch = "\(key.publicKey.id).0"

    /// A message with a head of three results, of which one digit stands for all.
    static func head(_ digit: Character = "a", signedBy signer: SigningKey = key, epoch: String = epoch) -> String {
        let claims: JSONObject = ["head": .string("3:" + String(repeating: digit, count: 64))]
        let signed = CompactJWS.text(
            of: Array(claims.description.utf8), type: CompactJWS.webToken, key: key.publicKey.id, sign: signer.signature
        )
        return
            #"{"type":"audit","epoch":"\#(epoch)","sequence":3,"signed":"\#(signed)","key":\#(key.publicKey.webKey)}"#
    }

    @Test func `a head counts if the key of the epoch signed it and everything before it is present`() throws {
        let results = (1...3).map { Self.result($0, epoch: Self.epoch) }
        var ledger = Ledger()
        for line in results + [Self.head()] { ledger.add(try JSONObject(parsing: line)) }
        #expect(ledger.isIntact && ledger.accounts[0].1.heads == 1)
        var short = Ledger()
        for line in results.dropLast() + [Self.head()] { short.add(try JSONObject(parsing: line)) }
        #expect(short.accounts[0].1.missing == [3...3])
        #expect(try !Self.ledger(Self.head(epoch: "k.0")).isIntact)
        #expect(try !Self.ledger(Self.head(signedBy: SigningKey(seed: Array(1...32)))).isIntact)
        #expect(try !Self.ledger(Self.head(), Self.head("b")).isIntact)
    }

    @Test func `a command signed with a key is not a head`() {
        let command = CommandToken(.reload, for: ["lobby"], at: 0, lifetime: 600)
        #expect(SignedHead(CompactJWS.sign(["head": "3:aa"], type: CompactJWS.webToken, with: Self.key)) != nil)
        #expect(SignedHead(command.signed(with: Self.key)) == nil)
    }
}
