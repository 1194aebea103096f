import TouchConfiguration
import Testing

@testable import TouchVault

/// What the daemon does for one guess, in its order: count, stretch, compare, store the result, sign or pretend to.
struct EqualWorkTests {
    private struct Work: Equatable, CustomStringConvertible {
        let statements: Int
        let changes: Int64
        let stretched: StretchParameters

        var description: String { "\(statements) statements, \(changes) rows, stretched \(stretched)" }
    }

    private static func guess(
        _ dots: [Int], of name: String, _ vault: Vault, _ issuer: TokenIssuer
    ) throws -> (work: Work, verdict: VerificationVerdict, token: String?) {
        let (runs, changes) = (vault.database.tally.runs, vault.database.changes)
        let verification = try vault.begin(name, dots)
        let verdict = try vault.finish(try verification.run(try pattern(dots)))
        let stored = try vault.insert(
            .unlock {
                $0.user = try? UserName(name)
                $0.outcome = verdict.slot == nil ? .failed : .passed
                $0.reason =
                    verdict == .passedUnderDuress
                    ? "duress"
                    : verdict == .passed ? "none" : verdict == .repeated ? "already_tried" : "wrong_pattern"
            })
        let token = try issuer.tokenText(for: stored.id, binding: .none, at: .test)
        _ = try vault.standing(of: try UserName(name), at: .test)
        let work = Work(
            statements: vault.database.tally.runs - runs, changes: vault.database.changes - changes,
            stretched: verification.stretching.parameters)
        return (work, verdict, token)
    }

    @Test func `right, wrong, repeated, unknown-user and duress guesses cost the same operations`() throws {
        let vault = try Vault.ofAnna()
        let issuer = try TokenIssuer.quick(vault)
        let wrong = try Self.guess(zed, of: "anna", vault, issuer)
        let repeated = try Self.guess(zed, of: "anna", vault, issuer)
        let right = try Self.guess(seven, of: "anna", vault, issuer)
        let stranger = try Self.guess(seven, of: "nobody", vault, issuer)
        try vault.setDuress("anna", pattern([8, 5, 2, 1]))
        let forced = try Self.guess([8, 5, 2, 1], of: "anna", vault, issuer)
        #expect(
            [wrong, repeated, right, stranger, forced].map(\.verdict)
                == [.wrong, .repeated, .passed, .unknownUser, .passedUnderDuress])
        #expect(forced.work == wrong.work)
        #expect(forced.token?.utf8.count == right.token?.utf8.count)
        #expect(wrong.work.statements > 5)
        #expect(repeated.work == wrong.work)
        #expect(right.work == wrong.work)
        #expect(stranger.work == wrong.work)
    }

    @Test func `the work for a failed guess makes no usable token`() throws {
        let vault = try Vault.ofAnna()
        let issuer = try TokenIssuer.quick(vault)
        #expect(try Self.guess(zed, of: "anna", vault, issuer).token == nil)
        #expect(try Self.guess(seven, of: "anna", vault, issuer).token != nil)
        #expect(try vault.number("SELECT count(*) FROM token") == 2)
        #expect(try vault.number("SELECT count(*) FROM token WHERE expires > 0") == 1)
    }
}
