import Arguments
import CShims
import Glibc
import StrictJSON
import System
import TestSupport
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

    @Test(arguments: ["status", "devices", "users", "results", "watch"])
    func `without a daemon every command ends with 3 and one line`(command: String) throws {
        let folder = try TemporaryFolder()
        let run = Run(["--socket", folder.path(of: "none.sock"), command])
        #expect(run.status == .couldNotRun && run.complaints.count == 1, "\(run.complaints)")
    }

    @Test(arguments: waiting)
    func `a command ends after the maximum silence`(words: [String]) throws {
        let run = try FakeDaemon.touchctl(words + ["--silence", "0.2"]) { call in
            call["more"] == true
                ? [["continues": true, "parameters": ["alive": true]]] : [["parameters": ["challengeId": "c"]]]
        }
        #expect(run.status == .couldNotRun)
        #expect(run.complaints == ["touchctl: no answer within 0.2 s"])
    }

    @Test(arguments: [false, true])
    func `the doctor answers in time if daemon and systemctl hang`(isFull: Bool)
        throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "socket")
        let listener = Descriptor(owning: cshims_stream_socket(0))
        let isListening = unsafe cshims_bind(listener.number, path) == 0 && listen(listener.number, 0) == 0
        try #require(isListening)
        var others: [Int32] = []
        defer { for number in others { close(number) } }
        while isFull {
            others.append(cshims_stream_socket(1))
            if unsafe cshims_connect(others[others.count - 1], path) != 0 { break }
        }
        let systemctl = try folder.write("#!/bin/sh\nkill -STOP $$\n", to: "systemctl")
        try #require(unsafe chmod(systemctl, 0o700) == 0)
        let session = Session(socket: path, isJSON: false) { _ in }
        let reader = MachineReader(session: session, within: .milliseconds(500), systemctl: systemctl)
        #expect(reader.units == nil)
        guard case .silent(let reason) = reader.read().daemon.reach else {
            Issue.record("the daemon counts as reached")
            return
        }
        #expect(reason.hasPrefix("no answer within 0."))
    }

    @Test func `the maximum silence covers more than two keep-alive intervals of the interface`() {
        #expect(Session.standardSilence == .seconds(45))
        #expect(Session(socket: "", isJSON: false, output: { _ in }).silence == .seconds(45))
    }
}
