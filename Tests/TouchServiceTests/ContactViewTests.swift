import Testing
import TouchCore

@testable import TouchScreen

struct ContactViewTests {
    static func frame(_ id: UInt64, _ phase: Phase, x: Double = 10) -> Frame {
        Frame(
            device: DeviceID(1), time: Instant(microseconds: 0), provenance: .virtual,
            contacts: [Contact(id: ContactID(id), phase: phase, position: Point(x: x, y: 20))])
    }

    static func view(_ frames: Frame...) -> ContactView {
        var view = ContactView()
        for frame in frames { view.handle(frame) }
        return view
    }

    @Test func `a finger is reported at its last position until it lifts`() {
        var view = Self.view(Self.frame(1, .began), Self.frame(2, .began), Self.frame(1, .moved, x: 30))
        #expect(view.visible?.map(\.contact.position.x) == [30, 10])
        view.handle(Self.frame(1, .ended))
        view.handle(Self.frame(2, .cancelled))
        #expect(view.visible?.isEmpty == true)
    }

    @Test func `nothing is reported while something secret is on screen`() {
        var view = Self.view(Self.frame(1, .began))
        view.isGuarded = true
        #expect(view.visible == nil)
    }

    @Test(arguments: [false, true])
    func `a finger that was down beside a secret stays hidden after it, as do all others`(landedBefore: Bool) {
        var view = ContactView()
        if landedBefore { view.handle(Self.frame(1, .began)) }
        view.isGuarded = true
        if !landedBefore { view.handle(Self.frame(1, .began)) }
        view.isGuarded = false
        view.handle(Self.frame(2, .began))
        #expect(view.visible == nil)
        view.handle(Self.frame(1, .ended))
        #expect(view.visible?.map(\.contact.id) == [ContactID(2)])
    }
}
