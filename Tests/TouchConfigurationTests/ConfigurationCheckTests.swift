import Testing
import TestSupport
import TouchDevice

@testable import TouchConfiguration

/// Findings of `touchd --check` beyond the files.
struct ConfigurationCheckTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The findings, without the folder of the tests.
    private func findings(_ text: String) throws -> [String] {
        try folder.write(text)
        return try folder.load().findings.map { finding in
            finding.description.replacing("\(folder.path)/", with: "")
        }
    }

    @Test(arguments: [
        ("touchd", "socket", "none/touchd.sock", "no folder none"),
        ("touchd", "state-directory", "none/state", "no folder none"),
        ("captcha", "pictures", "none", "no folder none"),
        ("metrics", "prometheus-file", "none/touchd.prom", "no folder none"),
        ("touchd", "socket", "file/touchd.sock", "file is not a folder"),
        ("touchd", "state-directory", "file", "file is not a folder"),
        ("touchd", "state-directory", "file/state", "file is not a folder"),
        ("captcha", "pictures", "file", "file is not a folder"),
        ("metrics", "prometheus-file", "file/touchd.prom", "file is not a folder"),
        ("metrics", "prometheus-file", "there", "a folder, not a file"),
    ])
    func `a missing folder is named, and what is in the place of a folder or a file`(
        section: String, key: String, path: String, finding: String
    ) throws {
        try folder.write("", to: "file")
        try folder.makeFolder("there")
        let found = try findings("[\(section)]\n\(key)=\(folder.path(of: path))\n")
        #expect(found == ["touchd.conf:2: [\(section)] \(key)=\(path): \(finding)"])
    }

    @Test func `the defaults, existing folders, what touchd creates in them and systemd at the start are accepted`()
        throws
    {
        try folder.makeFolder("there")
        let there = """
            [touchd]
            socket=\(folder.path(of: "there/touchd.sock"))
            state-directory=\(folder.path(of: "there/state"))
            [captcha]
            pictures=\(folder.path(of: "there"))
            [metrics]
            prometheus-file=\(folder.path(of: "there/touchd.prom"))
            """
        let created = """
            [touchd]
            state-directory=/var/lib/kiosks/touchd-of-a-drop-in
            [metrics]
            prometheus-file=/run/touchd-metrics/touchd.prom
            """
        for text in ["", there, created] { #expect(try findings(text) == []) }
    }

    @Test(arguments: [("640x800+0+0", true), ("640x800+640+0", true), ("640x800+641+0", false), ("640x800+0+1", false)])
    func `a panel's part must lie within the view`(part: String, isRight: Bool) throws {
        let found = try findings("[view]\nsize=1280x800\n[panel left]\nview=\(part)\n")
        let finding = "outside the view, which is 1280x800 ([view] size=)"
        #expect(found == (isRight ? [] : ["touchd.conf:4: [panel left] view=\(part): \(finding)"]))
    }

    @Test(arguments: [
        ("match-id=1fd2:6007", "match-id=1FD2:6007", true), ("match-name=Larch", "match-name=Elm", false),
        ("match-name=Larch", "match-name=Larch\nmatch-serial=1", false), ("edge-zone=1", "rotate=90", true),
    ])
    func `a section for the same panels as an earlier one is named, since it never applies`(
        one: String, other: String, isHidden: Bool
    ) throws {
        let found = try findings("[panel a]\n\(one)\n[panel b]\n\(other)\nuse=yes\n")
        let text = "[panel b] never applies: [panel a] has the same match keys (merge the two, or match another panel)"
        #expect(found == (isHidden ? ["touchd.conf:4: \(text)"] : []))
    }

    @Test(arguments: [
        ("Larch", "[panel a]\nmatch-id=1fd2:6007\n[panel b]\nmatch-name=Larch\n", 4),
        ("Elm", "[panel b]\nmatch-name=Larch\n", nil),
        ("Larch", "[panel b]\nmatch-name=Larch\n[panel a]\nmatch-id=1fd2:6007\n", 2),
        ("Elm", "[panel a]\nmatch-id=1fd2:6007\n[panel b]\nmatch-name=Larch\n", nil),
        ("Larch", "[panel a]\nmatch-id=1fd2:6007\n[panel b]\nuse=yes\n", nil),
        ("Larch", "[panel a]\nmatch-id=1fd2:6008\n[panel b]\nmatch-name=Larch\n", nil),
    ])
    func `a section that another one keeps from the panels of this machine is named`(
        name: String, text: String, line: Int?
    ) throws {
        try folder.write(text)
        let numbers = Device.Numbers(bus: 3, vendor: 0x1fd2, product: 0x6007, version: 1)
        let facts = PanelFacts(name: name, numbers: numbers, phys: "", uniq: "") { _ in nil }
        let found = try folder.load().overruled(on: [facts]).map(\.description)
        let sentence = "[panel b] applies to no panel here: [panel a] goes before it (merge the two)"
        #expect(found == (line.map { ["\(folder.path)/touchd.conf:\($0): \(sentence)"] } ?? []))
    }

    @Test(arguments: [("0000:0000", false), ("1234:0001, 0000:0000", false), ("0000:0001", true)])
    func `the numbers of programs that give none are no emitter`(value: String, isRight: Bool) throws {
        let found = try findings("[input]\nallow-emitters=\(value)\n")
        #expect(
            found.isEmpty == isRight && found.allSatisfy { $0.contains("0000:0000 are the numbers of any") }, "\(found)"
        )
    }

    @Test(arguments: [
        ("size=100x100\nedge-zone=50", true), ("size=300x100\nedge-zone=50", true),
        ("size=101x101\nedge-zone=50", false),
        ("edge-zone=50", false), ("dead-zones=0:0:100:100", true), ("dead-zones=0:0:50:100, 40:0:100:100", true),
        ("dead-zones=0:0:50:100, 51:0:100:100", false), ("dead-zones=0:0:100:50, 0:50:60:100, 50:40:100:100", true),
        ("size=200x200\nedge-zone=50\ndead-zones=25:25:75:75", true),
        ("size=200x200\nedge-zone=50\ndead-zones=25:25:74:75", false),
    ])
    func `zones that leave no place for a finger are named`(lines: String, isDead: Bool) throws {
        let found = try findings("[panel main]\n\(lines)\n")
        #expect(
            found
                == (isDead
                    ? ["touchd.conf:2: [panel main] edge-zone= and dead-zones= leave no place for a finger"] : []))
    }

    @Test(arguments: [
        ("match-name=Elm", true), ("match-id=1fd2:6007", true), ("match-name=Larch", false), ("rotate=90", false),
    ])
    func `a section that another file describes as another panel is named`(line: String, isRival: Bool) throws {
        try folder.makeFolder("touchd.conf.d")
        try folder.write("[panel main]\n\(line)\n", to: "touchd.conf.d/a.conf")
        let found = try findings("[panel main]\nrotate=0\nmatch-name=Larch\n")
        let reason = "touchd.conf:3 has match keys of this section, too (another panel needs a section of another name)"
        #expect(found == (isRival ? ["touchd.conf.d/a.conf:2: [panel main] \(line): \(reason)"] : []))
    }

    @Test func `of several files, the one in effect is named`() throws {
        try folder.makeFolder("touchd.conf.d")
        try folder.write("\n[captcha]\npictures=/none/here\n", to: "touchd.conf.d/a.conf")
        let found = try findings("[captcha]\npictures=/none/there\n")
        #expect(found == ["touchd.conf.d/a.conf:3: [captcha] pictures=/none/here: no folder /none/here"])
    }
}
