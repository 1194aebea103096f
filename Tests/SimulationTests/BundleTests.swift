import Simulation
import StrictJSON
import TestSupport
import Testing

/// The frames that a bundle contains.
@Suite struct BundleTests {
    private static let button: JSON = [
        "id": "go", "kind": "button", "x": 0.0, "y": 0.0, "width": 1_280.0, "height": 800.0,
    ]

    @Test(arguments: [("", true), ("keep-frames=0s", false)])
    func `with keep-frames=0 nothing is kept`(input: String, isKept: Bool) throws {
        try withKiosk(Kiosk.Setup(input: input)) { kiosk in
            let screen = try kiosk.present(Self.button)
            try kiosk.draw("tap 100,100")
            try screen.event("pressed")
            let recording = try kiosk.call("io.touchd.monitor.Recording")["lines"]?.stringValue
            #expect(recording?.contains("\"frame\"") == isKept)
        }
    }
}
