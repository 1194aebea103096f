import Glibc
import StrictJSON
import Testing
import TestSupport

@Suite(.showsLogs) struct StartTests {
    @Test func `a second daemon is refused and does not disturb the first`()
        throws
    {
        let line = try Line()
        let screen = try line.present(Widgets.pattern())
        try line.draw("down 0 400,200")
        try screen.event("began")
        let text = "[touchd]\nsocket=\(line.socket)\nstate-directory=\(line.folder.path(of: "other"))\n"
        let other = try line.folder.write(text, to: "other.conf")
        for (configuration, problem) in [
            (line.configuration, "\(line.folder.path(of: "state/vault.db")): in use by another process"),
            (other, "\(line.socket): another process serves this socket (stop it, or set another socket)"),
        ] {
            let (status, _, errors) = try line.launch("touchd", ["--config", configuration]).outcome()
            #expect(status == 1 && errors.filter { $0.hasPrefix("<3>") } == ["<3>touchd: cannot run: \(problem)"])
        }
        try line.draw("up 0")
        try screen.event("too_short")
        #expect(screen.failure == nil)
        try line.call("io.touchd.manage.Status")
    }

    @Test func `a world-writable configuration grants nothing, as the start and --check report`() throws {
        let line = try Line(Line.Setup(startsDaemon: false))
        // Elsewhere, as it would be an error there.
        let state = "state-directory=\(line.folder.path(of: "state"))"
        let text = try line.folder.text(of: "touchd.conf")
        try line.folder.makeFolder("touchd.conf.d")
        try line.folder.write("[touchd]\n\(state)\n", to: "touchd.conf.d/a.conf")
        try line.folder.write(text.replacing(state, with: ""), to: "touchd.conf")
        #expect(unsafe chmod(line.configuration, 0o666) == 0)
        let (code, _, errors) = try line.launch("touchd", ["--check", "--config", line.configuration]).outcome()
        let said = "[input] allow-provenance: ignored, because not only root may write this file"
        #expect(code == 2 && errors.contains { $0.hasSuffix(said) })
        try line.startDaemon()
        let status = try line.call("io.touchd.manage.Status")
        #expect(status["access"]?.objectValue?["allowProvenance"] == ["physical"])
        let exposure = status["configurationExposure"]?.stringValue ?? ""
        #expect(exposure.hasPrefix("\(line.configuration): not only root may write it"), "\(exposure)")
        #expect(try line.log().contains { $0.hasSuffix(said) })
    }

    @Test(
        .mayMount,
        arguments: [("644", "touchd"), ("600", "touchd"), ("600", "touchd-web"), ("600", "touchd-fleet")])
    func `a check by root finds what the user of the service cannot read`(mode: String, program: String) throws {
        let line = try Line(Line.Setup(startsDaemon: false))
        let script = """
            umask 022 && cp /etc/group /etc/nsswitch.conf /etc/ld.so.cache "$0" &&
            { cat /etc/passwd; echo $3:x:61234:61234::/:/bin/false; } >"$0/passwd" && mount -t tmpfs tmpfs /etc &&
            cp "$0/passwd" "$0/group" "$0/nsswitch.conf" "$0/ld.so.cache" /etc && mkdir -p /etc/touchd/touchd.conf.d &&
            printf '[view]\\nsize=800x600\\n' >/etc/touchd/touchd.conf.d/a.conf &&
            chmod "$1" /etc/touchd/touchd.conf.d/a.conf && exec "$2" --check
            """
        let words = ["-m", "sh", "-c", script, line.folder.path, mode, Program.built(program), program]
        let (status, _, errors) = try line.launch("/usr/bin/unshare", words).outcome()
        let isReadable = mode == "644"
        let complaint = "\(program): /etc/touchd/touchd.conf.d/a.conf: Permission denied"
        #expect(status == (isReadable ? 0 : 2) && errors == (isReadable ? [] : [complaint]), "\(errors)")
    }

    @Test(.mayMount) func `touchd --restore goes back to the vault from before a migration while no touchd runs`()
        throws
    {
        let line = try Line()
        let path = line.folder.path(of: "state/vault.db")
        // Where it sees no daemon of another test.
        func restore(path: String = "/usr/bin:/bin") throws -> String {
            let words = [Program.built("touchd"), "--config", line.configuration, "--restore"]
            let (status, output, errors) = try line.launch(
                "/usr/bin/unshare", ["--pid", "--fork", "--mount-proc"] + words, ["PATH": path]
            ).outcome()
            return "\(status) \((output + errors).first ?? "")"
        }
        #expect(try restore() == "1 touchd: \(path): in use by another process")
        #expect(try line.stopDaemon() == 0)
        #expect(try restore().hasPrefix("1 touchd: \(path): has schema "))
        var bytes = try TemporaryFolder.bytes(of: path)
        try line.folder.write(bytes, to: "state/vault.db.before-255")
        bytes[63] = 255
        try line.folder.write(bytes, to: "state/vault.db")
        // A page that connects to the bridge starts touchd.
        try line.folder.write("#!/bin/sh\nprintf 'inactive\\ninactive\\nactive\\ninactive\\n'\n", to: "systemctl")
        unsafe chmod(line.folder.path(of: "systemctl"), 0o755)
        #expect(try restore(path: line.folder.path).hasPrefix("1 touchd: touchd-web.socket would start "))
        #expect(try restore().hasPrefix("0 \(path) is as it was before"))
        #expect(try TemporaryFolder.bytes(of: path + ".newer") == bytes)
        try line.startDaemon()
        #expect(try line.status("vault")["problem"] == nil)
    }

    @Test func `checking a configuration starts nothing`() throws {
        let line = try Line(Line.Setup(startsDaemon: false))
        let (status, output, _) = try line.launch("touchd", ["--check", "--config", line.configuration]).outcome()
        #expect(status == 0 && output == ["configuration OK: \(line.configuration)"])
        #expect(!TemporaryFolder.names(in: line.folder.path).contains("touchd.sock"))
    }

    @Test func `a check names a section that another one keeps from the panel that is plugged in`() throws {
        let sections = "[panel till]\nmatch-id=7464:0001\n[panel main]\nmatch-name=touchsim panel"
        let line = try Line(Line.Setup(access: "group-frontend=\n\(sections)", startsDaemon: false))
        let (status, _, errors) = try line.launch("touchd", ["--check", "--config", line.configuration]).outcome()
        let said = "[panel main] applies to no panel here: [panel till] goes before it (merge the two)"
        #expect(status == 2 && errors.count == 1 && errors[0].hasSuffix(said), "\(errors)")
    }

    @Test(arguments: [["--speed"], ["--config"], ["now"], ["--config", "/nonexistent/touchd.conf"]])
    func `an invalid command line, or a missing configuration, is named in one line`(words: [String]) throws {
        let (status, _, errors) = try Program([Program.built("touchd")] + words).outcome()
        #expect(status == 2 && errors.count == 1, "\(errors)")
        #expect(errors.first?.contains(words.last ?? "") == true, "\(errors)")
    }

    @Test(.enabled(if: unsafe access(activator, X_OK) == 0, "skipped: no systemd-socket-activate"))
    func `a connected socket that is passed to it is served`() throws {
        let line = try Line(Line.Setup(startsDaemon: false))
        // It passes on only the variables it is given.
        let variables = line.environment.keys.sorted() + ["NOTIFY_SOCKET"]
        let words =
            ["--accept", "--listen", line.socket] + variables.flatMap { ["-E", $0] }
            + [Program.built("touchd"), "--config", line.configuration]
        let program = try line.launch(activator, words, ["NOTIFY_SOCKET": line.folder.path(of: "notify")])
        _ = try program.errors.first { $0.contains("Listening on") }
        #expect(try line.status("access")["connections"] == 1)
    }
}

private let activator = "/usr/bin/systemd-socket-activate"
