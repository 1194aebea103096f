import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Fingers as an administrator watches them.
struct ContactTests {
    private static let button: JSON = [
        "id": "go", "kind": "button", "x": 0.0, "y": 0.0, "width": 1_280.0, "height": 800.0,
    ]

    @Test func `an administrator sees where fingers are, beside the scenes on screen`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Self.button)
            let watch = try kiosk.stream("io.touchd.monitor.Contacts")
            #expect(try watch.next()["contacts"] == [])
            try kiosk.draw("down 0 100,200")
            try screen.event("began")
            let finger = try watch.first { $0["contacts"]?.arrayValue?.isEmpty == false }
            let contact = finger["contacts"]?.arrayValue?.first?.objectValue
            #expect(
                abs((contact?["x"]?.doubleValue ?? 0) - 100) < 1 && abs((contact?["y"]?.doubleValue ?? 0) - 200) < 1)
            try kiosk.draw("up 0")
            _ = try watch.first { $0["contacts"] == [] }
        }
    }

    @Test func `nothing of a pattern is reported, not even that a finger moved`() throws {
        try withKiosk { kiosk in
            let watch = try kiosk.stream("io.touchd.monitor.Contacts")
            _ = try watch.next()
            let screen = try kiosk.present(Widgets.pattern())
            #expect(try watch.next()["hidden"] == true)
            try kiosk.draw(dots: "1-2-3-6")
            try screen.event("judged")
            try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            #expect(try watch.next() == ["contacts": [], "hidden": false])
        }
    }
}

extension AccessTests {
    @Test func `only an administrator sees where fingers are`() throws {
        try withOpenKiosk { kiosk in
            let watch = try kiosk.stream("io.touchd.monitor.Contacts", as: .nobody)
            #expect(throws: (any Error).self) { try watch.next() }
            #expect("\(String(describing: watch.failure))".contains("PermissionDenied"))
        }
    }
}
