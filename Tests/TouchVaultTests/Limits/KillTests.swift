import CShims
import Glibc
import Testing
import TestSupport
import TouchCore

@testable import TouchVault

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
        let child = cshims_fork()
        if child == 0 {
            try? guess(path, board)
            _exit(1)
        }
        while !board.isReady { usleep(100) }
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
    // If the kills came too early to hit an attempt, the rounds have shown nothing.
    #expect(board.attempt > rounds / 10)
}

struct KillTests {
    @Test func `no attempt is lost by killing the process at any of a thousand points`() async throws {
        let scratch = try TemporaryFolder()
        let asked = unsafe getenv("TOUCHD_KILLS").flatMap { unsafe Int(String(cString: $0)) } ?? 1_000
        let path = scratch.path(of: "vault")
        await #expect(processExitsWith: .success) { [path = path as String, rounds = asked as Int] in
            try kill(rounds, at: path)
        }
    }
}

struct DamageTests {
    /// A vault with three failed attempts of anna, closed.
    private static func used(_ scratch: TemporaryFolder) throws -> [UInt8] {
        do {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            try vault.enroll("anna", seven)
            for _ in 0..<3 { _ = try vault.begin("anna", zed) }
        }
        return scratch.contents(of: "vault")
    }

    /// How often an altered file gave anna a guess back, and how often it was refused.
    private static func open(_ bytes: [UInt8], in scratch: TemporaryFolder) throws -> (gains: Int, refusals: Int) {
        let guardBytes = scratch.contents(of: "vault.guard")
        try scratch.write(bytes, to: "altered")
        try scratch.write(guardBytes, to: "altered.guard")
        unsafe unlink(scratch.path(of: "altered-wal"))
        do {
            let vault = try Vault.quick(scratch.path(of: "altered"))
            let standing = try vault.standing(of: UserName("anna"), at: .test)
            if standing.bar == .altered { return (0, 1) }
            return (standing.failed < 3 ? 1 : 0, 0)
        } catch is VaultError {
            return (0, 1)
        }
    }

    @Test func `no flipped bit gives a guess back`() throws {
        let scratch = try TemporaryFolder()
        let whole = try Self.used(scratch)
        var refusals = 0
        // A step without common factors with the sizes of pages, cells and bytes visits every kind of place.
        for bit in stride(from: 0, to: whole.count * 8, by: 1_009) {
            var bytes = whole
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let (gains, refused) = try Self.open(bytes, in: scratch)
            #expect(gains == 0, "bit \(bit)")
            refusals += refused
        }
        #expect(refusals > 0)
    }

    @Test func `every flipped bit of the record itself locks`() throws {
        let scratch = try TemporaryFolder()
        let whole = try Self.used(scratch)
        let seal = try Vault.quick(scratch.path(of: "vault")).database.prepare(
            "SELECT seal FROM attempt WHERE user = 'anna'"
        ).first { row throws(VaultError) in try row.blob(0, count: 32) }
        let needle = try #require(seal)
        let places = whole.indices.dropLast(32).filter {
            whole[$0] == needle[0] && Array(whole[$0..<$0 + 32]) == needle
        }
        let place = try #require(places.last)
        for bit in 0..<256 {
            var bytes = whole
            bytes[place + bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try Self.open(bytes, in: scratch).refusals == 1, "bit \(bit)")
        }
    }

    @Test func `no cut file gives a guess back`() throws {
        let scratch = try TemporaryFolder()
        let whole = try Self.used(scratch)
        for length in stride(from: 0, to: whole.count, by: 256) {
            #expect(try Self.open(Array(whole.prefix(length)), in: scratch).gains == 0, "\(length) bytes")
        }
    }
}
