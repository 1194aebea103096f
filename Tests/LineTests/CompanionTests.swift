import TestSupport
import Testing

/// Commands that touchctl and touchd hand over to other programs.
@Suite struct CompanionTests {
    /// A folder with only these programs, as if the packages of the others were not installed.
    private static func folder(with programs: String...) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for program in programs {
            let copy = try Program(["/bin/cp", Program.built(program), folder.path(of: program)])
            try #require(try copy.end() == 0)
        }
        return folder
    }

    private static func answer(_ words: [String]) throws -> (status: Int32, output: [String], errors: [String]) {
        try Program(words, environment: ["PATH": "/nonexistent"]).outcome()
    }

    @Test(arguments: [
        ("touchctl", ["plot", "a.jsonl", "-o", "a.png"], "touchctl: touchd-tools", "touchd-tools", Int32(3)),
        ("touchctl", ["convert", "a", "--to", "json"], "touchctl: touchd-tools", "touchd-tools", 3),
        ("touchctl", ["replay", "a"], "touchctl: touchd-tools", "touchd-tools", 3),
        ("touchctl", ["image", "check", "a"], "touchctl: touchd-tools", "touchd-tools", 3),
        ("touchctl", ["dump"], "touchctl: touchd-dump", "touchd", 3),
        ("touchctl", ["measure"], "touchctl: touchd-dump", "touchd", 3),
        ("touchctl", ["fleet", "status"], "touchctl: touchctl-fleet", "touchd-fleet", 3),
        ("touchd", ["--dump"], "touchd: --dump: touchd-dump", "touchd", 1),
    ])
    func `the package of a missing program is named`(
        program: String, words: [String], start: String, package: String, status: Int32
    ) throws {
        let folder = try Self.folder(with: program)
        let answer = try Self.answer([folder.path(of: program)] + words)
        #expect(answer.status == status)
        #expect(answer.errors == ["\(start): not installed (install the package \(package))"])
    }

    @Test func `a dump that cannot be plotted, and a recording that cannot be measured, are refused at once`() throws {
        let folder = try Self.folder(with: "touchctl", "touchd", "touchd-dump")
        let recording = try folder.write("# EVEMU 1.3\n", to: "r.evemu")
        for words in [["touchctl", "measure", recording], ["touchctl", "dump", "--plot", "a.png"]] {
            let answer = try Self.answer([folder.path(of: words[0])] + words.dropFirst())
            #expect(answer.status == 3)
            #expect(answer.errors == ["touchctl: touchd-tools: not installed (install the package touchd-tools)"])
        }
        let answer = try Self.answer([folder.path(of: "touchd"), "--dump", "--plot", "a.png"])
        #expect(answer.status == 3)
        #expect(answer.errors == ["touchd: touchd-tools: not installed (install the package touchd-tools)"])
    }

    /// What a kiosk and a script do without: touchctl talks to a socket.
    @Test func `touchctl links neither a picture library nor libinput nor libyaml`() throws {
        for (name, unwanted) in [
            ("touchctl", ["libcairo", "libpng", "libturbojpeg", "libinput", "libyaml"]),
            ("touchd-dump", ["libcairo", "libpng", "libturbojpeg", "libyaml"]),
            ("touchd", ["libcairo", "libpng", "libturbojpeg", "libyaml"]),
        ] {
            let (status, linked, _) = try Program(["/usr/bin/ldd", Program.built(name)]).outcome()
            #expect(status == 0 && linked.contains { $0.contains("libc.so") })
            for library in unwanted { #expect(!linked.contains { $0.contains(library) }, "\(name) links \(library)") }
        }
    }
}
