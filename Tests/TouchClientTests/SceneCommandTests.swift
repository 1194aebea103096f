import Arguments
import StrictJSON
import Testing

@testable import TouchClient

/// `touchctl scenes`, `dismiss` and the screen in `status`.
struct SceneCommandTests {
    private static let scene: JSONObject = [
        "scene": "0123456789abcdef0123456789abcdef", "uid": 1_000, "pid": 4_711, "kinds": ["pattern", "button"],
        "guarded": true, "shownUSec": 0,
    ]

    @Test func `scenes are shown as a table`() throws {
        let run = try FakeDaemon.touchctl("scenes", reply: ["scenes": [.object(Self.scene)]])
        let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(run.status == .passed && lines.count == 2)
        #expect(lines[0] == ["SCENE", "UID", "PID", "WIDGETS", "GUARDED", "SINCE"])
        #expect(
            lines[1].prefix(6) == ["0123456789abcdef0123456789abcdef", "1000", "4711", "pattern", "button", "yes"])
    }

    @Test func `an empty screen is reported`() throws {
        #expect(try FakeDaemon.touchctl("scenes", reply: ["scenes": []]).output == "nothing is on screen\n")
    }

    @Test func `the status names the owner of the screen, if known`() throws {
        let status = try FakeDaemon.touchctl("status", reply: ["screen": ["holder": .object(Self.scene)]])
        #expect(status.output.contains("\nheld by      uid 1000, pid 4711\n"))
        #expect(!(try FakeDaemon.touchctl("status", reply: [:]).output.contains("held by")))
    }

    @Test func `dismiss names the scene`() throws {
        let run = try FakeDaemon.touchctl(["dismiss", "abc"]) { call in
            let isRight =
                call["method"] == "io.touchd.scene.Dismiss" && call["parameters"]?.objectValue?["scene"] == "abc"
            return [isRight ? ["parameters": [:]] : ["error": "io.touchd.scene.NoSuchScene"]]
        }
        #expect(run.status == .passed && run.output == "scene dismissed\n")
        #expect(try FakeDaemon.touchctl("dismiss", reply: [:]).status == .usage)
    }

    @Test func `the owner of the screen is named to callers who may know`() throws {
        let run = try FakeDaemon.touchctl(["dismiss", "abc"]) { _ in
            [["error": "io.touchd.scene.Busy", "parameters": ["uid": 1_000]]]
        }
        #expect(run.complaints == ["touchctl: the screen is held by uid 1000 (see touchctl scenes)"])
    }
}
