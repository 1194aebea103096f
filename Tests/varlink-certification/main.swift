// Serves org.varlink.certification, whose description is in a file, on a socket given by path, or on the one it was started with.
import System
import EventLoop
import Glibc
import Varlink

/// Ends the loop at a wrong reply, and with the only connection.
struct Certifier: ServerObserver {
    let loop: EventLoop
    let hasOneConnection: Bool

    func disconnected(_ connection: Connection, _ reason: DisconnectReason) { if hasOneConnection { loop.exit() } }

    func replyDiffers(_ mismatch: String) {
        print("wrong reply:", mismatch)
        loop.exit(1)
    }
}

func serve() throws {
    let words = CommandLine.arguments
    guard (2...3).contains(words.count) else {
        print("usage: varlink-certification INTERFACE [PATH]")
        exit(2)
    }
    let description = String(decoding: try WholeFile(words[1], .given, maxBytes: 1 << 16).bytes, as: UTF8.self)
    let loop = try EventLoop()
    let identity = ServiceIdentity(
        vendor: "touchd", product: "Varlink certification", version: "1", url: "https://varlink.org")
    let inherited = ServiceManager.choose(try ServiceManager.inheritedSockets(), named: "varlink")
    let certifier = Certifier(loop: loop, hasOneConnection: inherited?.isListening == false)
    let server = Server(
        loop: loop, identity: identity, interfaces: [CertificationInterface(description: description)],
        observer: certifier, checksReplies: true)
    if let inherited, inherited.isListening {
        try server.listen(on: Descriptor(owning: inherited.descriptor))
    } else if let inherited {
        try server.adopt(connected: Descriptor(owning: inherited.descriptor))
    } else {
        try server.listen(path: words[words.count - 1], mode: 0o600)
    }
    let signals = try [SIGTERM, SIGINT].map { try loop.signal($0) { loop.exit() } }
    let code = try loop.run()
    server.stop()
    signals.forEach { $0.cancel() }
    exit(code)
}

do {
    try serve()
} catch {
    print("varlink-certification: \(error)")
    exit(1)
}
