import SeededNumbers
import Simulation
import StrictJSON

/// A front end that tries everything to see or spoil what is drawn on another user's scene.
final class HostileFrontEnd {
    private let rig: Kiosk
    private let user: UInt32
    private var screen: KioskPeer
    private var waiter: KioskPeer
    private var control: KioskPeer
    private var scene: String?
    private var challenge: JSON?
    /// Messages about fingers.
    private(set) var seen: [String] = []

    init(_ rig: Kiosk, user: UInt32) throws {
        (self.rig, self.user) = (rig, user)
        (screen, waiter) = try (rig.peer(user: user), rig.peer(user: user))
        control = try rig.peer(user: user)
    }

    /// A random action; it has found out the name of another user's scene.
    func act(_ random: inout SplitMix64, against victim: String) throws {
        look()
        switch random.below(10) {
        case 0: try present(Self.widget("button"))
        case 1: try present(Self.widget("pattern", ["pattern": ["trail": "live"]]))
        case 2:
            if challenge == nil {
                let made = try control.answer(
                    to: "io.touchd.captcha.Create", ["kind": "gesture", "profile": "default"])
                challenge = made["challengeId"]
            }
            guard let challenge else { return }
            try present(Self.widget("gesture", ["gesture": ["challengeId": challenge]]))
            self.challenge = nil
        case 3: try verify(on: scene ?? victim)
        case 4:
            let widget = Self.widget("pattern", ["pattern": ["trail": "live", "purpose": "enroll"]])
            try tell("io.touchd.scene.Update", ["scene": .string(scene ?? victim), "widgets": [widget]])
        case 5:
            try tell("io.touchd.scene.Dismiss", ["scene": .string(scene ?? victim)])
            scene = nil
        case 6:
            try tell("io.touchd.scene.Dismiss", ["scene": .string(victim)])
            try tell("io.touchd.scene.Update", ["scene": .string(victim), "remove": ["pad"]])
        case 7: try verify(on: victim)
        case 8:
            // Its connections end, and their scene with them.
            (screen, waiter) = try (rig.peer(user: user), rig.peer(user: user))
            scene = nil
            try rig.settle()
        default:
            waiter = try rig.peer(user: user)
            let method = ["io.touchd.monitor.Contacts", "io.touchd.scene.Requests", "io.touchd.result.Watch"]
            try waiter.call(method[random.below(method.count)], [:], more: true)
            try rig.settle()
        }
        look()
    }

    /// Stores the finger events that its connections received.
    func look() {
        for peer in [screen, waiter, control] {
            for message in peer.messages() {
                let text = String(decoding: message, as: UTF8.self)
                if text.contains("\"event\"") || text.contains("\"contacts\"") { seen.append(text) }
            }
        }
    }

    private func present(_ widget: JSON) throws {
        look()
        if scene != nil { screen = try rig.peer(user: user) }
        scene = try screen.answer(to: "io.touchd.scene.Present", ["widgets": [widget]], more: true)["scene"]?
            .stringValue
    }

    private func verify(on scene: String) throws {
        look()
        waiter = try rig.peer(user: user)
        let parameters: JSONObject = ["user": "anna", "scene": .string(scene), "widget": "pad"]
        try waiter.call("io.touchd.unlock.Verify", parameters, more: true)
        try rig.settle()
    }

    private func tell(_ method: String, _ parameters: JSONObject) throws {
        try control.call(method, parameters)
        try rig.settle()
    }

    /// One that covers the whole view.
    static func widget(_ kind: String, _ settings: JSONObject = [:]) -> JSON {
        var widget: JSONObject = [
            "id": "pad", "kind": .string(kind), "x": 0, "y": 0, "width": 1_920, "height": 1_080,
        ]
        for (key, value) in settings { widget[key] = value }
        return .object(widget)
    }
}
