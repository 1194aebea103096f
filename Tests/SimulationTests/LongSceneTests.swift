import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct LongSceneTests {
    private let kiosk: Kiosk
    private let peer: KioskPeer

    /// Threads take 5 ms for each piece of work.
    init() throws {
        kiosk = try Kiosk()
        kiosk.clock.workTime = { .milliseconds(5) }
        peer = try kiosk.peer()
    }

    private static func buttons(_ count: Int, width: Double = 80) -> JSON {
        .array(
            (0..<count).map { number in
                [
                    "id": .string("b\(number)"), "kind": "button", "x": .real(Double(number % 12) * 100),
                    "y": .real(Double(number / 12) * 100), "width": .real(width), "height": 80.0,
                ]
            })
    }

    /// A front end that shows 64 buttons, and the name of its scene.
    private func shown() throws -> (screen: KioskPeer, scene: JSON?) {
        let screen = try kiosk.peer()
        try screen.call("io.touchd.scene.Present", ["widgets": Self.buttons(64)], more: true)
        return (screen, try screen.reply(with: #""scene""#)["scene"])
    }

    @Test func `a scene of 64 widgets is presented and changed whole, and its calls are answered in order`() throws {
        let screen = try kiosk.peer()
        try screen.call("io.touchd.scene.Present", ["widgets": Self.buttons(64)], more: true)
        #expect(screen.messages().isEmpty)
        let ready = try screen.reply(with: #""scene""#)
        #expect(ready["layout"]?.arrayValue?.count == 64)
        let scene = ready["scene"]
        try peer.call("io.touchd.scene.Update", ["scene": scene, "widgets": Self.buttons(40, width: 60)])
        try peer.call("io.touchd.scene.Update", ["scene": scene, "remove": ["b63"]])
        try peer.call("io.touchd.scene.Dismiss", ["scene": scene])
        #expect(peer.messages().isEmpty)
        try kiosk.advance(by: .milliseconds(100))
        #expect(peer.texts() == Array(repeating: #"{"parameters":{}}"#, count: 3))
        let told = screen.texts()
        #expect(told.map { $0.contains("dismissed") } == [false, false, true])
        #expect(told.map { $0.contains(#""b63""#) } == [true, false, false])
    }

    @Test func `a scene that is dismissed while its update is read is not updated`() throws {
        let screen = try kiosk.present(Widgets.pattern())
        let scene = screen.ready["scene"]
        try peer.call("io.touchd.scene.Update", ["scene": scene, "widgets": Self.buttons(40)])
        try kiosk.call("io.touchd.scene.Dismiss", ["scene": scene])
        try kiosk.advance(by: .milliseconds(100))
        #expect(peer.texts().map { $0.contains("NoSuchScene") } == [true])
    }

    @Test func `a view that changes while a scene is read is the one it is made for`() throws {
        try peer.call("io.touchd.scene.Present", ["widgets": Self.buttons(40)], more: true)
        try kiosk.call("io.touchd.manage.SetView", ["width": 1000, "height": 800])
        let message = try #require(try peer.next())
        #expect(String(decoding: message, as: UTF8.self).contains("BadWidget"))
    }

    @Test func `until a scene is planned for another view, fingers meet the former one`() throws {
        let (below, screen) = (try shown().screen, try shown().screen)
        _ = below.messages()
        kiosk.clock.workTime = { .milliseconds(200) }
        try peer.call("io.touchd.manage.SetView", ["width": 1000, "height": 800])
        try kiosk.settle()
        #expect(screen.messages().isEmpty && peer.messages().isEmpty)
        try kiosk.draw("tap 940,40")
        #expect(screen.texts().contains { $0.contains(#""b9""#) })
        try kiosk.advance(by: .milliseconds(500))
        for front in [below, screen] {
            let told = front.texts().filter { $0.contains("layout") }
            #expect(told.count == 1 && told[0].contains(#""dropped":["b10","b11","#), "\(told)")
        }
        #expect(peer.messages().count == 1)
        // The same place on the panel.
        try kiosk.draw("tap 940,40")
        #expect(screen.texts().contains { $0.contains(#""b7""#) })
    }

    @Test func `a scene that changes again and again is laid out in another view all the same`() throws {
        let (screen, scene) = try shown()
        let other = try kiosk.peer()
        try peer.call("io.touchd.manage.SetView", ["width": 1000, "height": 800])
        for width in 20..<30 {
            try kiosk.advance(by: .milliseconds(3))
            try other.call(
                "io.touchd.scene.Update", ["scene": scene, "widgets": Self.buttons(1, width: Double(width))])
            try kiosk.settle()
        }
        #expect(peer.messages().count == 1)
        let told = screen.texts()
        #expect(told.last?.contains(#""viewWidth":1000"#) == true)
        // The last of them is 29 pixels wide: the view of the finger is 1,280 wide.
        try kiosk.draw("tap 43,40")
        #expect(screen.messages().isEmpty)
        try kiosk.draw("tap 32,40")
        #expect(!screen.messages().isEmpty)
    }

    @Test func `changes of the view follow one another, each from the view that the one before has left`() throws {
        let (screen, other) = (try shown().screen, try kiosk.peer())
        try peer.call("io.touchd.manage.SetView", ["width": 1000, "height": 800])
        try other.call("io.touchd.manage.SetView", ["rotation": 180])
        try kiosk.advance(by: .milliseconds(100))
        #expect(try kiosk.call("io.touchd.manage.Status")["viewWidth"]?.integerValue == 1000)
        #expect(try kiosk.devices().first?["rotation"]?.integerValue == 180)
        withExtendedLifetime(screen) {}
    }

    @Test func `a front end that leaves while its scene is read leaves no scene`() throws {
        try peer.call("io.touchd.scene.Present", ["widgets": Self.buttons(64)], more: true)
        peer.hangUp()
        try kiosk.advance(by: .milliseconds(100))
        #expect(try kiosk.call("io.touchd.scene.List")["scenes"]?.arrayValue?.isEmpty == true)
    }

    @Test func `a reload moves panels and scenes at once`() throws {
        let screen = try shown().screen
        // After the files are read, each piece of work takes longer than the tap.
        var works = 0
        kiosk.clock.workTime = {
            works += 1
            return works == 1 ? .milliseconds(1) : .milliseconds(200)
        }
        try kiosk.configure { setup in
            setup.view = "1000x800"
            setup.access += "\n[panel left]\nview=500x800+0+0"
        }
        try peer.call("io.touchd.manage.Reload")
        try kiosk.advance(by: .milliseconds(10))
        try kiosk.draw("tap 940,40")
        #expect(screen.texts().contains { $0.contains(#""b9""#) })
        #expect(peer.messages().isEmpty)
        try kiosk.advance(by: .milliseconds(500))
        #expect(peer.messages().count == 1)
        try kiosk.draw("tap 940,40")
        #expect(screen.texts().contains { $0.contains(#""b3""#) })
    }

    @Test func `a reload leaves a scene whose captcha is over, and a call may change it`() throws {
        kiosk.clock.workTime = { .zero }
        let made = try kiosk.call("io.touchd.captcha.Create", ["profile": "simple", "puzzle": ["pictures": false]])
        let captcha: JSON = [
            "id": "captcha", "kind": "captcha", "x": 700.0, "y": 0.0, "width": 400.0, "height": 200.0,
            "captcha": ["challengeId": made["challengeId"]],
        ]
        let screen = try Presentation([Widgets.pattern(), captcha], on: kiosk)
        try kiosk.call("io.touchd.captcha.Decline", ["challengeId": made["challengeId"]])
        #expect(try kiosk.reload { $0.access += "\n[unlock]\ntrail=count" }["applied"] == true)
        let button: JSON = ["id": "a", "kind": "button", "x": 0.0, "y": 700.0, "width": 80.0, "height": 80.0]
        try kiosk.call("io.touchd.scene.Update", ["scene": .string(screen.scene), "widgets": [button]])
        #expect(!screen.isOver)
    }

    @Test func `a daemon that is stopped while it plans a view leaves its vault to the next one`() throws {
        let screen = try shown().screen
        try peer.call("io.touchd.manage.SetView", ["width": 1000, "height": 800])
        for user in ["anna", "bert"] {
            try kiosk.peer().call("io.touchd.unlock.AskEnrollment", ["user": .string(user)])
        }
        try kiosk.restartDaemon()
        #expect(try kiosk.users().isEmpty)
        withExtendedLifetime(screen) {}
    }
}
