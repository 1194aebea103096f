import EventLoop
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
}

/// Whether touchd accepts fingers, depending on the sessions in front of the seat.
struct SessionUsersTests {
    private static let (kiosk, admin): (UInt32, UInt32) = (1_000, 1_001)

    private func arePaused(
        kiosk own: [SeatSession.State] = [], admin others: [SeatSession.State] = [],
        users: SessionUsers<UInt32> = .named([kiosk]), showing present: Set<UInt32> = []
    ) -> Bool {
        let sessions = own.map { SeatSession(user: Self.kiosk, state: $0) }
        return users.arePaused(sessions + others.map { SeatSession(user: Self.admin, state: $0) }, showing: present)
    }

    @Test func `touches are ignored while the kiosk's user, or who shows something, is behind`() {
        #expect(arePaused(kiosk: [.behind]))
        #expect(arePaused(kiosk: [.behind], admin: [.front]))
        #expect(arePaused(kiosk: [.behind], admin: [.front], users: .automatic, showing: [Self.kiosk]))
    }

    @Test func `touches are accepted otherwise`() {
        #expect(!arePaused())
        #expect(!arePaused(admin: [.front], users: .named([])))
        #expect(!arePaused(kiosk: [.behind], users: .any, showing: [Self.kiosk]))
        #expect(!arePaused(kiosk: [.front]))
        #expect(!arePaused(kiosk: [.front], admin: [.behind]))
        // A system service is the front end.
        for state in [SeatSession.State.front, .behind] { #expect(!arePaused(admin: [state])) }
        // As processes are left.
        #expect(!arePaused(kiosk: [.closing], admin: [.front]))
        #expect(!arePaused(kiosk: [.behind, .front]))
        // Somebody behind shows something, beside a system service or somebody in front.
        #expect(!arePaused(kiosk: [.behind], admin: [.front], users: .automatic, showing: [Self.kiosk, 999]))
        for state in [SeatSession.State.front, .closing] {
            let both: Set = [Self.kiosk, Self.admin]
            #expect(!arePaused(kiosk: [state], admin: [.behind], users: .automatic, showing: both))
        }
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
