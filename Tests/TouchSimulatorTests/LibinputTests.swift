import System
import TestSupport
import Testing
import TouchCore

@testable import TouchSimulator

/// Real libinput with a panel in a test bed.
@Suite(.serialized, .timeLimit(.minutes(10))) struct LibinputTests {
    static func runner(_ panel: VirtualPanel) throws -> CommandRunner {
        try CommandRunner(panel, view: Size(width: 4096, height: 2560)) {}
    }

    @Test func `libinput sees the touches as drawn`() throws {
        let panel = try VirtualPanel(kind: .umockdev)
        let listener = try LibinputListener(panel)
        let runner = try Self.runner(panel)
        #expect(runner.run("line 0,0 2048,0 4096,2560 speed 1e9 hold 1") == .ok(""))
        #expect(runner.run("together tap 1024,1280 hold 1 | tap 3072,640 hold 40") == .ok(""))
        let expected = [
            "DEVICE_ADDED", "TOUCH_DOWN 0 0.00/0.00", "TOUCH_FRAME", "TOUCH_MOTION 0 50.00/0.00", "TOUCH_FRAME",
            // libinput divides by one unit more than the axis has steps: its last unit is 4095/4096 and 2560/2560.
            "TOUCH_MOTION 0 99.98/99.96", "TOUCH_FRAME", "TOUCH_UP 0", "TOUCH_FRAME", "TOUCH_DOWN 0 25.00/50.00",
            "TOUCH_DOWN 1 74.98/25.00", "TOUCH_FRAME", "TOUCH_UP 0", "TOUCH_FRAME", "TOUCH_UP 1", "TOUCH_FRAME",
        ]
        #expect(listener.events(expected.count) == expected)
    }

    @Test func `an unplugged panel cancels its touches, and comes back untouched`() throws {
        let panel = try VirtualPanel(kind: .umockdev)
        let listener = try LibinputListener(panel)
        let runner = try Self.runner(panel)
        for line in ["down 0 2048,0", "unplug"] { #expect(runner.run(line) == .ok("")) }
        #expect(runner.run("tap 1,1") == .error("the panel is unplugged"))
        #expect(listener.events(6).last == "DEVICE_REMOVED")
        #expect(runner.run("plug") == .ok(""))
        #expect(listener.events(7).last == "DEVICE_ADDED")
        #expect(runner.run("tap 1024,1280 hold 1") == .ok(""))
        let expected = [
            "DEVICE_ADDED", "TOUCH_DOWN 0 50.00/0.00", "TOUCH_FRAME", "TOUCH_CANCEL 0", "TOUCH_FRAME",
            "DEVICE_REMOVED", "DEVICE_ADDED", "TOUCH_DOWN 0 25.00/50.00", "TOUCH_FRAME", "TOUCH_UP 0", "TOUCH_FRAME",
        ]
        #expect(listener.events(expected.count) == expected)
    }

    @Test func `after lost events libinput reads the state from the node`() throws {
        let panel = try VirtualPanel(kind: .umockdev)
        let listener = try LibinputListener(panel)
        let runner = try Self.runner(panel)
        let steps = [
            ("down 0 2048,0", ["TOUCH_DOWN 0 50.00/0.00"]), ("lose up 0", ["TOUCH_UP 0"]),
            ("lose down 0 1024,1280", ["TOUCH_DOWN 0 25.00/50.00"]), ("lose move 0 0,0", ["TOUCH_MOTION 0 0.00/0.00"]),
            ("up 0", ["TOUCH_UP 0"]),
        ]
        var expected = ["DEVICE_ADDED"]
        for (line, events) in steps {
            #expect(runner.run(line) == .ok(""))
            expected += events + ["TOUCH_FRAME"]
            #expect(listener.events(expected.count) == expected)
        }
    }

    @Test func `a flood as fast as the reader reads loses nothing`() throws {
        let panel = try VirtualPanel(kind: .umockdev)
        let listener = try LibinputListener(panel)
        let answer = try Self.runner(panel).run("flood 500 fingers 10 rate 0")
        #expect("\(answer)".hasPrefix("ok 502 frames"))
        // Ten downs, ten ups, 500 times ten motions, 502 ends of frames.
        let events = listener.events(1 + 20 + 5_000 + 502)
        #expect(events.count == 5_523 && events.filter { $0.hasPrefix("TOUCH_MOTION") }.count == 5_000)
    }

    @Test func `frames of several clients never mix`() throws {
        let panel = try VirtualPanel(kind: .umockdev)
        let listener = try LibinputListener(panel)
        let runner = try Self.runner(panel)
        for finger in 0..<4 {
            RunningThread.detached {
                _ = runner.run("line 0,0 4000,2000 speed 8000 rate 1000 finger \(finger)")
            }
        }
        // Each client's 560 reports of its one contact, its landing and its lifting, every one in a frame of its own.
        let events = listener.events(1 + 4 * 2 * 562)
        for slot in 0..<4 {
            let own = events.filter { $0.hasPrefix("TOUCH_MOTION \(slot) ") }
            #expect(own.count == 560 && Set(own).count == 560)
        }
        #expect(events.filter { $0 == "TOUCH_FRAME" }.count == 4 * 562)
    }
}
