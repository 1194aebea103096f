import EventLoop
import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchVault
import Varlink

@Suite struct RedeemRaceTests {
    /// Number of tokens; `make nightly` takes ten thousand.
    private static let tokens = unsafe getenv("TOUCHD_TOKENS").flatMap { unsafe Int(String(cString: $0)) } ?? 50
    private static let askers = 64

    /// Makes tokens in the vault of a daemon that is not running.
    private static func issue(in folder: String, at moment: Moment) throws -> [String] {
        let vault = try Vault.open(
            path: folder + "/vault.db", pepper: try Pepper.load(credentials: nil, directory: folder))
        let issuer = try TokenIssuer(
            vault: vault, policy: .init(captchaSeconds: 600), at: moment)
        return try (0..<tokens).map { number in
            let result = InteractionResult(
                kind: .captcha, outcome: .passed, reason: "none", owner: 0, provenance: "physical", input: "drag",
                moment: ResultMoment(moment))
            return try issuer.issue(for: vault.insert(result), challenge: "challenge \(number)", at: moment)?.text ?? ""
        }
    }

    @Test func `each of many tokens redeemed by sixty-four clients is accepted once`() throws {
        try withKiosk { kiosk in
            try kiosk.stopDaemon()
            let clock = kiosk.clock
            let moment = Moment(
                boot: kiosk.boot, monotonic: clock.now, boottime: clock.boottime, wall: clock.wallTime)
            let tokens = try Self.issue(in: kiosk.folder.path(of: "state"), at: moment)
            #expect(!tokens.contains(""))
            try kiosk.startDaemon()
            // Each has a separate connection and begins with another token; their calls are there at the same moment.
            let clients = try (0..<Self.askers).map { _ in try kiosk.peer() }
            var passed: [Int] = []
            var used = 0
            for offset in tokens.indices {
                let numbers = clients.indices.map { ($0 * tokens.count / Self.askers + offset) % tokens.count }
                try kiosk.advance(by: .milliseconds(1))
                try kiosk.whileStopped {
                    for (client, number) in zip(clients, numbers) {
                        try client.call("io.touchd.token.Redeem", ["token": .string(tokens[number])])
                    }
                }
                for (client, number) in zip(clients, numbers) {
                    let answer = try client.reply(with: "parameters")
                    if answer["passed"] == true { passed.append(number) }
                    if answer["reason"] == "token_used" { used += 1 }
                }
            }
            #expect(passed.sorted() == Array(tokens.indices))
            #expect(used == tokens.count * (Self.askers - 1))
        }
    }
}
