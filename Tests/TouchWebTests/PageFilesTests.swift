import EventLoop
import Glibc
import TestSupport
import Testing

@testable import TouchWeb

struct PagePathTests {
    @Test(arguments: [
        ("/", "index.html"), ("/sub/", "sub/index.html"), ("/a.js", "a.js"), ("/sub/a b.css", "sub/a b.css"),
        ("/naïve.html", "naïve.html"), ("/a..b", "a..b"),
    ])
    func `a path is a file below the folder`(path: String, relative: String) {
        #expect(PagePath(path)?.relative == relative)
    }

    @Test(arguments: [
        "", "a.js", "/..", "/../etc/passwd", "/sub/../../etc/passwd", "/.", "/./a.js", "/.git/config", "/sub/.env",
        "//",
        "//etc/passwd", "/sub//a.js", "/a\\b", "/a\0b", "/a\nb", "/a\u{7f}", "/" + String(repeating: "a", count: 1_024),
    ])
    func `a path that leads elsewhere, is hidden or malformed is rejected`(path: String) {
        #expect(PagePath(path) == nil)
    }

    @Test(arguments: [
        ("/", "text/html; charset=utf-8"), ("/touchd.js", "text/javascript; charset=utf-8"), ("/A.PNG", "image/png"),
        ("/prompts.json", "application/json"), ("/none", "application/octet-stream"),
        ("/a.", "application/octet-stream"),
        ("/a.js.exe", "application/octet-stream"), ("/png", "application/octet-stream"),
    ])
    func `the type depends on the suffix`(path: String, type: String) {
        #expect(PagePath(path).map { "\($0.contentType)" } == type)
    }
}

struct PageFilesTests {
    /// Two folders to serve from, `page` and `kit`, and a secret beside them.
    private let folder: TemporaryFolder
    private let paths: [String]

    init() throws {
        folder = try TemporaryFolder()
        for name in ["page/sub", "kit", "outside"] { try folder.makeFolder(name) }
        paths = ["page", "kit"].map(folder.path(of:))
    }

    /// The text that is served for a path; nil if there is none.
    private func read(_ path: String) throws -> String? {
        let files = try PageFiles(paths)
        guard let page = PagePath(path) else { return nil }
        do throws(Refusal) {
            let answer = Answer(try files.open(page))
            var text: [UInt8] = []
            while !answer.isOver, let piece = answer.next() { text += piece }
            return String(decoding: text, as: UTF8.self)
        } catch { return nil }
    }

    @Test func `a file is found in the first folder that has it`() throws {
        try folder.write("kit", to: "kit/touchd.js")
        #expect(try read("/touchd.js") == "kit")
        try folder.write("page", to: "page/touchd.js")
        #expect(try read("/touchd.js") == "page")
        #expect(try read("/other.js") == nil)
    }

    @Test func `a folder has a page and no listing`() throws {
        #expect(try read("/") == nil)
        #expect(try read("/sub") == nil)
        #expect(try read("/sub/") == nil)
        try folder.write("page", to: "page/index.html")
        #expect(try read("/") == "page")
    }

    @Test func `a link is followed within its folder and not out of it`() throws {
        try folder.write("page", to: "page/index.html")
        try folder.write("secret", to: "outside/secret")
        try folder.makeLink("page/link", to: "index.html")
        try folder.makeLink("page/sub/up", to: "../index.html")
        try folder.makeLink("page/out", to: "../outside/secret")
        try folder.makeLink("page/far", to: folder.path(of: "outside"))
        #expect(try read("/link") == "page")
        #expect(try read("/sub/up") == "page")
        #expect(try read("/out") == nil)
        #expect(try read("/far/secret") == nil)
    }

    @Test func `a link out of one folder is skipped for the next folder`() throws {
        try folder.write("secret", to: "outside/secret")
        try folder.write("kit", to: "kit/touchd.js")
        try folder.makeLink("page/touchd.js", to: "../outside/secret")
        #expect(try read("/touchd.js") == "kit")
    }

    @Test func `a pipe is not a file and does not block`() throws {
        #expect(unsafe mkfifo(folder.path(of: "page/pipe"), 0o644) == 0)
        #expect(try read("/pipe") == nil)
    }

    @Test func `the tag changes with the content`() throws {
        try folder.write("page", to: "page/index.html")
        let path = try #require(PagePath("/"))
        let files = try PageFiles(paths)
        let before = try files.open(path).tag
        #expect(try files.open(path).tag == before)
        try folder.write("pages", to: "page/index.html")
        #expect(try files.open(path).tag != before)
    }

    @Test func `a file that is truncated while it is sent ends its response`() throws {
        try folder.write(String(repeating: "a", count: 40_000), to: "page/index.html")
        let files = try PageFiles(paths)
        let answer = Answer(try files.open(try #require(PagePath("/"))))
        #expect(answer.next()?.count == 16 << 10)
        #expect(unsafe truncate(folder.path(of: "page/index.html"), 100) == 0)
        #expect(answer.next() == nil)
        #expect(!answer.isOver)
    }

    @Test func `a missing folder is named`() {
        #expect {
            _ = try PageFiles(["/nowhere/at/all"])
        } throws: {
            "\($0)" == "open /nowhere/at/all: No such file or directory"
        }
    }
}
