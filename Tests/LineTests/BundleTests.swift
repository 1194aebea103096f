import Glibc
import StrictJSON
import Testing
import TestSupport

@Suite(.showsLogs) struct BundleTests {
    private static let slider: JSON = [
        "id": "volume", "kind": "slider", "x": 100.0, "y": 100.0, "width": 400.0, "height": 60.0,
    ]
    private static func unpacked(_ line: Line, as suffix: String = "tar.gz") throws -> String {
        let path = line.folder.path(of: "report.\(suffix)")
        let bundling = try line.touchctl("bundle", path)
        #expect(bundling.status == 0, "\(bundling.errors)")
        let tar = try Program(["/bin/tar", "-xf", path, "-C", line.folder.path])
        #expect(try tar.end() == 0)
        return line.folder.path(of: "touchd-bundle")
    }

    @Test func `a bundle replays to the events that the front end received`() throws {
        let line = try Line()
        let screen = try line.present(Self.slider)
        for way in ["300,130 450,130", "450,130 120,130"] {
            try line.draw("line \(way) speed 20000 rate 500")
            try screen.event("released", "changed")
        }
        try line.draw("wait 50")
        let folder = try Self.unpacked(line)
        let scene = try line.folder.write(
            """
            {"trace":1,"about":"the slider","view":[1280,800]}
            {"widget":"volume","kind":"slider","frame":[100,100,400,60],"settings":{}}

            """, to: "scene.jsonl")
        let (status, output, errors) = try line.launch(
            "touchctl", ["replay", folder + "/frames.jsonl", "--scene", scene]
        ).outcome()
        #expect(status == 0, "\(errors)")
        var replayed = output.compactMap { try? JSONObject(parsing: $0) }.filter { $0["event"] != nil }
        #expect(replayed.count > 4 && screen.events.count > 4)
        // Movements may have been dropped for a slow front end; nothing else, and nothing differs.
        for heard in screen.events {
            let index = replayed.firstIndex { Self.isSame(heard, $0) }
            let found = try #require(index, "\(heard) is not replayed")
            #expect(replayed[..<found].allSatisfy { $0["event"] == "moved" || $0["event"] == "changed" })
            replayed.removeFirst(found + 1)
        }
        #expect(replayed.isEmpty)
    }

    private static func isSame(_ heard: JSONObject, _ told: JSONObject) -> Bool {
        guard heard["name"] == told["event"], heard["timeUSec"] == told["us"] else { return false }
        return heard.allSatisfy { key, value in
            if key == "name" || key == "timeUSec" { return true }
            guard let number = value.doubleValue else { return told[key] == value }
            return abs(number - (told[key]?.doubleValue ?? .nan)) < 1e-6
        }
    }

    @Test
    func `it is its maker's alone, follows no link, may have a colon in its name, and is refused where it cannot be`()
        throws
    {
        let line = try Line()
        let (path, other) = (line.folder.path(of: "a:b.tar.gz"), try line.folder.write("mine", to: "other"))
        #expect(unsafe symlink(other, path + ".new") == 0)
        // tar would take both names for those of machines.
        try line.folder.makeFolder("c:d")
        for number in 1...3 {
            let bundling = try line.launch(
                "touchctl", ["--socket", line.socket, "bundle", path], ["TMPDIR": line.folder.path(of: "c:d")]
            ).outcome()
            #expect(bundling.status == 0, "\(bundling.errors)")
            #expect(try line.folder.text(of: "other") == "mine")
            var status = stat()
            #expect(unsafe lstat(path, &status) == 0 && status.st_mode == S_IFREG | 0o600)
            #expect(unsafe access(path + ".new", F_OK) != 0)
            // The next one finds a file that others can read, and a pipe.
            #expect(unsafe unlink(path) == 0)
            if number == 1 { try line.folder.write([], to: "a:b.tar.gz", mode: 0o666) }
            if number == 2 { #expect(unsafe mkfifo(path, 0o666) == 0) }
        }
        let none = line.folder.path(of: "none/report.tar.gz")
        let (status, _, errors) = try line.touchctl("bundle", none)
        #expect(status == 3 && errors == ["touchctl: \(none): No such file or directory"])
    }

    @Test func `it has every part, and nothing private`() throws {
        let line = try Line()
        try line.enroll("anna")
        let folder = try Self.unpacked(line, as: "tar.zst")
        let names = TemporaryFolder.names(in: folder).sorted()
        #expect(
            names == [
                "README", "configuration", "devices.json", "doctor", "frames.jsonl", "input-devices.json",
                "journal",
                "statistics.json", "status.json", "versions",
            ])
        let configuration = try line.folder.text(of: "touchd-bundle/configuration")
        #expect(configuration.contains("\nsize=1280x800\n"))
        #expect(configuration.contains("\n#keep-frames=10s\n"))
        #expect(configuration.contains("; state-directory is set; its value is omitted\n"))
        // Those on her secret, which the caller could see.
        #expect(try line.folder.text(of: "touchd-bundle/statistics.json").contains(#""name":"frames","value":0"#))
        for name in names {
            let text = try line.folder.text(of: "touchd-bundle/\(name)")
            #expect(!text.contains(line.folder.path(of: "state")) && !text.contains("anna"), "\(name)")
        }
    }

    @Test func `without zstd a .tar.gz is made as usual, and a .tar.zst that fails leaves nothing`() throws {
        let line = try Line()
        let tools = line.folder.path(of: "tools")
        #expect(unsafe mkdir(tools, 0o755) == 0)
        for tool in ["tar", "gzip", "uname", "sh"] {
            #expect(unsafe symlink("/bin/\(tool)", "\(tools)/\(tool)") == 0)
        }
        for (suffix, status) in [("tar.gz", Int32(0)), ("tar.zst", 3)] {
            let path = line.folder.path(of: "bare.\(suffix)")
            let program = try line.launch("touchctl", ["--socket", line.socket, "bundle", path], ["PATH": tools])
            #expect(try program.end() == status)
            #expect(unsafe access(path, F_OK) == (status == 0 ? 0 : -1))
            #expect(unsafe access(path + ".new", F_OK) == -1)
            let isAsked = try program.errors.rest().contains { $0.hasSuffix("(is zstd installed?)") }
            #expect(isAsked == (status != 0))
        }
    }
}
