private import Synchronization
package import Testing

/// What a test throws is reported with the logs of the daemons that it has started.
package struct ShownLogs: SuiteTrait, TestTrait, TestScoping {
    private final class Kept: Sendable {
        fileprivate let logs = Mutex<[@Sendable () -> String]>([])
    }

    @TaskLocal private static var kept: Kept?

    /// Applied to each test of a suite, not to the suite.
    package var isRecursive: Bool { true }

    package static func keep(_ log: @escaping @Sendable () -> String) { kept?.logs.withLock { $0.append(log) } }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let kept = Kept()
        do {
            try await Self.$kept.withValue(kept) { try await function() }
        } catch {
            let logs = kept.logs.withLock { $0 }.map { $0() }.joined(separator: "\n")
            Issue.record("\(error)\n\(logs)", sourceLocation: test.sourceLocation)
        }
    }
}

extension Trait where Self == ShownLogs {
    /// A failure shows what daemons logged.
    package static var showsLogs: Self { Self() }
}
