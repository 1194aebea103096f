import Simulation
import Testing
import TouchConfiguration
import TouchCore

@testable import TouchScreen

@Suite struct PanelSizesTests {
    private static let panel = DeviceID(1)

    private static func sizes(_ fingers: [ContactSize]) -> PanelHabits {
        let sizes = PanelHabits()
        for (number, size) in fingers.enumerated() {
            let contact = Contact(id: ContactID(UInt64(number + 1)), phase: .ended, position: .zero, size: size)
            sizes.note(
                Frame(
                    device: panel, time: Instant(microseconds: Int64(number)), provenance: .physical,
                    contacts: [contact]), hasMoved: false, hasEnded: true)
        }
        return sizes
    }

    private static let sized = [ContactSize](repeating: .seen, count: PanelHabits.convincing)

    @Test func `a panel's sizes count once fifty fingers had one`() {
        #expect(!Self.sizes(Array(Self.sized.dropLast())).tellsSizes(Self.panel))
        #expect(Self.sizes(Self.sized).tellsSizes(Self.panel))
    }

    @Test func `a panel that reported a finger without a size never counts`() {
        for place in [0, 1, 49] {
            var fingers = Self.sized
            fingers.insert(.zero, at: place)
            #expect(!Self.sizes(fingers + Self.sized).tellsSizes(Self.panel))
        }
    }

    /// Otherwise a program that sends fingers without a size would be refused only once.
    @Test func `a panel that counts keeps counting`() {
        #expect(Self.sizes(Self.sized + [.zero, .zero]).tellsSizes(Self.panel))
    }

    @Test func `ignored fingers have no effect`() {
        #expect(Self.sizes([.unknown] + Self.sized).tellsSizes(Self.panel))
        #expect(!Self.sizes([.unknown] + Self.sized.dropLast()).tellsSizes(Self.panel))
    }

    @Test func `each panel is judged separately and forgotten when it is unplugged`() {
        let sizes = Self.sizes(Self.sized)
        #expect(!sizes.tellsSizes(DeviceID(2)))
        sizes.forget(Self.panel)
        #expect(!sizes.tellsSizes(Self.panel))
    }
}

@Suite struct PixelDensityTests {
    private static func density(of size: PanelSize?, configured: PanelSize? = nil) -> Double? {
        var (configuration, section) = (Configuration(), PanelSection(name: "main"))
        section.size = configured
        configuration.panels = [section]
        let seat = ScriptedSeat { .zero }
        let panels = Panels(configuration, on: seat)
        panels.add(PanelTrustTests.device(.physical, size: size))
        #expect(
            panels.pixelsPerMillimeter(in: Size(width: 3_840, height: 2_160))
                == panels.pixelsPerMillimeter.map { $0 * 2 })
        return panels.pixelsPerMillimeter
    }

    @Test func `a millimeter has as many pixels as the size of the configuration says, or else that of the panel`() {
        #expect(Self.density(of: nil) == nil)
        #expect(Self.density(of: PanelSize(width: 480, height: 270)) == 4)
        #expect(Self.density(of: nil, configured: PanelSize(width: 240, height: 135)) == 8)
        let both = Self.density(of: PanelSize(width: 480, height: 270), configured: PanelSize(width: 240, height: 135))
        #expect(both == 8)
    }
}
