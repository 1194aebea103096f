import Glibc
import TestSupport
import Testing

@testable import TouchOperator

struct UsedTokensTests {
    static let now: Int64 = 2_000_000_000

    static func token(_ digit: Character = "a", expires: Int64 = now + 600) -> CommandToken {
        CommandToken(
            .reload, for: ["lobby"], issued: now, expires: expires, id: String(repeating: digit, count: 32))
    }

    /// Why a token cannot be used; with a new store each time, as after a restart.
    static func refusal(_ token: CommandToken, in folder: String, at now: Int64 = now) -> CommandRefusal? {
        do throws(CommandRefusal) {
            try UsedTokens(in: folder).use(token, at: now)
            return nil
        } catch { return error }
    }

    @Test func `a token can be used once, even after a restart`() throws {
        let folder = try TemporaryFolder()
        #expect(Self.refusal(Self.token(), in: folder.path) == nil)
        #expect(Self.refusal(Self.token(), in: folder.path) == .replayed)
        #expect(Self.refusal(Self.token("b"), in: folder.path) == nil)
    }

    @Test func `a lock on the folder, which every user can take, delays nothing`() throws {
        let folder = try TemporaryFolder()
        let other = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(other) }
        #expect(flock(other, LOCK_EX) == 0)
        #expect(Self.refusal(Self.token(), in: folder.path) == nil)
        var status = stat()
        #expect(unsafe stat(folder.path(of: "lock"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `setting the clock back makes no token valid again`() throws {
        let folder = try TemporaryFolder()
        let later = Self.token("b", expires: Self.now + 2_000)
        #expect(Self.refusal(Self.token(), in: folder.path) == nil)
        // The first one expires and is forgotten.
        #expect(Self.refusal(later, in: folder.path, at: Self.now + 1_000) == nil)
        #expect(Self.refusal(Self.token(), in: folder.path, at: Self.now) == .expired)
        #expect(Self.refusal(later, in: folder.path) == .replayed)
    }

    @Test func `nor one that was held back until it had expired`() throws {
        let folder = try TemporaryFolder()
        let used = Self.token("b", expires: Self.now + 5_000)
        #expect(Self.refusal(used, in: folder.path, at: Self.now + 4_100) == nil)
        let kept = Self.token("c", expires: Self.now + 700)
        #expect(Self.refusal(kept, in: folder.path, at: Self.now + 650) == .expired)
        #expect(Self.refusal(kept, in: folder.path, at: 0) == .expired)
        let fresh = Self.token("d", expires: Self.now + 4_101)
        #expect(Self.refusal(fresh, in: folder.path, at: Self.now + 4_000) == nil)
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
        let folder = try TemporaryFolder()
        try folder.write(text, to: "used")
        #expect(Self.refusal(Self.token(), in: folder.path)?.code == "storage_failed")
        #expect(try folder.text(of: "used") == text)
    }

    @Test func `a token that cannot be stored is refused`() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("used.new")
        #expect(Self.refusal(Self.token(), in: folder.path)?.code == "storage_failed")
        #expect(Self.refusal(Self.token(), in: "/no/such/folder")?.code == "storage_failed")
    }
}
