import Simulation
import Testing
import TouchConfiguration
import TouchCore
import TouchInput

@testable import TouchScreen
@testable import TouchService

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
