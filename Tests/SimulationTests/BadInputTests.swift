import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Peers that send invalid data, while another one goes on.
@Suite struct BadInputTests {
    @Test(arguments: [
        "\0", "hello\0", "{}\0", "[]\0", "{\"method\":7}\0", "{\"method\":\"a\"\0", "\u{1}\u{2}\u{3}\0",
        "{\"method\":\"a.b\",\"method\":\"a.b\"}\0", "GET / HTTP/1.1\r\n\r\n\0",
        "{\"method\":\"io.touchd.scene.Present\",\"parameters\":[]}\0",
        "{\"method\":\"a.b\",\"parameters\":{\"x\":" + String(repeating: "[", count: 100_000) + "\0",
        "{\"method\":\"a.b\",\"parameters\":{\"x\":1e999}}\0", "{\"method\":\"a.b\",\"parameters\":{\"x\":NaN}}\0",
    ])
    func `garbage ends only its own connection`(garbage: String) throws {
        try withKiosk { kiosk in
            let bystander = try kiosk.present(Widgets.pattern())
            let client = try kiosk.peer()
            try client.send(Array(garbage.utf8))
            #expect(try client.untilEnd().isEmpty)
            try kiosk.draw(dots: "1-4-7-8")
            try bystander.event("judged")
        }
    }
}
