import Testing
import TouchCore

@testable import TouchSimulator

@Suite struct CommandParserTests {
    let parser = CommandParser(view: Size(width: 300, height: 300))

    static let area = Rect(x: 0, y: 0, width: 300, height: 300)

    @Test(
        arguments: [
            ("", nil), ("   ", nil), ("# a note", nil),
            ("tap 3,4.5", .draw([.tap(Point(x: 3, y: 4.5))])),
            ("\ttap  3,4 hold 5", .draw([Gesture([Point(x: 3, y: 4)], pen: Pen(hold: 5))])),
            ("tap 1,1 hold 0", .draw([Gesture([Point(x: 1, y: 1)], pen: Pen(hold: 0))])),
            ("pattern 1-4-7", .draw([.pattern([1, 4, 7], in: area)])),
            (
                "pattern 16 grid 4x4 in 1,2,3,4",
                .draw([.pattern([16], in: Rect(x: 1, y: 2, width: 3, height: 4), columns: 4, rows: 4)])
            ),
            (
                "slide 0.33 in 0,0,200,40",
                .draw([.slide(to: 0.33, in: Rect(x: 0, y: 0, width: 200, height: 40), thumb: 40)])
            ),
            ("slide 1 from 0.5 thumb 20", .draw([.slide(to: 1, in: area, thumb: 20, from: 0.5)])),
            (
                "line 0,0 1,1 -2,3 speed 80mm/s rate 60 finger 2",
                .draw([
                    Gesture(
                        [.zero, Point(x: 1, y: 1), Point(x: -2, y: 3)],
                        pen: Pen(speed: .millimeters(80), rate: 60, finger: 2))
                ])
            ),
            (
                "together tap 1,1 hold 9 | line 0,0 2,2 speed 5px/s",
                .draw([
                    Gesture([Point(x: 1, y: 1)], pen: Pen(hold: 9)),
                    Gesture([.zero, Point(x: 2, y: 2)], pen: Pen(speed: .pixels(5), finger: 1)),
                ])
            ),
            ("down 3 1,2", .down(finger: 3, Point(x: 1, y: 2))), ("move 0 1,2", .move(finger: 0, Point(x: 1, y: 2))),
            ("up 255", .up(finger: 255)),
            ("play a.evemu", .play(path: "a.evemu", speed: 1, losing: nil)),
            ("play a speed 0", .play(path: "a", speed: 0, losing: nil)),
            ("play a speed 0 losing 7", .play(path: "a", speed: 0, losing: 7)),
            ("flood 5", .flood(frames: 5, fingers: 1, rate: 125)),
            ("flood 5 fingers 10 rate 0", .flood(frames: 5, fingers: 10, rate: 0)),
            ("wait 1.5", .wait(milliseconds: 1.5)),
            ("await-open", .awaitOpen(readers: 1, milliseconds: 10_000)),
            ("await-open 2 timeout 5", .awaitOpen(readers: 2, milliseconds: 5)),
            ("await-open timeout 5", .awaitOpen(readers: 1, milliseconds: 5)),
            ("lose up 3", .lose(.up(finger: 3))), ("revoke", .revoke(next: 0)),
            ("revoke 3", .revoke(next: 3)), ("unplug", .unplug), ("plug", .plug), ("status", .status),
            ("environment", .environment), ("quit", .quit),
        ] as [(String, Command?)])
    func `a line is a command`(line: String, expected: Command?) throws {
        #expect(try parser.command(line) == expected)
    }

    @Test(arguments: [
        ("draw 1,2", 1, "unknown command"), ("  taps 1,2", 3, "unknown command"),
        ("tap", 4, "is missing"), ("tap 1", 5, "X,Y"), ("tap 1,2,3", 5, "X,Y"), ("tap 1,nan", 5, "X,Y"),
        ("tap 1,inf", 5, "X,Y"), ("tap 0x10,1", 5, "X,Y"), ("tap 1,2 3,4", 9, "unknown option"),
        ("tap 1e9,1", 5, "X,Y"),
        ("tap 1,1 in 0,0,1,1", 9, "unknown option"), ("tap 1,1 hold", 13, "missing"), ("tap 1,1 hold -1", 14, "from 0"),
        ("tap 1,1 rate 0", 14, "from 1"), ("tap 1,1 rate 5 rate 6", 16, "twice"), ("line 1,1", 9, "missing"),
        ("line 1,1 2,2 speed 0", 20, "greater than 0"), ("line 1,1 2,2 speed 3cm/s", 20, "greater than 0"),
        ("pattern", 8, "missing"), ("pattern 1-0", 11, "from 1 to 9"), ("pattern 1--2", 11, "from 1 to 9"),
        ("pattern 12-10 grid 3x4 speed x", 30, "greater than 0"), ("pattern 1-2-10", 13, "from 1 to 9"),
        ("pattern 1 grid 3", 16, "COLUMNSxROWS"), ("pattern 1 grid 0x3", 16, "COLUMNSxROWS"),
        ("pattern 1 in 0,0,0,5", 14, "above 0"), ("slide", 6, "missing"), ("slide 0,5", 7, "number"),
        ("together tap 1,1 finger 3 | tap 2,2 finger 3", 29, "is already drawing"), ("together", 9, "missing"),
        ("together tap 1,1 |", 19, "missing"), ("together wait 5", 10, "unknown drawing"),
        ("down 1,2", 6, "whole number"), ("down 256 1,2", 6, "0 to 255"), ("up", 3, "missing"),
        ("up 1 2", 6, "unexpected"),
        ("lose", 5, "missing"), ("lose tap 1,1", 6, "cannot lose"), ("lose up 1 2", 11, "unexpected"),
        ("play", 5, "missing"), ("play a speed -1", 14, "number"), ("play a b", 8, "unexpected"),
        ("flood 0", 7, "whole number"), ("flood 1 fingers 0", 17, "whole number"), ("wait", 5, "missing"),
        ("wait 99999999", 6, "from 0"), ("await-open x", 12, "whole number"), ("revoke x", 8, "whole number"),
        ("quit now", 6, "unexpected"),
        ("tap 😀,1", 5, "X,Y"), ("😀 tap", 1, "unknown command"),
    ])
    func `a bad line is reported with place and reason`(line: String, column: Int, part: String) {
        do throws(CommandFault) {
            let command = try parser.command(line)
            Issue.record("taken as \(String(describing: command))")
        } catch {
            #expect(error.column == column)
            #expect(error.message.contains(part), "\(error.message)")
        }
    }
}
