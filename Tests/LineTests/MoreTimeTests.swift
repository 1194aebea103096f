import StrictJSON
import Testing
import Varlink

/// Captchas for people who need longer.
@Suite struct MoreTimeTests {
    /// The first second is over when the drag of more than a second ends.
    @Test func `whoever asked for more time has it`() throws {
        try withLine { line in
            let made = try line.call(
                "io.touchd.captcha.Create",
                ["profile": "given", "given": ["targetValue": 0.5], "timeoutUSec": 1_000_000])
            let screen = try line.present(Widgets.captcha(made["challenge"]?.stringValue ?? ""))
            try line.call(
                "io.touchd.captcha.Extend", ["challenge": made["challenge"], "timeoutUSec": 60_000_000])
            try line.draw("line 100,100 300,100 speed 160 rate 50")
            try line.slide(to: 0.5, on: screen)
            #expect(try screen.event("result")["passed"] == true)
        }
    }
}
