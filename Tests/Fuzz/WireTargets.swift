import System
import CShims
import EventLoop
import Glibc
import StrictJSON
import TouchCore
import Varlink

extension FuzzTarget {
    /// JSON: what was read is written, and reading it again gives the same.
    static var strictJSON: FuzzTarget {
        FuzzTarget("strict-json") { bytes in
            guard let value = try? JSONObject(parsing: bytes) else { return }
            var writer = JSONWriter()
            writer.value(value)
            guard let again = try? JSONObject(parsing: writer.bytes) else {
                fatalError("what was written is not read: \(value)")
            }
            require(again == value, "\(value) comes back as \(again)")
        }
    }

    /// A client of the socket: sends its bytes in two pieces, then disconnects.
    static var varlink: FuzzTarget {
        let service = FuzzedService()
        return FuzzTarget("varlink") { service.feed($0) }
    }
}

private final class Strict: ServerObserver {
    private(set) var open = 0

    func connected(_ connection: Connection) { open += 1 }

    func disconnected(_ connection: Connection, _ reason: DisconnectReason) { open -= 1 }

    func replyDiffers(_ mismatch: String) { fatalError("a reply differs from its interface: \(mismatch)") }
}

/// A server with one interface, driven by hand.
private final class FuzzedService {
    private let loop: EventLoop
    private let server: Server
    private let interface = Echo()
    private let observer = Strict()

    init() {
        do {
            loop = try EventLoop()
            let identity = ServiceIdentity(vendor: "v", product: "p", version: "1", url: "file:///")
            server = Server(
                loop: loop, identity: identity, interfaces: [interface], observer: observer,
                checksReplies: true)
        } catch { fatalError("\(error)") }
    }

    func feed(_ bytes: [UInt8]) {
        var pair: [Int32] = [-1, -1]
        let isMade = unsafe pair.withUnsafeMutableBufferPointer { pair in
            unsafe pair.baseAddress.map { unsafe cshims_stream_pair($0) } == 0
        }
        require(isMade, "socketpair failed")
        let client = Descriptor(owning: pair[1])
        do { try server.adopt(connected: Descriptor(owning: pair[0])) } catch { fatalError("\(error)") }
        for piece in [bytes.prefix(bytes.count / 3), bytes.dropFirst(bytes.count / 3)] {
            _ = unsafe Array(piece).withUnsafeBytes { unsafe cshims_send(client.number, $0.baseAddress, $0.count) }
            settle()
        }
        var answers = [UInt8](repeating: 0, count: 1 << 16)
        _ = unsafe cshims_receive(client.number, &answers, answers.count)
        _ = consume client
        settle()
        require(observer.open == 0, "a connection outlives its client")
        require(interface.open.isEmpty, "a call outlives its connection")
    }

    private func settle() {
        do throws(SystemError) { while try loop.runRound(timeout: .zero) {} } catch {
            fatalError("\(error)")
        }
    }
}

/// Methods that reply once, stream or wait.
private final class Echo: Interface {
    let name = "org.example.test"
    let description = """
        # For fuzzing.
        interface org.example.test

        type Dot (x: float, note: ?string)

        method Ping() -> ()
        method Echo(text: string, dots: ?[]Dot) -> (text: string)

        # [Requires 'more' flag]
        method Count(to: int) -> (number: int)

        # Answered never.
        method Wait() -> ()

        """
    var open: [Call] = []

    func handle(_ call: Call) {
        switch call.method {
        case "Echo": call.reply(["text": call.parameters["text"]])
        case "Count":
            guard call.wantsMore else { return call.fail(.expectedMore) }
            let last = min(call.parameters["to"]?.integerValue ?? 0, 8)
            for number in 0..<max(last, 0) { call.replyContinuing(["number": .integer(number)]) }
            call.reply(["number": .integer(last)])
        case "Wait":
            open.append(call)
            call.onCancelled = { [weak self, weak call] in self?.open.removeAll { $0 === call } }
        default: call.reply()
        }
    }
}
