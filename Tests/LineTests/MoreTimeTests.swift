import StrictJSON
import Testing
import Varlink

/// Captchas for people who need more time.
@Suite struct MoreTimeTests {
    /// The first five seconds are over when the drag ends.
    @Test func `a caller who requested more time gets it`() throws {
        try withLine { line in
            let made = try line.call(
                "io.touchd.captcha.Create",
                ["profile": "given", "given": ["targetValue": 0.5], "timeoutUSec": 5_000_000])
            let screen = try line.present(Widgets.captcha(made["challenge"]?.stringValue ?? ""))
            try line.call(
                "io.touchd.captcha.Extend", ["challenge": made["challenge"], "timeoutUSec": 60_000_000])
            try line.draw("line 100,100 300,100 speed 38 rate 50")
            try line.slide(to: 0.5, on: screen)
            #expect(try screen.event("result")["passed"] == true)
        }
    }
}
