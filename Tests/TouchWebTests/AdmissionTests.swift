import Testing
import Varlink

@testable import TouchWeb

/// The limit of WebSockets, and the room that closed connections make, are shown by bridge.py.
struct AdmissionTests {
    /// How many connections are admitted that these owners open one after the other, beside those of others.
    private static func admitted(_ owners: [UInt32?], beside others: [UInt32?] = [], users: Set<UInt32> = [7])
        -> [UInt32?]
    {
        owners.reduce(into: others) { inside, owner in
            if (try? Admission(users: users).check(owner, beside: inside)) != nil { inside.append(owner) }
        }
    }

    @Test func `however many other users connect, the page's user can connect, up to a limit`() {
        let strangers = (UInt32(100)..<1_100).flatMap { uid in [UInt32?](repeating: uid, count: 20) }
        let inside = Self.admitted(strangers + [UInt32?](repeating: nil, count: 100))
        #expect(inside.count == Admission.Limits().ofStrangers)
        let all = Self.admitted([UInt32?](repeating: 7, count: 200), beside: inside)
        #expect(all.count - inside.count == Admission.Limits().ofUser)
    }

    @Test func `one other user does not use up the slots of all`() {
        let inside = Self.admitted([UInt32?](repeating: 65_534, count: 100), users: [])
        #expect(inside.count == Admission.Limits().ofStranger)
        #expect(Self.admitted([65_533], beside: inside, users: []).count == inside.count + 1)
    }

    @Test func `touchd has room for every page and one more connection`() {
        #expect(Admission.Limits().pages < Limits.standard.connectionsPerUser)
    }
}
