import CLineShims
import CShims
import System
import Glibc
import StrictJSON
import Testing
import TestSupport
import TouchCore
import Varlink

/// The whole system: a virtual panel, the daemon that reads it, and clients of its socket; its programs end with it.
final class Line: Stage {
    /// Differences from an ordinary kiosk.
    struct Setup {
        var view = "1280x800"
        var trustsVirtual = true
        /// Lines of the section `[access]`.
        var access = "group-frontend="
        /// Lines of the section `[store]`: the minimum cost of hashing.
        var store = "hash-memory=19MiB\nhash-passes=2"
        /// An evemu file that describes the panel; nil: ten contacts, 256 × 160 mm.
        var description: String?
        /// Additional udev properties of the panel, `NAME=VALUE`.
        var properties: [String] = []
        /// Number of panels of that kind; the second is called `touchsim panel 2`.
        var panels = 1
        var isPlugged = true
        /// Words before the daemon's command line: a program that executes it.
        var wrapper: [String] = []
        /// Additional environment variables of the daemon.
        var variables: [String: String] = [:]
        /// Lines of the section `[touchd]` and of `[input]`.
        var daemon = ""
        var input = ""
        var startsDaemon = true
    }

    let folder: TemporaryFolder
    private var setup: Setup
    let simulator: Program
    /// The environment variables with which a program sees the panel.
    private(set) var environment: [String: String]
    private(set) var daemon: Program?
    private let notices: Descriptor

    var socket: String { folder.path(of: "touchd.sock") }
    var configuration: String { folder.path(of: "touchd.conf") }
    var control: String { folder.path(of: "touchsim.sock") }

    /// Makes the panel and the configuration, and starts the daemon unless the setup says otherwise.
    init(_ setup: Setup = Setup()) throws {
        self.setup = setup
        folder = try TemporaryFolder()
        let number = unsafe cline_datagram_socket(folder.path(of: "notify"))
        guard number >= 0 else { throw SystemError.last("bind") }
        notices = Descriptor(owning: number)
        var words = [
            Program.built("touchsim"), "--backend", "umockdev", "--view", setup.view, "--control",
            folder.path(of: "touchsim.sock"),
        ]
        if setup.panels > 1 { words += ["--panels", "\(setup.panels)"] }
        if let description = setup.description { words += ["--description", description] }
        for property in setup.properties { words += ["--property", property] }
        simulator = try Program(words)
        ShownLogs.keep { [errors = simulator.errors] in
            "log of touchsim:\n  " + errors.all.suffix(10).joined(separator: "\n  ")
        }
        // It prints them once it accepts commands.
        var variables: [String: String] = [:]
        for _ in 0..<2 {
            guard let line = try simulator.output.next() else {
                throw TimedOut(what: "a panel: \(simulator.errors.all)")
            }
            let parts = line.split(separator: "=", maxSplits: 1)
            variables[String(parts[0])] = String(parts[1])
        }
        environment = variables
        try folder.write(Self.text(setup, in: folder), to: "touchd.conf")
        if !setup.isPlugged { try draw("unplug") }
        if setup.startsDaemon { try startDaemon() }
    }

    /// Rewrites the configuration, for a daemon that is started later.
    func configure(_ change: (inout Setup) -> Void) throws {
        change(&setup)
        try folder.write(Self.text(setup, in: folder), to: "touchd.conf")
    }

    private static func text(_ setup: Setup, in folder: TemporaryFolder) -> String {
        configurationText(
            daemon: "socket=\(folder.path(of: "touchd.sock"))\n" + setup.daemon, view: setup.view,
            trustsVirtual: setup.trustsVirtual, input: setup.input, access: setup.access, store: setup.store,
            in: folder)
    }

    func startDaemon() throws {
        let words = setup.wrapper + [Program.built("touchd"), "--config", configuration]
        let own = setup.variables.merging(["NOTIFY_SOCKET": folder.path(of: "notify")]) { $1 }
        let program = try launch(words[0], Array(words.dropFirst()), own)
        daemon = program
        ShownLogs.keep { [errors = program.errors] in
            "log of touchd:\n  " + errors.all.suffix(40).joined(separator: "\n  ")
        }
        try awaitReady()
    }

    /// Starts a program of the package, or one of the machine, that sees the panel.
    func launch(_ name: String, _ arguments: [String], _ additions: [String: String] = [:]) throws -> Program {
        let path = name.hasPrefix("/") ? name : Program.built(name)
        return try Program([path] + arguments, environment: environment.merging(additions) { $1 })
    }

    func touchctl(_ words: String...) throws -> (status: Int32, output: [String], errors: [String]) {
        try launch("touchctl", ["--socket", socket] + words).outcome()
    }

    func awaitReady() throws {
        let end = Patience.now + Patience.seconds
        while Patience.now < end {
            if let state = notice(within: 0.1), state.contains("READY=1") { return }
            if let daemon, !daemon.isRunning { break }
        }
        throw TimedOut(what: "READY=1; log: \(daemon?.errors.all ?? [])")
    }

    /// The daemon's log so far.
    ///
    /// The log's pipe lags behind the daemon's other output. A reload is logged last, so it is requested and awaited;
    /// it changes nothing unless the test has written another configuration.
    func log() throws -> [String] {
        guard let daemon else { throw TimedOut(what: "a daemon that logs: none was started") }
        try call("io.touchd.manage.Reload")
        _ = try daemon.errors.first { $0.contains("nothing changed") }
        return daemon.errors.all
    }

    /// The daemon's next message to its service manager.
    func notice(within seconds: Double = Patience.seconds) -> String? {
        guard cshims_wait(notices.number, 0, Int32(seconds * 1_000)) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(notices.number, &buffer, buffer.count, 0)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    // MARK: - The finger

    func draw(_ command: String) throws { _ = try told(command) }

    /// What touchsim says about a command after `ok`.
    func told(_ command: String) throws -> String {
        let touchsim = try Descriptor(connectedTo: control)
        try touchsim.send(Array("\(command)\n".utf8), to: control)
        let time = Interval(seconds: Patience.seconds)
        let line = try touchsim.answer(of: control, isLine: true, within: time, maxBytes: 1 << 16)
        let answer = String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard answer.hasPrefix("ok") else { throw TimedOut(what: "touchsim to \(command): \(answer)") }
        return String(answer.dropFirst(3))
    }

    // MARK: - Clients

    func reply(to method: String, _ parameters: JSONObject, as identity: Identity?) throws -> JSONObject {
        try Socket.client(socket, as: identity).call(method, parameters)
    }

    func replies(to method: String, _ parameters: JSONObject, as identity: Identity?) throws -> Stream {
        let stream = try Stream(method, parameters, on: socket, as: identity)
        // It handles connections and calls in order. One that accepts no more refuses this one.
        _ = try? call("org.varlink.service.GetInfo")
        return stream
    }

    /// Lets every user open the socket, as a group of the machine would.
    func openToEverybody() {
        unsafe chmod(folder.path, 0o711)
        unsafe chmod(socket, 0o666)
    }

    /// A copy of a program of the package that every user may start, unlike in some checkouts; with the libraries it
    /// loads.
    func lend(_ name: String) throws -> String {
        let preloaded = environment["LD_PRELOAD"]?.split(separator: ":").map(String.init) ?? []
        environment["LD_PRELOAD"] = try preloaded.map { path in
            path.hasPrefix("/") && !path.hasPrefix(folder.path) ? try copy(path) : path
        }.joined(separator: ":")
        return try copy(Program.built(name))
    }

    private func copy(_ path: String) throws -> String {
        let copied = folder.path(of: String(path.split(separator: "/").last ?? ""))
        guard try Program(["/bin/cp", path, copied]).end() == 0 else { throw TimedOut(what: "a copy of \(path)") }
        unsafe chmod(copied, 0o755)
        return copied
    }

    // MARK: - End

    /// Ends the daemon as a service manager would.
    @discardableResult
    func stopDaemon() throws -> Int32 {
        guard let daemon else { return 0 }
        daemon.send(SIGTERM)
        return try daemon.end()
    }

    deinit {
        daemon?.stop()
        for line in daemon?.errors.all ?? [] where line.contains("differs from its interface") {
            Issue.record("\(line)")
        }
        simulator.stop()
    }
}
