import Arguments
import Testing

@testable import TouchClient

struct PAMRequestTests {
    private static let good = ["PAM_TYPE": "auth", "PAM_USER": "anna", "PAM_SERVICE": "login", "PAM_TTY": "tty1"]

    private func request(_ changes: [String: String?]) throws(CommandError) -> PAMRequest {
        var variables = Self.good
        for (name, value) in changes { variables[name] = value }
        return try PAMRequest { variables[$0] }
    }

    @Test(
        arguments: [
            ["PAM_TYPE": nil], ["PAM_TYPE": "account"], ["PAM_TYPE": "open_session"], ["PAM_USER": nil],
            ["PAM_USER": ""], ["PAM_RHOST": "198.51.100.7"], ["PAM_RHOST": "localhost"],
        ] as [[String: String?]])
    func `users who cannot be at the screen are refused`(changes: [String: String?]) {
        let error = #expect(throws: CommandError.self) { _ = try request(changes) }
        #expect(error?.status == .refused)
    }

    @Test(
        arguments: [
            ([:], "login"), (["PAM_RHOST": ""], "login"), (["PAM_RUSER": "anna"], "login"),
            (["PAM_SERVICE": "sudo", "PAM_RUSER": "bob"], "sudo, asked by bob"),
            (["PAM_SERVICE": "su\u{1B}[2Jdo\n"], "su[2Jdo"), (["PAM_SERVICE": nil], "login"),
        ] as [([String: String?], String)])
    func `the prompt shows the service, without control characters`(
        changes: [String: String?], prompt: String
    ) throws {
        #expect(try request(changes).prompt == prompt)
    }

    @Test(
        arguments: [
            ([:], "anna"), (["PAM_RUSER": ""], "anna"), (["PAM_RUSER": "bob"], "bob"), (["PAM_RUSER": "b\nb"], "bb"),
        ] as [([String: String?], String)])
    func `the request is for the user who authenticates`(changes: [String: String?], asker: String) throws {
        #expect(try request(changes).asker == asker)
    }

    @Test func `a prompt is never longer than the daemon takes`() throws {
        #expect(try request(["PAM_SERVICE": String(repeating: "x", count: 1_000)]).prompt.utf8.count == 256)
    }
}
