import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchDevice
import TouchInput

/// Two panels of one kiosk.
@Suite struct TwoPanelsTests {
    /// What fingers do on a panel; each step alternates with one of the other panel.
    private static let left = [
        "down 0 100,100", "move 0 150,120", "down 1 900,700", "move 1 880,650", "move 0 200,140", "up 1",
        "move 0 260,160",
        "up 0", "down 0 640,400", "up 0",
    ]
    private static let right = [
        "down 0 1000,600", "down 1 300,300", "move 0 960,560", "up 0", "down 0 500,500", "move 0 520,540",
        "move 1 320,330",
        "up 0", "up 1", "tap 200,700 hold 1",
    ]

    /// The reports about each panel's fingers: their number on it, what they do, where.
    private func play(_ commands: [String]) throws -> [String: [String]] {
        var stories: [String: [String]] = [:]
        var setup = Kiosk.Setup(panels: 2)
        setup.keepsFrames = true
        try withKiosk(setup) { kiosk in
            for command in commands { try kiosk.draw(command) }
            #expect(kiosk.frames.oddities.isEmpty && kiosk.frames.present.isEmpty)
            var fingers: [ContactID: Int] = [:]
            for frame in kiosk.frames.frames {
                let name = try #require(kiosk.panels.first { $0.device.id == frame.device }).device.name
                for contact in frame.contacts {
                    let landed = stories[name, default: []].count { $0.contains("began") }
                    let finger = fingers[contact.id] ?? landed
                    fingers[contact.id] = finger
                    let place = "\(contact.position) \(contact.millimeters.map { "\($0)" } ?? "-")"
                    stories[name, default: []].append("\(finger) \(contact.phase.word) \(place)")
                }
            }
        }
        return stories
    }

    @Test func `two panels that are touched alternately are two separate runs`() throws {
        let together = try play(zip(Self.left, Self.right).flatMap { [$0, "panel 2 " + $1] })
        let (first, second) = (try play(Self.left), try play(Self.right.map { "panel 2 " + $0 }))
        #expect(together.count == 2 && first.count == 1 && second.count == 1)
        #expect(together["touchsim panel"] == first["touchsim panel"])
        #expect(together["touchsim panel 2"] == second["touchsim panel 2"])
        #expect((together["touchsim panel"] ?? []).count >= Self.left.count)
    }

    @Test func `each panel has its own part of the view, or both have all of it`() throws {
        func seen(_ access: String, _ command: String) throws -> (x: Double, y: Double) {
            var place = (x: -1.0, y: -1.0)
            try withKiosk(Kiosk.Setup(access: access, panels: 2)) { kiosk in
                #expect(try kiosk.devices().count == 2)
                let screen = try kiosk.present(Widgets.whole)
                try kiosk.draw("\(command)down 0 640,400")
                try kiosk.draw("\(command)move 0 320,200")
                let event = try screen.event("moved")
                place = (event["x"]?.doubleValue ?? -1, event["y"]?.doubleValue ?? -1)
            }
            return place
        }
        let own = """
            group-frontend=
            [panel left]
            match-name=touchsim panel
            view=640x800+0+0
            [panel right]
            match-name=touchsim panel 2
            view=640x800+640+0
            """
        for (access, command, x) in [
            (own, "", 160.0), (own, "panel 2 ", 800), ("group-frontend=", "", 320),
            ("group-frontend=", "panel 2 ", 320),
        ] {
            let found = try seen(access, command)
            #expect(abs(found.x - x) < 0.5 && abs(found.y - 200) < 0.5, "\(command) \(found)")
        }
    }
}
