import System
import CShims
import EventLoop
import StrictJSON
import Testing
import TestSupport
import TouchCore
import Varlink

@Suite(.timeLimit(.minutes(10))) struct ClientTests {
    /// Runs a client in a thread against the test server and returns its result.
    private func withServer<Result>(_ use: @escaping @Sendable (Client) throws -> sending Result) throws -> Result {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        let rig = try Rig()
        try rig.server.listen(path: path, mode: 0o600)
        let worker = try Worker(on: rig.loop, capacity: 1)
        var outcome: Swift.Result<Result, any Error>?
        let isAccepted = worker.run(
            { Swift.Result { try use(Client("unix:\(path);ignored=1", timeout: .seconds(20))) } },
            finish: { outcome = $0 })
        #expect(isAccepted)
        while true {
            if let outcome { return try outcome.get() }
            try rig.loop.runRound()
        }
    }

    /// Lets a client call a server that replies with those bytes to any call.
    private func call(answeredWith bytes: String) throws -> JSONObject {
        let (number, service) = try RawPeer.pair()
        let client = Client(connected: Descriptor(owning: number), timeout: .milliseconds(10))
        _ = service.send((Array(bytes.utf8) + (bytes.isEmpty ? [] : [0]))[...])
        if bytes == "" { service.finishWriting() }
        return try client.call("org.example.test.Ping")
    }

    @Test func `a stream delivers each reply and then ends`() throws {
        let numbers = try withServer { client in
            var numbers: [Int64] = []
            try client.stream("org.example.test.Count", ["to": 5]) { reply in
                numbers.append(reply["number"]?.integerValue ?? -1)
                return true
            }
            _ = try client.call("org.example.test.Ping")
            return numbers
        }
        #expect(numbers == [1, 2, 3, 4, 5])
    }

    @Test func `a stream with a pulse hands over empty replies while none comes`() throws {
        let replies = try withServer { client in
            var replies: [JSONObject] = []
            try client.stream("org.example.test.Watch", pulse: .milliseconds(1)) { reply in
                replies.append(reply)
                return replies.count < 3
            }
            return replies
        }
        #expect(replies == [[:], [:], [:]])
    }

    @Test func `a pulse does not keep a stream alive whose service is silent`() {
        #expect(throws: ClientError.timedOut(after: .milliseconds(50))) {
            try withServer { client in
                client.timeout = .milliseconds(50)
                try client.stream("org.example.test.Watch", pulse: .milliseconds(5)) { _ in true }
            }
        }
    }

    @Test func `ending a stream early closes the connection`() throws {
        let error = try withServer { client in
            try client.stream("org.example.test.Count", ["to": 5]) { _ in false }
            do throws(ClientError) {
                _ = try client.call("org.example.test.Ping")
                return nil as ClientError?
            } catch {
                return error
            }
        }
        #expect(error == .closed)
    }

    @Test func `an error of the service is thrown with its parameters`() throws {
        #expect(throws: ClientError.remote(VarlinkError("org.example.test.Broken", ["why": "asked"]))) {
            try withServer { try $0.call("org.example.test.Fail") }
        }
    }

    @Test func `an unreachable service is named with what to do`() {
        let path = "/proc/nonexistent/socket"
        let error = #expect(throws: ClientError.self) { try Client(path) }
        #expect(error?.description == "touchd is not running at \(path) (start it, or name its socket)")
    }

    @Test(arguments: [
        ("/run/touchd/touchd.sock", ENOENT, "touchd is not running (systemctl start touchd.socket)"),
        ("/run/touchd/monitor.sock", ECONNREFUSED, "touchd is not running (systemctl start touchd-monitor.socket)"),
        (
            "/run/touchd/touchd.sock", EACCES,
            "/run/touchd/touchd.sock: connect: Permission denied (run it as root, or as a member of group touchd, "
                + "or of touchd-monitor to read)"
        ),
        (
            "/srv/t.sock", EACCES,
            "/srv/t.sock: connect: Permission denied (run it as root, or as a member of the group of this socket)"
        ),
        ("/srv/t.sock", ENAMETOOLONG, "/srv/t.sock: connect: File name too long"),
    ])
    func `each reason has its remedy`(address: String, code: Int32, sentence: String) {
        let error = ClientError.unreachable(address: address, SystemError(call: "connect", code: code))
        #expect(error.description == sentence)
    }

    @Test func `a service that does not reply times out`() throws {
        let rig = try Rig()
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        try rig.server.listen(path: path, mode: 0o600)
        let client = try Client(path, timeout: .milliseconds(1))
        #expect(throws: ClientError.timedOut(after: .milliseconds(1))) { try client.call("org.example.test.Ping") }
    }

    @Test func `a call longer than the maximum message is not sent`() {
        let text = JSON.string(String(repeating: "x", count: 1 << 20))
        #expect(throws: ClientError.self) { try withServer { try $0.call("org.example.test.Echo", ["text": text]) } }
    }

    @Test(arguments: ["{}", #"{"parameters":null}"#, #"{"parameters":{},"error":null,"continues":false}"#])
    func `an empty reply may look like this`(bytes: String) throws {
        #expect(try call(answeredWith: bytes) == [:])
    }

    @Test(arguments: [
        "nonsense", "[]", #"{"parameters":[]}"#, #"{"continues":true}"#, #"{"continues":1}"#, #"{"error":"Bare"}"#,
        #"{"error":5}"#,
    ])
    func `an invalid reply is a violation`(bytes: String) {
        let error = #expect(throws: ClientError.self) { try call(answeredWith: bytes) }
        #expect(error?.description.hasPrefix("service bug: ") == true)
    }

    @Test func `a connection that ends before the reply is closed`() {
        #expect(throws: ClientError.closed) { try call(answeredWith: "") }
    }
}
