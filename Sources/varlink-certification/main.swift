// Serves org.varlink.certification on a socket given by path, or on the one it was started with.
import EventLoop
import Glibc
import Varlink

func serve() throws {
    let loop = try EventLoop()
    let identity = ServiceIdentity(
        vendor: "touchd", product: "Varlink certification", version: "1", url: "https://varlink.org")
    let server = try Server(loop: loop, identity: identity, interfaces: [CertificationInterface()])
    server.onReplyMismatch = { mismatch in
        print("wrong reply:", mismatch)
        loop.exit(1)
    }
    let inherited = ServiceManager.choose(try ServiceManager.inheritedSockets(), named: "varlink")
    if let inherited, inherited.isListening {
        try server.listen(on: Descriptor(owning: inherited.descriptor))
    } else if let inherited {
        server.onDisconnect = { _, _ in loop.exit() }
        try server.adopt(connected: Descriptor(owning: inherited.descriptor))
    } else if CommandLine.arguments.count == 2 {
        try server.listen(path: CommandLine.arguments[1], mode: 0o600)
    } else {
        print("usage: varlink-certification PATH")
        exit(2)
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
