import EventLoop
import SeededNumbers
import Testing
import TouchConfiguration
import TouchCore

@testable import TouchScreen

struct TouchGateTests {
    private var gate = TouchGate()

    private static func frame(_ contacts: [(UInt64, Phase)], at time: Int64 = 0) -> Frame {
        Frame(
            device: DeviceID(1), time: Instant(microseconds: time), provenance: .virtual,
            contacts: contacts.map { Contact(id: ContactID($0.0), phase: $0.1, position: .zero) })
    }

    private mutating func admit(_ contacts: (UInt64, Phase)...) -> [String] {
        (gate.admit(Self.frame(contacts))?.contacts ?? []).map { "\($0.phase) \($0.id.number)" }
    }

    @Test(arguments: Pause.allCases)
    mutating func `a contact that lands at the closed gate is ignored until it lifts, even if the gate opens`(
        pause: Pause
    ) {
        gate.pauses = [pause]
        #expect(admit((1, .began)) == [])
        gate.pauses = []
        #expect(admit((1, .moved), (2, .began)) == ["began 2"])
        #expect(admit((1, .ended)) == [])
        #expect(admit((2, .ended)) == ["ended 2"])
    }

    @Test mutating func `a contact in progress is cancelled once, even if it lifts`() {
        _ = admit((1, .began), (2, .began))
        gate.pauses = [.cleaning]
        #expect(admit((1, .ended), (2, .moved)) == ["cancelled 1"])
        #expect(admit((2, .cancelled)) == ["cancelled 2"])
    }

    @Test mutating func `the gate stays closed while one of two reasons remains`() {
        gate.pauses = [.seat, .cleaning]
        gate.pauses.remove(.cleaning)
        #expect(admit((1, .began)) == [])
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `every reported contact begins once and ends once`(seed: UInt64) {
        var gate = TouchGate()
        var random = SplitMix64(seed: seed)
        var down: [UInt64] = []
        var next: UInt64 = 0
        var lives: [UInt64: [Phase]] = [:]
        func hear(_ contacts: [(UInt64, Phase)]) {
            for contact in gate.admit(Self.frame(contacts))?.contacts ?? [] {
                lives[contact.id.number, default: []].append(contact.phase)
            }
        }
        for _ in 0..<300 {
            switch random.next() % 5 {
            case 0:
                next += 1
                down.append(next)
                hear([(next, .began)])
            case 1 where !down.isEmpty: hear([(down.removeFirst(), .ended)])
            case 2: hear(down.map { ($0, .moved) })
            case 3:
                // As in the daemon: first the gate is closed, then all are cancelled.
                let isClosing = gate.pauses.isEmpty
                gate.pauses.insert(Pause.allCases[Int(random.next() % 3)])
                if isClosing {
                    hear(down.map { ($0, .cancelled) })
                    down.removeAll()
                }
            default: gate.pauses.removeAll()
            }
        }
        hear(down.map { ($0, .ended) })
        for (id, life) in lives {
            #expect(life.first == .began, "\(id)")
            #expect(life.count(where: { $0 == .began }) == 1 && life.count(where: \.isFinal) == 1, "\(id) \(life)")
            #expect(life.last?.isFinal == true, "\(id)")
        }
    }
}

/// Whether touchd accepts fingers, depending on the sessions in front of the seat.
struct SessionUsersTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sessions: [SeatSession]
        let users: SessionUsers<UInt32>
        let present: Set<UInt32>
        let isPaused: Bool

        init(
            _ description: String, kiosk: [SeatSession.State] = [], admin: [SeatSession.State] = [],
            users: SessionUsers<UInt32> = .named([SessionUsersTests.kiosk]), present: Set<UInt32> = [], isPaused: Bool
        ) {
            testDescription = description
            sessions =
                kiosk.map { SeatSession(user: SessionUsersTests.kiosk, state: $0) }
                + admin.map { SeatSession(user: SessionUsersTests.admin, state: $0) }
            (self.users, self.present, self.isPaused) = (users, present, isPaused)
        }
    }

    private static let (kiosk, admin): (UInt32, UInt32) = (1_000, 1_001)

    static let cases = [
        Case("no session at all", isPaused: false),
        Case("nobody matters", admin: [.front], users: .named([]), isPaused: false),
        Case("anybody's session will do", kiosk: [.behind], users: .any, present: [kiosk], isPaused: false),
        Case("the kiosk's session is in front", kiosk: [.front], isPaused: false),
        Case("a console without a session is in front", kiosk: [.behind], isPaused: true),
        Case("an administrator is in front of the kiosk", kiosk: [.behind], admin: [.front], isPaused: true),
        Case("an administrator is left behind the kiosk", kiosk: [.front], admin: [.behind], isPaused: false),
        Case("a system service is the front end, an administrator logs in", admin: [.front], isPaused: false),
        Case("a system service is the front end, an administrator is behind", admin: [.behind], isPaused: false),
        Case("the kiosk is closing, as processes are left", kiosk: [.closing], admin: [.front], isPaused: false),
        Case("one of two sessions of the kiosk's user is in front", kiosk: [.behind, .front], isPaused: false),
        Case(
            "who shows something is behind", kiosk: [.behind], admin: [.front], users: .automatic, present: [kiosk],
            isPaused: true),
        Case(
            "somebody behind shows something beside a front end that is a system service", kiosk: [.behind],
            admin: [.front], users: .automatic, present: [kiosk, 999], isPaused: false),
        Case(
            "somebody behind shows something beside one in front", kiosk: [.front], admin: [.behind],
            users: .automatic, present: [kiosk, admin], isPaused: false),
        Case(
            "the session of one who shows something is closing", kiosk: [.closing], admin: [.behind],
            users: .automatic, present: [kiosk, admin], isPaused: false),
    ]

    @Test(arguments: cases)
    func `touches are accepted or ignored`(one: Case) {
        #expect(one.users.arePaused(one.sessions, showing: one.present) == one.isPaused)
    }
}

struct StillFingerTests {
    private var finger = StillFinger()

    private mutating func feed(_ id: UInt64, _ phase: Phase, x: Double = 0, at time: Int64) {
        let contact = Contact(
            id: ContactID(id), phase: phase, position: Point(x: x * 10, y: 0), millimeters: Millimeters(x: x, y: 0))
        finger.handle(
            Frame(
                device: DeviceID(1), time: Instant(microseconds: time), provenance: .physical, contacts: [contact]))
    }

    @Test mutating func `a finger that lies still is due five seconds after it landed`() {
        #expect(finger.deadline == nil)
        feed(1, .began, at: 1_000)
        feed(1, .moved, x: 4.9, at: 2_000)
        #expect(finger.deadline == Instant(microseconds: 5_001_000))
    }

    @Test mutating func `a finger that moves away and back is not due`() {
        feed(1, .began, at: 0)
        feed(1, .moved, x: 5.1, at: 1)
        feed(1, .moved, x: 0, at: 2)
        #expect(finger.deadline == nil)
    }

    @Test mutating func `a second finger spoils it until both have lifted`() {
        feed(1, .began, at: 0)
        feed(2, .began, at: 1)
        feed(2, .ended, at: 2)
        #expect(finger.deadline == nil)
        feed(1, .ended, at: 3)
        feed(3, .began, at: 4)
        #expect(finger.deadline == Instant(microseconds: 5_000_004))
    }

    @Test mutating func `on a panel of unknown size pixels count`() {
        for (phase, x) in [(Phase.began, 0.0), (.moved, 39)] {
            let contact = Contact(id: ContactID(1), phase: phase, position: Point(x: x, y: 0))
            finger.handle(
                Frame(
                    device: DeviceID(1), time: Instant(microseconds: 0), provenance: .physical, contacts: [contact]))
        }
        #expect(finger.deadline != nil)
    }
}
