import EventLoop
import Glibc
import StrictJSON
import Testing
import TestSupport
import TouchCore
import TouchVault
import Varlink

@Suite struct RedeemRaceTests {
    /// Number of tokens; `make nightly` takes ten thousand.
    private static let tokens = unsafe getenv("TOUCHD_TOKENS").flatMap { unsafe Int(String(cString: $0)) } ?? 50
    private static let askers = 64

    /// Makes tokens in the vault of a daemon that is not running.
    private static func issue(in folder: String) throws -> [String] {
        let boot = try BootID.current()
        let vault = try Vault.open(
            path: folder + "/vault.db", pepper: try Pepper.load(credentials: nil, directory: folder))
        let issuer = try TokenIssuer(
            vault: vault, policy: .init(captchaSeconds: 600), at: .now(boot: boot))
        return try (0..<tokens).map { number in
            let result = InteractionResult(
                kind: .captcha, outcome: .passed, reason: "none", owner: 0, provenance: "physical", input: "drag",
                moment: ResultMoment(.now(boot: boot)))
            let id = try vault.insert(result).id
            return try issuer.issue(for: id, challenge: "challenge \(number)", at: .now(boot: boot)) ?? ""
        }
    }

    @Test func `each of many tokens redeemed by sixty-four clients is accepted once`() throws {
        try withLine { line in
            try line.stopDaemon()
            let tokens = try Self.issue(in: line.folder.path(of: "state"))
            #expect(!tokens.contains(""))
            try line.startDaemon()
            // Each has a separate connection and thread and begins with another token.
            let answers = Mailbox<(passed: [Int], used: Int)>("what the askers heard")
            for asker in 0..<Self.askers {
                let client = try Socket.connect(line.socket)
                onThread {
                    answers.put(Self.redeem(tokens, from: asker * tokens.count / Self.askers, on: client))
                }
            }
            var (passed, used): ([Int], Int) = ([], 0)
            for _ in 0..<Self.askers {
                let heard = try #require(try answers.next(within: Patience.seconds + Double(tokens.count)))
                passed += heard.passed
                used += heard.used
            }
            #expect(passed.sorted() == Array(tokens.indices))
            #expect(used == tokens.count * (Self.askers - 1))
        }
    }

    /// Redeems all tokens and returns the numbers of those that were accepted, and how many were used already.
    private static func redeem(_ tokens: [String], from first: Int, on socket: Int32) -> (passed: [Int], used: Int) {
        let client = Client(
            connected: Descriptor(owning: socket), timeout: Interval(seconds: Patience.seconds))
        var (passed, used): ([Int], Int) = ([], 0)
        for offset in tokens.indices {
            let number = (first + offset) % tokens.count
            let answer = try? client.call("io.touchd.token.Redeem", ["token": .string(tokens[number])])
            if answer?["passed"] == true { passed.append(number) }
            if answer?["reason"] == "token_used" { used += 1 }
        }
        return (passed, used)
    }
}
