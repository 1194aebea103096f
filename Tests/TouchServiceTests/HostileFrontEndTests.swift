import SeededNumbers
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchConfiguration
import TouchCore

/// Two hostile front ends and one victim, in random order: a drawing that a call waits for is neither seen by
/// other clients nor lost.
struct HostileFrontEndTests {
    private static let interleavings = effort("TOUCHD_INTERLEAVINGS", usual: 100)

    /// The victim, and the administrator who helps it.
    private final class Victim {
        private let rig: Kiosk
        private let administrator: KioskPeer
        private let control: KioskPeer
        private let screen: KioskPeer
        private let waiter: KioskPeer
        private(set) var scene = ""

        init(_ rig: Kiosk) throws {
            self.rig = rig
            administrator = try rig.peer()
            func peer() throws -> KioskPeer { try rig.peer(user: 1_003) }
            (control, screen, waiter) = (try peer(), try peer(), try peer())
        }

        /// Puts a pattern on screen; an administrator removes the scenes of users who keep it.
        func present() throws -> Bool {
            let widget: JSON = [
                "id": "pad", "kind": "pattern", "x": 420, "y": 0, "width": 1_080, "height": 1_080,
                "pattern": ["trail": "live"],
            ]
            for _ in 0..<4 {
                let reply = try screen.answer(to: "io.touchd.scene.Present", ["widgets": [widget]], more: true)
                if let name = reply["scene"]?.stringValue {
                    scene = name
                    return true
                }
                #expect(reply["error"] == "io.touchd.scene.Busy" && reply["uid"] == nil)
                let scenes = try administrator.answer(to: "io.touchd.scene.List")["scenes"]?.arrayValue ?? []
                for scene in scenes.compactMap(\.objectValue) where scene["guarded"] == true {
                    _ = try administrator.answer(to: "io.touchd.scene.Dismiss", ["scene": scene["scene"]])
                }
            }
            return false
        }

        /// Waits for a drawing on it; false if another scene was above it already.
        func verify() throws -> Bool {
            let parameters: JSONObject = ["user": "anna", "scene": .string(scene), "widget": "pad"]
            return try waiter.answer(to: "io.touchd.unlock.Verify", parameters, more: true)["ready"] == true
        }

        /// The finger events that it received since the last call.
        func names() throws -> [String] { try screen.eventNames() }

        func leave() throws {
            _ = try control.answer(to: "io.touchd.scene.Dismiss", ["scene": .string(scene)])
            (_, _) = (screen.messages(), waiter.messages())
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `a drawing that a call waits for is neither seen by other clients nor lost`(seed: UInt64) throws {
        let rig = try Kiosk.large { $0.access.frontend = [] }
        var random = SplitMix64(seed: seed)
        let victim = try Victim(rig)
        let hostile = try [1_001, 1_002].map { try HostileFrontEnd(rig, user: $0) }
        func attack() throws {
            for _ in 0..<random.below(3) { try hostile[random.below(2)].act(&random, against: victim.scene) }
        }
        let way: [(Phase, Point)] = [
            (.began, Point(x: 600, y: 180)), (.moved, Point(x: 780, y: 180)), (.moved, Point(x: 960, y: 180)),
            (.ended, Point(x: 960, y: 180)),
        ]
        for number in 0..<Self.interleavings {
            var isAwaited = false
            for _ in 0..<8 where !isAwaited {
                try attack()
                guard try victim.present() else { continue }
                try attack()
                isAwaited = try victim.verify()
                if !isAwaited { try victim.leave() }
            }
            try #require(isAwaited, "interleaving \(number)")
            _ = try victim.names()
            for hostile in hostile { hostile.look() }
            for (phase, place) in way {
                try attack()
                try rig.report(phase, place)
            }
            try attack()
            // When an error leaves the screen is a matter of the clock.
            let names = try victim.names().filter { $0 != "moved" && $0 != "cleared" }
            #expect(names == ["began", "dot", "dot", "too_short"], "interleaving \(number)")
            for hostile in hostile { hostile.look() }
            let seen = hostile.flatMap(\.seen)
            try #require(seen.isEmpty, "interleaving \(number): \(seen)")
            try victim.leave()
        }
    }
}
