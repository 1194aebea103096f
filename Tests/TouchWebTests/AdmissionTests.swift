import Testing

@testable import TouchWeb

struct AdmissionTests {
    private static func enter(_ admission: inout Admission, _ owner: UInt32?) -> Bool {
        do throws(Refusal) {
            try admission.enter(owner)
            return true
        } catch { return false }
    }

    @Test func `a user has a fixed number of connections, until one is closed`() {
        var admission = Admission(users: [7])
        let limit = Admission.Limits().ofUser
        #expect((0..<limit).allSatisfy { _ in Self.enter(&admission, 7) })
        #expect(!Self.enter(&admission, 7))
        admission.leave(7)
        #expect(Self.enter(&admission, 7))
    }

    @Test func `however many other users connect, the page's user can connect`() {
        var admission = Admission(users: [7])
        var inside = 0
        for uid in UInt32(100)..<1_100 {
            for _ in 0..<20 where Self.enter(&admission, uid) { inside += 1 }
        }
        for _ in 0..<100 where Self.enter(&admission, nil) { inside += 1 }
        #expect(inside == Admission.Limits().ofStrangers)
        #expect((0..<Admission.Limits().ofUser).allSatisfy { _ in Self.enter(&admission, 7) })
    }

    @Test func `one other user does not use up the slots of all`() {
        var admission = Admission(users: [])
        for _ in 0..<100 { _ = Self.enter(&admission, 65_534) }
        #expect(admission.all == Admission.Limits().ofStranger)
        #expect(Self.enter(&admission, 65_533))
    }

    @Test func `a closed connection is uncounted once`() {
        var admission = Admission(users: [7])
        _ = Self.enter(&admission, 7)
        admission.leave(7)
        admission.leave(7)
        admission.leave(nil)
        #expect(admission.all == 0)
    }

    @Test func `touchd has room for every page and one more connection`() throws {
        var admission = Admission(users: [7])
        for _ in 0..<60 { try admission.open() }
        #expect(throws: Refusal.tooManyPages) { try admission.open() }
        admission.close()
        #expect(throws: Never.self) { try admission.open() }
    }
}
