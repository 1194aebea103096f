import EventLoop
import Glibc
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

/// Two folders to serve from, and a secret beside them.
final class Folders {
    let root: String
    var paths: [String] { ["\(root)/page", "\(root)/kit"] }

    init() {
        root = "/tmp/touchd-web.\(getpid()).\(UInt64.random(in: 0...UInt64.max))"
        for folder in ["", "page", "page/sub", "kit", "outside"] { unsafe _ = mkdir("\(root)/\(folder)", 0o755) }
    }

    func put(_ path: String, _ text: String) {
        let file = unsafe open("\(root)/\(path)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        let bytes = Array(text.utf8)
        #expect(unsafe write(file, bytes, bytes.count) == bytes.count)
        close(file)
    }

    func link(_ path: String, to target: String) {
        #expect(unsafe symlink(target, "\(root)/\(path)") == 0)
    }

    func read(_ path: String) throws -> String? {
        let files = try PageFiles(paths)
        guard let page = PagePath(path) else { return nil }
        do throws(Refusal) {
            let answer = Answer(try files.open(page))
            var text: [UInt8] = []
            while !answer.isOver, let piece = answer.next() { text += piece }
            return String(decoding: text, as: UTF8.self)
        } catch { return nil }
    }

    deinit {
        for path in [
            "page/index.html", "page/link", "page/out", "page/far", "page/sub/up", "page/pipe", "page/touchd.js",
            "kit/touchd.js", "outside/secret",
        ] { unsafe _ = unlink("\(root)/\(path)") }
        for folder in ["page/sub", "page", "kit", "outside", ""] { unsafe _ = rmdir("\(root)/\(folder)") }
    }
}

struct PageFilesTests {
    @Test func `a file is found in the first folder that has it`() throws {
        let folders = Folders()
        folders.put("kit/touchd.js", "kit")
        #expect(try folders.read("/touchd.js") == "kit")
        folders.put("page/touchd.js", "page")
        #expect(try folders.read("/touchd.js") == "page")
        #expect(try folders.read("/other.js") == nil)
    }

    @Test func `a folder has a page and no listing`() throws {
        let folders = Folders()
        #expect(try folders.read("/") == nil)
        #expect(try folders.read("/sub") == nil)
        #expect(try folders.read("/sub/") == nil)
        folders.put("page/index.html", "page")
        #expect(try folders.read("/") == "page")
    }

    @Test func `a link is followed within its folder and not out of it`() throws {
        let folders = Folders()
        folders.put("page/index.html", "page")
        folders.put("outside/secret", "secret")
        folders.link("page/link", to: "index.html")
        folders.link("page/sub/up", to: "../index.html")
        folders.link("page/out", to: "../outside/secret")
        folders.link("page/far", to: "\(folders.root)/outside")
        #expect(try folders.read("/link") == "page")
        #expect(try folders.read("/sub/up") == "page")
        #expect(try folders.read("/out") == nil)
        #expect(try folders.read("/far/secret") == nil)
    }

    @Test func `a link out of one folder is skipped for the next folder`() throws {
        let folders = Folders()
        folders.put("outside/secret", "secret")
        folders.put("kit/touchd.js", "kit")
        folders.link("page/touchd.js", to: "../outside/secret")
        #expect(try folders.read("/touchd.js") == "kit")
    }

    @Test func `a pipe is not a file and does not block`() throws {
        let folders = Folders()
        #expect(unsafe mkfifo("\(folders.root)/page/pipe", 0o644) == 0)
        #expect(try folders.read("/pipe") == nil)
    }

    @Test func `the tag changes with the content`() throws {
        let folders = Folders()
        folders.put("page/index.html", "page")
        let path = try #require(PagePath("/"))
        let files = try PageFiles(folders.paths)
        let before = try files.open(path).tag
        #expect(try files.open(path).tag == before)
        folders.put("page/index.html", "pages")
        #expect(try files.open(path).tag != before)
    }

    @Test func `a file that is truncated while it is sent ends its response`() throws {
        let folders = Folders()
        folders.put("page/index.html", String(repeating: "a", count: 40_000))
        let files = try PageFiles(folders.paths)
        let answer = Answer(try files.open(try #require(PagePath("/"))))
        #expect(answer.next()?.count == 16 << 10)
        #expect(unsafe truncate("\(folders.root)/page/index.html", 100) == 0)
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
