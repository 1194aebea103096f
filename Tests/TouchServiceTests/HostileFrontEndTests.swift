import SeededNumbers
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchConfiguration
import TouchCore
import Varlink

/// A front end that tries everything to see or spoil what is drawn on another user's scene.
private final class HostileFrontEnd {
    private let rig: Kiosk
    private let identity: Identity
    private var screen: KioskStream?
    private var waiter: KioskStream?
    /// Replies about fingers.
    private(set) var seen: [JSONObject] = []

    init(_ rig: Kiosk, user: UInt32) { (self.rig, identity) = (rig, Identity(user: user, group: user)) }

    /// A random action; it has found out the name of another user's scene.
    func act(_ random: inout SplitMix64, against victim: String) throws {
        look()
        let scene = screen?.all.first?["scene"] ?? .string(victim)
        switch random.below(10) {
        case 0: try present(Widgets.full("button"))
        case 1: try present(Widgets.full("pattern", ["trail": "live"]))
        case 2:
            let gesture: JSONObject = ["kind": "gesture", "profile": "default"]
            let made = try? rig.call("io.touchd.captcha.Create", gesture, as: identity)
            try present(Widgets.full("gesture", ["challengeId": made?["challengeId"] ?? ""]))
        case 3: try wait("unlock.Verify", ["user": "anna", "scene": scene, "widget": "pad"])
        case 4:
            let widget = Widgets.full("pattern", ["trail": "live", "purpose": "enroll"])
            _ = try rig.refusal("io.touchd.scene.Update", ["scene": scene, "widgets": [widget]], as: identity)
        case 5:
            _ = try rig.refusal("io.touchd.scene.Dismiss", ["scene": scene], as: identity)
            screen = nil
        case 6:
            let change: JSONObject = ["scene": .string(victim), "remove": ["pad"]]
            _ = try rig.refusal("io.touchd.scene.Update", change, as: identity)
            _ = try rig.refusal("io.touchd.scene.Dismiss", ["scene": .string(victim)], as: identity)
        case 7: try wait("unlock.Verify", ["user": "anna", "scene": .string(victim), "widget": "pad"])
        case 8:
            (screen, waiter) = (nil, nil)
            try rig.settle()
        default: try wait(["monitor.Contacts", "scene.Requests", "result.Watch"][random.below(3)])
        }
        look()
    }

    /// Keeps what its calls were told about fingers.
    func look() {
        for call in [screen, waiter] {
            seen += call?.all.filter { $0["event"] != nil || $0["contacts"] != nil } ?? []
        }
    }

    private func present(_ widget: JSON) throws {
        look()
        screen = nil
        screen = try rig.stream("io.touchd.scene.Present", ["widgets": [widget]], as: identity)
    }

    private func wait(_ method: String, _ parameters: JSONObject = [:]) throws {
        look()
        waiter = try rig.stream("io.touchd.\(method)", parameters, as: identity)
    }
}

/// Two hostile front ends and one victim, in random order: a drawing that a call waits for is neither seen by
/// other clients nor lost.
struct HostileFrontEndTests {
    private static let interleavings = effort("TOUCHD_INTERLEAVINGS", usual: 40)

    private final class Victim {
        private let rig: Kiosk
        private let identity = Identity(user: 1_003, group: 1_003)
        private var screen: Presentation<KioskStream>?
        private var call: KioskStream?
        private var heard = 0

        init(_ rig: Kiosk) { self.rig = rig }

        var scene: String { screen?.scene ?? "" }

        /// Puts a pattern on screen; an administrator removes the scenes of users who keep it.
        func present() throws -> Bool {
            let pad = Widgets.pattern(x: 420, y: 0, width: 1_080, height: 1_080, settings: ["trail": "live"])
            for _ in 0..<4 {
                do {
                    screen = try rig.present(pad, as: identity)
                    return true
                } catch ClientError.remote(let refusal) {
                    #expect(refusal.name == "io.touchd.scene.Busy" && refusal.parameters["uid"] == nil)
                }
                let scenes = try rig.call("io.touchd.scene.List")["scenes"]?.arrayValue?.compactMap(\.objectValue)
                for scene in scenes ?? [] where scene["guarded"] == true {
                    try rig.call("io.touchd.scene.Dismiss", ["scene": scene["scene"]])
                }
            }
            return false
        }

        /// Waits for a drawing on it; false if another scene was above it already.
        func verify() throws -> Bool {
            call = try screen.map { try rig.verification(on: $0, as: identity) }
            return call?.all.first?["ready"] == true
        }

        /// The finger events that it received since the last call.
        func names() -> ArraySlice<String> {
            let all = screen?.names ?? []
            defer { heard = all.count }
            return all[heard...]
        }

        func leave() throws {
            (screen, call, heard) = (nil, nil, 0)
            try rig.settle()
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `a drawing that a call waits for is neither seen by other clients nor lost`(seed: UInt64) throws {
        let rig = try Kiosk.large { $0.access.frontend = [] }
        var random = SplitMix64(seed: seed)
        let victim = Victim(rig)
        let hostile = [1_001, 1_002].map { HostileFrontEnd(rig, user: $0) }
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
            _ = victim.names()
            for (phase, place) in way {
                try attack()
                try rig.report(phase, place)
            }
            try attack()
            // When an error leaves the screen is a matter of the clock.
            let names = victim.names().filter { $0 != "moved" && $0 != "cleared" }
            #expect(names == ["began", "dot", "dot", "too_short"], "interleaving \(number)")
            for hostile in hostile { hostile.look() }
            let seen = hostile.flatMap(\.seen)
            try #require(seen.isEmpty, "interleaving \(number): \(seen)")
            try victim.leave()
        }
    }
}
