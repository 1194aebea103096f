import Glibc
import TestSupport
import Testing

@testable import TouchOperator

struct UsedTokensTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let now: Int64 = 2_000_000_000

    static func token(_ digit: Character = "a", expires: Int64 = now + 600) -> CommandToken {
        CommandToken(
            .reload, for: ["lobby"], issued: now, expires: expires, id: String(repeating: digit, count: 32))
    }

    /// Why a token cannot be used; with a new store each time, as after a restart.
    private func refusal(_ token: CommandToken, in path: String? = nil, at now: Int64 = UsedTokensTests.now)
        -> CommandRefusal?
    {
        do throws(CommandRefusal) {
            try UsedTokens(in: path ?? folder.path).use(token, at: now)
            return nil
        } catch { return error }
    }

    @Test func `a token can be used once, even after a restart`() throws {
        #expect(refusal(Self.token()) == nil)
        #expect(refusal(Self.token()) == .replayed)
        #expect(refusal(Self.token("b")) == nil)
    }

    @Test func `a lock on the folder, which every user can take, delays nothing`() throws {
        let other = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(other) }
        #expect(flock(other, LOCK_EX) == 0)
        #expect(refusal(Self.token()) == nil)
        #expect(TemporaryFolder.permissions(of: folder.path(of: "lock")) == 0o600)
    }

    @Test func `setting the clock back makes no token valid again`() throws {
        let later = Self.token("b", expires: Self.now + 2_000)
        #expect(refusal(Self.token()) == nil)
        // The first one expires and is forgotten.
        #expect(refusal(later, at: Self.now + 1_000) == nil)
        #expect(refusal(Self.token(), at: Self.now) == .expired)
        #expect(refusal(later) == .replayed)
    }

    @Test func `nor one that was held back until it had expired`() throws {
        let used = Self.token("b", expires: Self.now + 5_000)
        #expect(refusal(used, at: Self.now + 4_100) == nil)
        let kept = Self.token("c", expires: Self.now + 700)
        #expect(refusal(kept, at: Self.now + 650) == .expired)
        #expect(refusal(kept, at: 0) == .expired)
        let fresh = Self.token("d", expires: Self.now + 4_101)
        #expect(refusal(fresh, at: Self.now + 4_000) == nil)
    }

    @Test func `a token expires after its last second, and stays expired when the clock is set back`() {
        #expect(refusal(Self.token(), at: Self.now + 599) == nil)
        #expect(refusal(Self.token("b"), at: Self.now + 600) == .expired)
        #expect(refusal(Self.token("c"), at: Self.now + 90_000) == .expired)
        for digit in ["b", "c"] as [Character] { #expect(refusal(Self.token(digit)) == .replayed) }
        // The wrong clock holds up no other command.
        #expect(refusal(Self.token("d")) == nil)
    }

    @Test func `expired tokens are forgotten`() {
        var record = UsedTokens.Record()
        record.expiry = ["a": 10, "b": 20, "c": 30]
        record.pass(to: 20)
        #expect(record.expiry == ["c": 30] && record.floor == 20)
        record.pass(to: 15)
        #expect(record.expiry == ["c": 30] && record.floor == 20)
    }

    @Test func `the stored tokens are read as they were written`() throws {
        var record = UsedTokens.Record()
        #expect(UsedTokens.Record(record.text) == record)
        record.floor = 7
        record.expiry = [String(repeating: "a", count: 32): 9, String(repeating: "b", count: 32): 8]
        #expect(UsedTokens.Record(record.text) == record)
    }

    @Test(arguments: ["", "floor", "floor x\n", "floor 1", "floor 1\n9 short\n", "floor 1\n\n", "9 a\nfloor 1\n"])
    func `with a damaged file every token is refused`(text: String) throws {
        #expect(UsedTokens.Record(text) == nil)
        try folder.write(text, to: "used")
        #expect(refusal(Self.token())?.code == "storage_failed")
        #expect(try folder.text(of: "used") == text)
    }

    @Test func `a token that cannot be stored is refused`() throws {
        try folder.makeFolder("used.new")
        #expect(refusal(Self.token())?.code == "storage_failed")
        #expect(refusal(Self.token(), in: "/no/such/folder")?.code == "storage_failed")
    }
}
