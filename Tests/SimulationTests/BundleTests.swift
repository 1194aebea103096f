import Simulation
import StrictJSON
import TestSupport
import Testing

@Suite(.showsLogs) struct BundleTests {
    @Test(arguments: [("", true), ("keep-frames=0s", false)])
    func `with keep-frames=0 nothing is kept`(input: String, isKept: Bool) throws {
        let kiosk = try Kiosk { $0.input = input }
        let screen = try kiosk.present(Widgets.button)
        try kiosk.draw("tap 100,100")
        try screen.event("pressed")
        let recording = try kiosk.call("io.touchd.monitor.Recording")["lines"]?.stringValue
        #expect(recording?.contains("\"frame\"") == isKept)
    }
}
