import Arguments
import StrictJSON
import Testing

@testable import TouchClient

/// `touchctl drain`.
struct DrainCommandTests {
    @Test func `the exit status says whether nobody draws`() throws {
        let idle = try FakeDaemon.touchctl("drain", "5", reply: ["idle": true])
        #expect(idle.status == .passed && idle.output == "panels are at rest\n")
        let busy = try FakeDaemon.touchctl("drain", "5", reply: ["idle": false])
        #expect(busy.status == .refused && busy.output == "a panel is still touched after 5 s\n")
    }

    @Test func `without a time it waits half a minute`() throws {
        let run = try FakeDaemon.touchctl(["drain"]) { call in
            let isRight = call["parameters"]?.objectValue?["timeoutUSec"] == 30_000_000
            return [["parameters": ["idle": .bool(isRight)]]]
        }
        #expect(run.status == .passed)
    }

    @Test(arguments: ["-1", "601", "soon"]) func `other times are rejected`(time: String) throws {
        let run = try FakeDaemon.touchctl("drain", "--", time, reply: ["idle": true])
        #expect(run.status == .usage)
        #expect(run.complaints.first?.contains("0 to 600, not \(time)") == true)
    }

    @Test func `an older touchd does not know the call, and is not waited for`() throws {
        let run = try FakeDaemon.touchctl(["drain"]) { _ in
            [["error": "org.varlink.service.MethodNotFound", "parameters": ["method": "Drain"]]]
        }
        #expect(run.status == .couldNotRun)
    }
}
