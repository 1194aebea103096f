import TouchConfiguration
import CShims
import Glibc
import Testing
import TestSupport
import TouchCore

@testable import TouchVault

// Exit tests capture values from Swift 6.3 on.
#if compiler(>=6.3)
    /// A child's report to its parent, in shared memory, so that no kill can lose it.
    @safe
    private struct Board {
        private let page: UnsafeMutablePointer<Int64>

        init() throws {
            let memory = unsafe mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
            let start = unsafe try #require(memory)
            unsafe page = start.bindMemory(to: Int64.self, capacity: 2)
        }

        /// Whether the child has opened the vault.
        var isReady: Bool {
            get { unsafe page[0] != 0 }
            nonmutating set { unsafe page[0] = newValue ? 1 : 0 }
        }

        /// The number of the latest attempt that the vault has handed out for comparing.
        var attempt: Int {
            get { unsafe Int(page[1]) }
            nonmutating set { unsafe page[1] = Int64(newValue) }
        }
    }

    /// Guesses wrong, each time two days later, until it is killed.
    private func guess(_ path: String, _ board: Board) throws {
        let vault = try Vault.quick(path, schedule: .classic)
        var moment = Moment.test
        board.isReady = true
        while true {
            // The longest wait of the classic rule is a day.
            moment.boottime.microseconds = Int64(board.attempt + 1) * 2 * 86_400_000_000
            let dots = Array((0..<9).shuffled().prefix(5))
            if dots == seven { continue }
            let verification = try vault.begin("anna", dots, at: moment)
            board.attempt = verification.attempt
            _ = try vault.finish(try verification.run(try pattern(dots)))
        }
    }

    private func kill(_ rounds: Int, at path: String) throws {
        let board = try Board()
        try Vault.quick(path, schedule: .classic).enroll("anna", seven)
        for round in 1...rounds {
            board.isReady = false
            let before = board.attempt
            let child = cshims_fork()
            if child == 0 {
                try? guess(path, board)
                // So that the parent does not wait.
                (board.attempt, board.isReady) = (-1, true)
                _exit(1)
            }
            while !board.isReady { usleep(100) }
            // Every other kill comes after a guess, however slow the machine is.
            while round.isMultiple(of: 2) && board.attempt == before { usleep(100) }
            usleep(UInt32.random(in: 0...10_000))
            Glibc.kill(child, SIGKILL)
            var status: Int32 = 0
            unsafe waitpid(child, &status, 0)
            try #require(status == SIGKILL, "the child ended by itself in round \(round)")
            let failed = try Vault.quick(path, schedule: .classic).failures()[0]
            // One more may be on the disk than was handed out, but never one less.
            try #require((board.attempt...board.attempt + 1).contains(failed), "round \(round)")
            board.attempt = failed
        }
    }

    struct KillTests {
        @Test func `no attempt is lost by killing the process at any moment`() async throws {
            let scratch = try TemporaryFolder(isInMemory: true)
            let path = scratch.path(of: "vault")
            await #expect(processExitsWith: .success) { [path = path as String] in
                try kill(effort("TOUCHD_KILLS", usual: 100), at: path)
            }
        }
    }
#endif
