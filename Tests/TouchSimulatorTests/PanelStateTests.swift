import Testing
import TouchCore
import TouchDevice

@testable import TouchSimulator

@Suite struct PanelStateTests {
    static let single = DeviceDescription(
        panel: "single", .init(bus: 3, vendor: 1, product: 1, version: 1), x: Axis(minimum: 0, maximum: 100),
        y: Axis(minimum: 0, maximum: 100), slots: nil)

    /// Protocol A, without a pointer.
    private static let bare: DeviceDescription = {
        var bare = DeviceDescription()
        for code in [InputCode.positionX, InputCode.positionY] {
            bare.axes[code] = Axis(minimum: 0, maximum: 100)
        }
        return bare
    }()

    private static let mouse: DeviceDescription = {
        var mouse = single
        mouse.codes[InputCode.key] = [InputCode.left]
        return mouse
    }()

    /// Frames of what fingers do, in commands of touchsim, and the expected events.
    static let cases: [(String, panel: DeviceDescription, frames: [(String, String)])] = [
        (
            "a tap", Panels.small,
            [
                ("down 0 10,20", "id 0, mx 10, my 20, touch 1, x 10, y 20, report"), ("up 0", "id -1, touch 0, report"),
            ]
        ),
        (
            "only what changed is sent", Panels.small,
            [
                ("down 0 0,5", "id 0, mx 0, my 5, touch 1, x 0, y 5, report"), ("move 0 0,6", "my 6, y 6, report"),
                ("move 0 0,6", ""), ("up 0", "id -1, touch 0, report"), ("down 0 0,6", "id 1, touch 1, report"),
            ]
        ),
        (
            "without slots, every frame lists all fingers", bare,
            [
                ("down 0 10,20", "mx 10, my 20, 0/2, report"),
                ("down 1 5,6", "mx 10, my 20, 0/2, mx 5, my 6, 0/2, report"), ("move 1 5,6", ""),
                ("up 0", "mx 5, my 6, 0/2, report"), ("up 1", "0/2, report"),
            ]
        ),
        (
            "a panel that is a mouse presses its button", mouse,
            [("down 0 10,20", "1/272 1, x 10, y 20, report"), ("up 0", "1/272 0, report")]
        ),
        (
            "a second finger has a slot of its own", Panels.small,
            [
                ("down 7 1,1", "id 0, mx 1, my 1, touch 1, x 1, y 1, report"),
                ("down 3 2,2", "slot 1, id 1, mx 2, my 2, report"),
                ("move 7 3,1; move 3 2,4", "slot 0, mx 3, slot 1, my 4, x 3, report"),
            ]
        ),
        (
            "the oldest contact moves the pointer", Panels.small,
            [
                (
                    "down 0 1,1; down 1 5,6",
                    "id 0, mx 1, my 1, slot 1, id 1, mx 5, my 6, touch 1, x 1, y 1, report"
                ),
                ("up 0", "slot 0, id -1, x 5, y 6, report"), ("down 2 9,9", "id 2, mx 9, my 9, report"),
                ("up 2; up 1", "id -1, slot 1, id -1, touch 0, report"),
            ]
        ),
        (
            "a finger that lifts and lands at once is a new contact", Panels.small,
            [
                ("down 0 1,1", "id 0, mx 1, my 1, touch 1, x 1, y 1, report"),
                ("up 0; down 0 2,1", "id -1, id 1, mx 2, x 2, report"),
            ]
        ),
        (
            "a panel without slots", single,
            [("down 4 8,9", "touch 1, x 8, y 9, report"), ("move 4 8,10", "y 10, report"), ("up 4", "touch 0, report")]
        ),
    ]

    @Test(arguments: cases)
    func `fingers become the events a driver would send`(
        _: String, panel: DeviceDescription, frames: [(String, String)]
    ) throws {
        var state = PanelState(description: panel)
        let (x, y) = try #require(panel.claimedAxes)
        let view = Size(width: Double(x.maximum), height: Double(y.maximum))
        let (parser, mapping) = (CommandParser(view: view), try PanelMapping(view: view, panel: panel))
        for (commands, expected) in frames {
            let changes = try commands.split(separator: "; ").flatMap { command in
                mapping.changes(of: try #require(try parser.command(String(command))))
            }
            let events = try state.frame(changes)
            #expect(text(events) == expected)
        }
    }

    @Test(
        arguments: [
            ([.down(finger: 0, Panels.at(1, 1))], FingerFault.isDown(0)),
            ([.move(finger: 1, Panels.at(1, 1))], .isUp(1)),
            ([.up(finger: 1)], .isUp(1)),
            ([.down(finger: 1, Panels.at(1, 1)), .down(finger: 2, Panels.at(1, 1))], .noFreeSlot(2)),
        ] as [([FingerChange], FingerFault)])
    func `an impossible change leaves the state unchanged`(changes: [FingerChange], expected: FingerFault) throws {
        var state = PanelState(description: Panels.small)
        _ = try state.frame([.down(finger: 0, Panels.at(5, 5))])
        #expect(throws: expected) { try state.frame(changes) }
        let next = try state.frame([.move(finger: 0, Panels.at(6, 5))])
        #expect(state.fingers == [0] && text(next) == "mx 6, x 6, report")
    }

    @Test func `a palm is told before it is over, and a finger after it before it lands`() throws {
        var state = PanelState(description: Panels.small)
        _ = try state.frame([.down(finger: 0, Panels.at(5, 5))])
        let palm = try state.frame([.palm(finger: 0)])
        #expect(text(palm) == "3/55 2, id -1, touch 0, report")
        let next = try state.frame([.down(finger: 1, Panels.at(5, 5))])
        #expect(text(next) == "3/55 0, id 1, touch 1, report")
    }

    @Test func `impossible changes can be left out`() {
        var state = PanelState(description: Panels.small)
        let events = state.frame(ofPossible: [
            .up(finger: 3), .down(finger: 0, Panels.at(1, 2)), .down(finger: 0, Panels.at(3, 4)),
        ])
        #expect(text(events) == "id 0, mx 1, my 2, touch 1, x 1, y 2, report")
    }

    @Test func `tracking ids wrap at sixteen bits`() throws {
        var state = PanelState(description: Panels.small)
        for _ in 0..<65536 {
            _ = try state.frame([.down(finger: 0, Panels.at(1, 1))])
            _ = try state.frame([.up(finger: 0)])
        }
        let events = try state.frame([.down(finger: 0, Panels.at(1, 1))])
        #expect(text(events) == "id 0, touch 1, report")
    }

    @Test func `a recording may name slots the panel lacks`() {
        var state = PanelState(description: Panels.small)
        state.absorb([.absolute(InputCode.slot, 900), .absolute(InputCode.slot, -3), .report])
        #expect(state.value(ofAxis: InputCode.slot) == 0)
    }
}
