import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The frames that a bundle contains.
@Suite struct BundleTests {
    private static let button: JSON = [
        "id": "go", "kind": "button", "x": 0.0, "y": 0.0, "width": 1_280.0, "height": 800.0,
    ]

    private static func recording(_ kiosk: Kiosk) throws -> String {
        var (text, from) = ("", JSON?.none)
        repeat {
            let reply = try kiosk.call("io.touchd.monitor.Recording", ["from": from])
            text += reply["lines"]?.stringValue ?? ""
            from = reply["next"]
        } while from != nil
        return text
    }

    @Test func `a secret gesture is a gap and an ordinary one is not`() throws {
        try withKiosk { kiosk in
            try kiosk.enroll()
            let screen = try kiosk.present(Widgets.pattern())
            try kiosk.draw(dots: "1-2-3-6")
            try screen.event("judged")
            try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            let secret = try Self.recording(kiosk)
            #expect(!secret.contains("\"type\":\"frame\""))
            #expect(secret.split(separator: "\n").filter { $0.contains("\"type\":\"gap\"") }.count == 1)
            let open = try kiosk.present(Self.button)
            try kiosk.draw(dots: "1-2-3-6")
            try open.event("pressed", "cancelled")
            let told = try Self.recording(kiosk)
            #expect(told.hasPrefix(secret))
            #expect(told.split(separator: "\n").filter { $0.contains("\"type\":\"frame\"") }.count > 10)
        }
    }

    @Test func `with keep-frames=0 nothing is kept`() throws {
        try withKiosk(Kiosk.Setup(input: "keep-frames=0s")) { kiosk in
            let screen = try kiosk.present(Self.button)
            try kiosk.draw("tap 100,100")
            try screen.event("pressed")
            #expect(!(try Self.recording(kiosk)).contains("\"frame\""))
        }
    }
}
