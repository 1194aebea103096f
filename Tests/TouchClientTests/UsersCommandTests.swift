import Arguments
import StrictJSON
import Testing

@testable import TouchClient

/// The output of `touchctl users`.
struct UsersCommandTests {
    @Test func `an administrator sees who was removed under duress`() throws {
        let run = try FakeDaemon.touchctl(
            "users",
            reply: [
                "users": [
                    ["name": "anna", "failedAttempts": 0, "hidden": true], ["name": "bert", "failedAttempts": 0],
                ]
            ])
        #expect(run.status == .passed)
        #expect(run.output.contains("anna (hidden)") && run.output.contains("bert "))
        #expect(!run.output.contains("bert (hidden)"))
    }
}
