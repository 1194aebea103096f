import Glibc
import StrictJSON
import Testing

/// Callers of an unlock that disconnect before the reply.
@Suite struct HangUpTests {
    /// A verification that waits for a drawing, its scene, and a watch on results.
    private func waiting(on line: Line) throws -> (verification: Stream, screen: Presentation, watch: Stream) {
        let watch = try line.stream("io.touchd.result.Watch")
        _ = try watch.next()
        let screen = try line.present(Widgets.pattern())
        let verification = try line.stream(
            "io.touchd.unlock.Verify", ["user": "anna", "scene": .string(screen.scene), "widget": "pad"])
        _ = try verification.next()
        return (verification, screen, watch)
    }

    @Test func `disconnecting cancels the wait and is recorded`() throws {
        try withLine { line in
            let (verification, screen, watch) = try waiting(on: line)
            verification.hangUp()
            #expect(try watch.next()["result"]?.objectValue?["outcome"] == "cancelled")
            withExtendedLifetime(screen) {}
        }
    }

    @Test(arguments: [("1-2-3-6-9", "failed"), ("1-4-8-5-9", "passed")])
    func `a drawing that counts is recorded, even if its caller disconnects`(dots: String, outcome: String) throws {
        try withLine { line in
            try line.enroll()
            let (verification, screen, watch) = try waiting(on: line)
            try line.draw(dots: dots)
            // The reply comes 0.3 s after the lift.
            try screen.event("completed")
            screen.hangUp()
            verification.hangUp()
            #expect(try watch.next()["result"]?.objectValue?["outcome"]?.stringValue == outcome)
        }
    }

    @Test func `disconnecting scene and wait at the same moment cancels the wait`() throws {
        try withLine { line in
            let (verification, screen, watch) = try waiting(on: line)
            // The daemon finds both closed in one round of its loop.
            line.daemon?.send(SIGSTOP)
            screen.hangUp()
            verification.hangUp()
            line.daemon?.send(SIGCONT)
            #expect(try watch.next()["result"]?.objectValue?["outcome"] == "cancelled")
            #expect(try line.call("io.touchd.manage.Status")["screen"]?.objectValue?["scenes"] == 0)
        }
    }

    @Test func `a PAM caller is released when the daemon hangs during a request`() throws {
        try withLine { line in
            let requests = try line.stream("io.touchd.scene.Requests")
            _ = try requests.next()
            let caller = try line.launch(
                "touchctl", ["--socket", line.socket, "--silence", "0.5", "unlock", "--pam"],
                ["PAM_TYPE": "auth", "PAM_USER": "anna", "PAM_SERVICE": "sudo"])
            _ = try requests.next()
            line.daemon?.send(SIGSTOP)
            #expect(try caller.end() == 3)
            line.daemon?.send(SIGCONT)
        }
    }
}
