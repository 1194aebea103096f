import Testing
import TouchCore

@testable import TouchScreen
@testable import TouchService

@Suite struct PanelSizesTests {
    private static let panel = DeviceID(1)

    /// The verdict on a panel after fingers of those sizes.
    private static func sizes(_ fingers: [ContactSize], on device: DeviceID = panel) -> PanelSizes {
        var sizes = PanelSizes()
        for (number, size) in fingers.enumerated() {
            let contact = Contact(id: ContactID(UInt64(number + 1)), phase: .ended, position: .zero, size: size)
            sizes.note(
                Frame(
                    device: device, time: Instant(microseconds: Int64(number)), provenance: .physical,
                    contacts: [contact]))
        }
        return sizes
    }

    private static let sized = [ContactSize](repeating: .seen, count: PanelSizes.convincing)

    @Test func `a panel's sizes count once fifty fingers had one`() {
        #expect(!Self.sizes(Array(Self.sized.dropLast())).isTold(by: Self.panel))
        #expect(Self.sizes(Self.sized).isTold(by: Self.panel))
    }

    @Test func `a panel that reported a finger without a size never counts`() {
        for place in [0, 1, 49] {
            var fingers = Self.sized
            fingers.insert(.zero, at: place)
            #expect(!Self.sizes(fingers + Self.sized).isTold(by: Self.panel))
        }
    }

    /// Otherwise a program that sends fingers without a size would be refused only once.
    @Test func `a panel that counts keeps counting`() {
        #expect(Self.sizes(Self.sized + [.zero, .zero]).isTold(by: Self.panel))
    }

    @Test func `ignored fingers have no effect`() {
        #expect(Self.sizes([.unknown] + Self.sized).isTold(by: Self.panel))
        #expect(!Self.sizes([.unknown] + Self.sized.dropLast()).isTold(by: Self.panel))
    }

    @Test func `each panel is judged separately and forgotten when it is unplugged`() {
        var sizes = Self.sizes(Self.sized)
        #expect(!sizes.isTold(by: DeviceID(2)))
        sizes.forget(Self.panel)
        #expect(!sizes.isTold(by: Self.panel))
    }
}
