import Testing
import TestSupport

@testable import TouchVault

/// A counter like that of a TPM, with a plug to pull.
private final class TestCounter: StartCounter {
    var number: Int64?
    var isBroken = false
    /// How many more increments work before the power goes.
    var incrementsLeft = Int.max

    init(_ number: Int64? = nil) {
        self.number = number
    }

    func value() throws(StartCounterError) -> Int64? {
        try work()
        return number
    }

    func make() throws(StartCounterError) {
        try work()
        number = 41
    }

    func increment() throws(StartCounterError) {
        try work()
        guard incrementsLeft > 0 else { throw StartCounterError("no power") }
        incrementsLeft -= 1
        number? += 1
    }

    private func work() throws(StartCounterError) {
        if isBroken { throw StartCounterError("no such device") }
    }
}

struct StartCounterTests {
    private let scratch: TemporaryFolder
    private let counter = TestCounter()

    /// A closed vault of anna, whose start was counted.
    init() throws {
        scratch = try TemporaryFolder()
        try open().enroll("anna", seven)
    }

    private func open() throws(VaultError) -> Vault { try Self.open(scratch, counter) }

    private static func open(_ scratch: TemporaryFolder, _ counter: TestCounter?) throws(VaultError) -> Vault {
        try Vault.quick(scratch.path(of: "vault"), counter: counter, isChecked: false)
    }

    private static let files = ["vault", "vault.guard"]

    private static func copy(_ scratch: TemporaryFolder) -> [[UInt8]] { files.map { scratch.contents(of: $0) } }

    private static func bring(_ copy: [[UInt8]], back scratch: TemporaryFolder) throws {
        for (name, bytes) in zip(files, copy) { try scratch.write(bytes, to: name) }
    }

    private static func expectLocked(_ vault: Vault, _ alarm: VaultAlarm) {
        #expect(vault.alarm == alarm)
        #expect(throws: Refused(standing: .altered)) { try vault.begin("anna", seven) }
    }

    @Test func `each start counts once, and nothing is wrong`() throws {
        #expect(counter.number == 42)
        for start in 43...46 {
            let vault = try open()
            #expect(counter.number == Int64(start))
            #expect(vault.alarm == nil && vault.hasRollbackProtection)
            #expect(try vault.verify("anna", seven) == .passed)
        }
    }

    @Test func `an older copy of the whole folder locks every user, at the next start too`() throws {
        let copy = Self.copy(scratch)
        for _ in 0..<5 { _ = try open().begin("anna", zed) }
        try Self.bring(copy, back: scratch)
        Self.expectLocked(try open(), .rolledBack)
        Self.expectLocked(try open(), .rolledBack)
    }

    /// The two writes of a start with a power cut between them, and possible abuse.
    @Test func `a power cut between the number and its count locks no user, and buys no second start`() throws {
        counter.incrementsLeft = 0
        Self.expectLocked(try open(), .counterUnreadable)
        let copy = Self.copy(scratch)
        counter.incrementsLeft = .max
        do {
            let vault = try open()
            #expect(vault.alarm == nil)
            _ = try vault.begin("anna", zed)
        }
        try Self.bring(copy, back: scratch)
        Self.expectLocked(try open(), .rolledBack)
    }

    @Test func `a cut at any count of a start leaves a vault that opens`() throws {
        for left in [0, 1, 0, 0, 1, 1, 0] {
            counter.incrementsLeft = left
            _ = try open()
        }
        counter.incrementsLeft = .max
        let vault = try open()
        #expect(vault.alarm == nil)
        #expect(try vault.verify("anna", seven) == .passed)
    }

    @Test func `without its counter the vault is locked for as long as it cannot be read`() throws {
        counter.isBroken = true
        do {
            let vault = try open()
            Self.expectLocked(vault, .counterUnreadable)
            #expect(vault.startCounterFault?.description == "no such device")
            #expect(!vault.hasRollbackProtection)
            #expect(vault.newAlarm == nil)
            #expect(try !vault.clearAlarm())
        }
        counter.isBroken = false
        #expect(try open().verify("anna", seven) == .passed)
    }

    @Test(arguments: [nil, 3, 900])
    func `a counter that was cleared or recreated locks every user`(number: Int64?) throws {
        counter.number = number
        let expected: VaultAlarm = number == 900 ? .rolledBack : .counterReplaced
        Self.expectLocked(try open(), expected)
        Self.expectLocked(try open(), expected)
    }

    @Test func `an emptied folder is detected, and so is one from before the counter`() throws {
        let (scratch, counter) = (try TemporaryFolder(), TestCounter())
        do { try Self.open(scratch, nil).enroll("anna", seven) }
        let before = Self.copy(scratch)
        #expect(try Self.open(scratch, counter).alarm == nil)
        try Self.bring(before, back: scratch)
        Self.expectLocked(try Self.open(scratch, counter), .rolledBack)
        #expect(try Self.open(TemporaryFolder(), counter).alarm == .missing)
    }

    @Test func `a counter that was not used for a while is picked up again`() throws {
        #expect(try !Self.open(scratch, nil).hasRollbackProtection)
        let vault = try open()
        #expect(vault.alarm == nil && vault.hasRollbackProtection)
    }
}
