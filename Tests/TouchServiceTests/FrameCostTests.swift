import EventLoop
import CAllocations
import Simulation
import StrictJSON
import Testing
import TouchCore
import Varlink

@testable import TouchScreen
@testable import TouchService

/// The cost of a frame between the seat and the socket, as a count, which a slow machine does not change.
@Suite(.enabled(if: allocations_are_counted())) struct FrameCostTests {
    private static let fingers = 10

    /// A screen with a widget under each finger, and a peer that reads their events.
    private static func screen(_ rig: Kiosk, widgets: (Int) -> JSONObject) throws -> KioskPeer {
        let peer = try rig.peer()
        let all = (0..<fingers).map { number -> JSON in
            var widget: JSONObject = [
                "id": .string("w\(number)"), "x": .real(Double(number) * 128), "y": 0.0, "width": 128.0,
                "height": 800.0,
            ]
            for (key, value) in widgets(number) { widget[key] = value }
            return .object(widget)
        }
        try peer.call("io.touchd.scene.Present", ["widgets": .array(all)], more: true)
        _ = try peer.messages(until: #""scene""#)
        return peer
    }

    /// Ten fingers that land and move: what the last 200 frames allocate, and the resulting events.
    private static func wander(_ rig: Kiosk, _ reading: () -> Int) -> (allocations: Int, events: Int) {
        let device = DeviceID(1), start = rig.daemon.loop.now
        let frames = (0..<400).map { step in
            Frame(
                device: device, time: start.advanced(by: .milliseconds(Int64(step) * 8)), provenance: .physical,
                contacts: (0..<fingers).map { finger in
                    let x = Double(finger) * 128 + 20 + Double(step * 7 % 83), y = 20 + Double(step * 13 % 701)
                    return Contact(
                        id: ContactID(UInt64(finger) + 1), phase: step == 0 ? .began : .moved,
                        position: Point(x: x, y: y + 1 / 3), place: UnitPoint(x: x / 1_280, y: y / 801))
                })
        }
        var (allocations, events) = (0, 0)
        for (number, frame) in frames.enumerated() {
            let before = allocations_of_this_thread()
            rig.daemon.server.batch { rig.daemon.input.frame(frame) }
            rig.daemon.statistics.latencies.noteDelivered(now: rig.daemon.loop.now)
            let count = Int(allocations_of_this_thread() - before)
            let heard = reading()
            if number >= 200 { (allocations, events) = (allocations + count, events + heard) }
        }
        return (allocations, events)
    }

    @Test(arguments: [("pattern", false), ("inertial_drag", false), ("slider", false), ("inertial_drag", true)])
    func `no frame of ten fingers allocates once the buffers have grown`(kind: String, isWatched: Bool) throws {
        let rig = try Kiosk.large(checksReplies: false)
        let peer = try Self.screen(rig) { _ in
            kind == "pattern" ? ["kind": "pattern", "pattern": ["trail": "live"]] : ["kind": .string(kind)]
        }
        let watcher = try rig.peer()
        if isWatched {
            try watcher.call("io.touchd.monitor.Contacts", [:], more: true)
            _ = try watcher.messages(until: "contacts")
        }
        let found = Self.wander(rig) { peer.messages().count + watcher.messages().count }
        #expect(found.allocations == 0)
        // Fingers land beside the slider's thumb.
        #expect(found.events >= (kind == "slider" ? 0 : 150 * (Self.fingers + (isWatched ? 1 : 0))))
    }

    @Test func `a number of seventeen digits allocates nothing in a writer that has written one`() {
        var writer = JSONWriter()
        writer.bytes.reserveCapacity(1_000)
        writer.value(-1.0 / 3)
        let before = allocations_of_this_thread()
        for number in 1...20 { writer.value(Double(number) / 7) }
        #expect(allocations_of_this_thread() == before)
        #expect(writer.bytes.count > 20 * 17)
    }

    @Test func `positions are reported to the thousandth of a pixel`() throws {
        let rig = try Kiosk.large(checksReplies: false)
        let peer = try Self.screen(rig) { _ in ["kind": "pattern", "pattern": ["trail": "live"]] }
        try rig.finger([(0, Point(x: 10, y: 10)), (8_000, Point(x: 100.0 / 3, y: 12.5))], lift: 16_000)
        #expect(peer.texts().contains { $0.contains(#""name":"moved""#) && $0.contains(#""x":33.333,"y":12.5}"#) })
    }
}
