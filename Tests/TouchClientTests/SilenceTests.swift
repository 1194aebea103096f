import Arguments
import StrictJSON
import Testing
import TouchCore

@testable import TouchClient

/// Commands that wait for a person, while the daemon is silent.
struct SilenceTests {
    private static let waiting = [
        ["enroll", "anna", "--on-screen"], ["enroll", "anna", "--frame", "0,0,9,9"],
        ["unlock", "anna", "--on-screen"], ["captcha", "--on-screen"], ["gesture", "--on-screen"], ["calibrate"],
        ["align"],
        ["watch"], ["watch", "devices"], ["watch", "--ignored"],
    ]

    @Test(arguments: waiting)
    func `a command ends after the maximum silence`(words: [String]) throws {
        let run = try FakeDaemon.touchctl(words + ["--silence", "0.2"]) { call in
            call["more"] == true
                ? [["continues": true, "parameters": ["alive": true]]] : [["parameters": ["challengeId": "c"]]]
        }
        #expect(run.status == .couldNotRun)
        #expect(run.complaints == ["touchctl: no answer within 0.2 s"])
    }

    @Test func `the maximum silence covers more than two keep-alive intervals of the interface`() {
        #expect(Session.standardSilence == .seconds(45))
        #expect(Session(socket: "", isJSON: false, output: { _ in }).silence == .seconds(45))
    }
}
