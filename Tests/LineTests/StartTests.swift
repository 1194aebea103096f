import Glibc
import StrictJSON
import Testing
import TestSupport
import Varlink

/// Obstacles at the daemon's start.
@Suite struct StartTests {
    @Test func `a second daemon on the same socket is refused in one line`() throws {
        try withLine { line in
            let text = """
                [touchd]
                socket=\(line.socket)
                state-directory=\(line.folder.path(of: "other"))
                """
            try line.folder.write(text, to: "other.conf")
            let second = try line.launch("touchd", ["--config", line.folder.path(of: "other.conf")])
            #expect(try second.end() == 1)
            let complaints = try second.errors.rest().filter { $0.hasPrefix("<3>") }
            #expect(
                complaints == [
                    "<3>touchd: cannot run: \(line.socket): another process serves this socket (stop it, or set another socket)"
                ])
        }
    }

    @Test func `a second daemon on the same database is refused in one line and does not disturb the first`() throws {
        try withLine { line in
            let screen = try line.present(Widgets.pattern())
            try line.draw("down 0 400,200")
            try screen.event("began")
            let second = try line.launchDaemon()
            #expect(try second.end() == 1)
            let complaints = try second.errors.rest().filter { $0.hasPrefix("<3>") }
            let path = line.folder.path(of: "state/vault.db")
            #expect(complaints == ["<3>touchd: cannot run: \(path): in use by another process"])
            try line.draw("up 0")
            try screen.event("too_short")
            #expect(screen.failure == nil)
            try line.call("io.touchd.manage.Status")
        }
    }

    @Test func `started by touchsim, the daemon is ready with the panel and its status is touchsim's`() throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            let both = try Program(
                [
                    Program.built("touchsim"), "--backend", "umockdev", "--", Program.built("touchd"), "--config",
                    line.configuration,
                ], environment: ["NOTIFY_SOCKET": line.folder.path(of: "notify")])
            try line.awaitReady()
            let devices = try line.devices()
            #expect(devices.count == 1)
            both.send(SIGTERM)
            #expect(try both.end() == 0)
        }
    }

    @Test func `a missing configuration is named`() throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            let path = line.folder.path(of: "other.conf")
            let daemon = try line.launch("touchd", ["--config", path])
            #expect(try daemon.end() == 2)
            let complaints = try daemon.errors.rest()
            #expect(complaints.count == 1)
            #expect(complaints.first?.contains(path) == true)
        }
    }

    @Test func `a world-writable configuration grants nothing, as the start and --check report`() throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            #expect(unsafe chmod(line.configuration, 0o666) == 0)
            let check = try line.launch("touchd", ["--check", "--config", line.configuration])
            #expect(try check.end() == 2)
            let said = "[input] allow-provenance: ignored, because not only root may write this file"
            #expect(try check.errors.rest().contains { $0.hasSuffix(said) })
            try line.startDaemon()
            let status = try line.call("io.touchd.manage.Status")
            #expect(status["access"]?.objectValue?["allowProvenance"] == ["physical"])
            let exposure = status["configurationExposure"]?.stringValue ?? ""
            #expect(exposure.hasPrefix("\(line.configuration): not only root may write it"), "\(exposure)")
            #expect(try line.log().contains { $0.hasSuffix(said) })
        }
    }

    @Test(.mayMount, arguments: ["644", "600"])
    func `a check by root finds what the user of the service cannot read`(mode: String) throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            let script = """
                umask 022 && cp /etc/group /etc/nsswitch.conf /etc/ld.so.cache "$0" &&
                { cat /etc/passwd; echo touchd:x:61234:61234::/:/bin/false; } >"$0/passwd" && mount -t tmpfs tmpfs /etc &&
                cp "$0/passwd" "$0/group" "$0/nsswitch.conf" "$0/ld.so.cache" /etc && mkdir -p /etc/touchd/touchd.conf.d &&
                printf '[view]\\nsize=800x600\\n' >/etc/touchd/touchd.conf.d/a.conf &&
                chmod "$1" /etc/touchd/touchd.conf.d/a.conf && exec "$2" --check
                """
            let words = ["-m", "sh", "-c", script, line.folder.path, mode, Program.built("touchd")]
            let check = try line.launch("/usr/bin/unshare", words)
            let isReadable = mode == "644"
            #expect(try check.end() == (isReadable ? 0 : 2))
            let complaint = "touchd: /etc/touchd/touchd.conf.d/a.conf: Permission denied"
            #expect(try check.errors.rest() == (isReadable ? [] : [complaint]))
        }
    }

    @Test(.mayMount) func `touchd --restore goes back to the vault from before a migration while no touchd runs`()
        throws
    {
        try withLine { line in
            let path = line.folder.path(of: "state/vault.db")
            // Where it sees no daemon of another test.
            func restore() throws -> String {
                let words = [Program.built("touchd"), "--config", line.configuration, "--restore"]
                let program = try line.launch("/usr/bin/unshare", ["--pid", "--fork", "--mount-proc"] + words)
                let status = try program.end()
                let said = try program.output.rest() + program.errors.rest()
                return "\(status) \(said.first ?? "")"
            }
            #expect(try restore() == "1 touchd: \(path): in use by another process")
            #expect(try line.stopDaemon() == 0)
            #expect(try restore().hasPrefix("1 touchd: \(path): has schema "))
            var bytes = try TemporaryFolder.bytes(of: path)
            try line.folder.write(bytes, to: "state/vault.db.before-255")
            bytes[63] = 255
            try line.folder.write(bytes, to: "state/vault.db")
            #expect(try restore().hasPrefix("0 \(path) is as it was before"))
            #expect(try TemporaryFolder.bytes(of: path + ".newer") == bytes)
            try line.startDaemon()
            #expect(try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["problem"] == nil)
        }
    }

    @Test func `checking a configuration starts nothing`() throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            let check = try line.launch("touchd", ["--check", "--config", line.configuration])
            #expect(try check.end() == 0)
            #expect(try check.output.rest() == ["configuration OK: \(line.configuration)"])
            #expect(!TemporaryFolder.names(in: line.folder.path).contains("touchd.sock"))
        }
    }

    @Test(arguments: [["--speed"], ["--config"], ["now"], ["--dump=xml"]])
    func `an invalid command line ends with status 2 and one line`(arguments: [String]) throws {
        let daemon = try Program([Program.built("touchd")] + arguments)
        #expect(try daemon.end() == 2)
        #expect(try daemon.errors.rest().count == 1)
    }

    @Test(.needsRoot) func `users without permission in the socket's mode cannot connect`() throws {
        try withLine { line in
            unsafe chmod(line.folder.path, 0o711)
            #expect(throws: (any Error).self) { try Socket.connect(line.socket, as: .nobody) }
        }
    }
}

/// Sockets passed by the program that starts the daemon.
@Suite(.enabled(if: unsafe access(activator, X_OK) == 0, "skipped: no systemd-socket-activate"))
struct ActivationTests {
    private func withActivated(_ options: [String], _ body: (Line, Program) throws -> Void) throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            // It passes on only the variables it is given.
            let variables = line.environment.keys.sorted() + ["NOTIFY_SOCKET"]
            let words =
                options + ["--listen", line.socket] + variables.flatMap { ["-E", $0] }
                + [Program.built("touchd"), "--config", line.configuration]
            let additions = ["NOTIFY_SOCKET": line.folder.path(of: "notify")]
            let program = try line.launch(activator, words, additions)
            _ = try program.errors.first { $0.contains("Listening on") }
            try body(line, program)
            program.stop()
        }
    }

    @Test func `a listening socket is served and left to its owner`() throws {
        try withActivated([]) { line, daemon in
            let status = try line.call("io.touchd.manage.Status")
            #expect(status["panels"]?.objectValue?["count"] == 1)
            try line.awaitReady()
            daemon.send(SIGTERM)
            let ending = try daemon.end()
            #expect(ending == 0)
            let names = TemporaryFolder.names(in: line.folder.path)
            #expect(names.contains("touchd.sock"))
        }
    }

    @Test func `a connected socket is served`() throws {
        try withActivated(["--accept"]) { line, _ in
            let client = try Socket.client(line.socket)
            #expect(try client.call("io.touchd.manage.Status")["access"]?.objectValue?["connections"] == 1)
        }
    }
}

private let activator = "/usr/bin/systemd-socket-activate"
