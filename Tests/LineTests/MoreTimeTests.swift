import StrictJSON
import Testing
import Varlink

/// Captchas for people who need more time.
@Suite struct MoreTimeTests {
    /// A challenge of five seconds that was given more before they were over, however busy this machine is.
    private func extended(_ line: Line) throws -> Presentation {
        for _ in 0..<20 {
            let made = try line.call(
                "io.touchd.captcha.Create",
                ["profile": "given", "given": ["targetValue": 0.5], "timeoutUSec": 5_000_000])
            let screen = try? line.present(Widgets.captcha(made["challenge"]?.stringValue ?? ""))
            let answer = try? line.call(
                "io.touchd.captcha.Extend", ["challenge": made["challenge"], "timeoutUSec": 600_000_000])
            if let screen, answer?["timeLeftUSec"] != nil { return screen }
            screen?.hangUp()
        }
        throw TimedOut(what: "more time within five seconds of the challenge")
    }

    /// The first five seconds are over when the drag ends.
    @Test func `whoever asked for more time has it`() throws {
        try withLine { line in
            let screen = try extended(line)
            try line.draw("line 100,100 300,100 speed 38 rate 50")
            try line.slide(to: 0.5, on: screen)
            #expect(try screen.event("result")["passed"] == true)
        }
    }
}
