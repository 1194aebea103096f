import SeededNumbers
import StrictJSON
import TestSupport
import TouchCore
import TouchSimulator
import TouchDevice

/// What people do with their hands.
extension Shift {
    private var panel: ScriptedPanel { kiosk.panels[0] }

    private func somewhere() -> Point {
        Point(x: Double(random.below(1_280)), y: Double(random.below(800)))
    }

    private func position(_ place: Point) throws -> PanelPosition {
        try PanelMapping(view: kiosk.view, panel: panel.description).position(of: place)
    }

    func liftAll() throws {
        let fingers = panel.fingers
        if !fingers.isEmpty { try kiosk.apply(fingers.map { .up(finger: $0) }, to: panel) }
    }

    /// A finger draws dots of the lock, one each 80 ms.
    func draw(_ dots: String, area: Rect) throws {
        let way = dots.split(separator: "-").compactMap { Int($0) }.enumerated().map { number, dot in
            let (row, column) = (dot - 1).quotientAndRemainder(dividingBy: 3)
            let place = Point(
                x: area.minX + (Double(column) + 0.5) / 3 * area.size.width,
                y: area.minY + (Double(row) + 0.5) / 3 * area.size.height)
            return (microseconds: Int64(number) * 80_000, place: place)
        }
        try kiosk.finger(way, lift: Int64(way.count) * 80_000, after: 500_000)
    }

    private static let lock = Rect(x: 320, y: 80, width: 640, height: 640)

    /// Somebody enters a secret on the lock that is on screen, well or badly.
    func enter() throws {
        if let frontEnd = frontEnds.first(where: { $0.screen != nil }) { try enter(on: frontEnd) }
    }

    /// Somebody enters a secret on the lock of a front end.
    func enter(on frontEnd: FrontEnd) throws {
        guard kiosk.panels[0].fingers.isEmpty, frontEnd.screen != nil else { return }
        try kiosk.advance(by: max(.zero, settled.since(kiosk.clock.now)))
        switch frontEnd.kind {
        case "pattern":
            let right = variation == .duress && hasDuress ? Self.duress : Self.everyday
            let drawing = happens(onceIn: 2) ? right : pick(["1-2-3-6-9", "7-4-5-6", "3-2-1-4-7", "1-2", "9-8-7-4-5"])
            note("somebody draws \(drawing == right ? "the secret" : drawing)", "enter a pattern")
            if happens(onceIn: 12) {
                try draw(String(drawing.prefix(5)), area: Self.lock)
                return
            }
            if drawing == right { lastRight = kiosk.clock.now }
            try draw(drawing, area: Self.lock)
        case "pin": try enterPIN(on: frontEnd)
        default: try tapSomewhere()
        }
        try kiosk.advance(by: .milliseconds(Int64(400 + random.below(800))))
    }

    /// Enters the right PIN, or a wrong one: with the same first key, and done at the same moment.
    private func enterPIN(on frontEnd: FrontEnd) throws {
        let isRight = happens(onceIn: 2)
        note(isRight ? "somebody enters the PIN" : "somebody enters a wrong PIN", "enter a PIN")
        // People wait until the pad is done with the entry before.
        try idle(.seconds(10))
        let end = kiosk.clock.now.advanced(by: .seconds(6))
        var digits = Self.pin
        if !isRight {
            // The first digit and the outcome are those of every variation: never the same again. The rest varies.
            wrongPINs += 1
            digits = "8\(variation == .digits ? 999 - wrongPINs : 100 + wrongPINs)"
            if variation == .digits { digits += String(repeating: "5", count: varied.below(5)) }
        }
        for (number, key) in (digits + ">").enumerated() {
            if key == ">" {
                try kiosk.advance(by: end.since(kiosk.clock.now))
            } else if number > 0 {
                try kiosk.advance(by: .milliseconds(variation == .digits ? Int64(80 + varied.below(250)) : 150))
                // A finger beside the keys, which is ignored.
                if variation == .digits, varied.below(4) == 0 {
                    try kiosk.finger([(0, Point(x: 1_270, y: 790))], lift: 40_000, after: 1_000)
                }
            }
            guard let place = Kiosk.middle(of: key, on: frontEnd.screen?.parts(of: "it")) else { return }
            if isRight { lastRight = kiosk.clock.now }
            try kiosk.finger([(0, place)], lift: 60_000, after: 1_000)
        }
    }

    func tapSomewhere() throws {
        guard panel.fingers.isEmpty else { return try liftAll() }
        note("a tap", "tap")
        try kiosk.finger([(0, somewhere())], lift: 70_000, after: 200_000)
    }

    func touchInTheDark() throws {
        try liftAll()
        // A lift that was missed ends its contact a second later, and the panel has to be silent for a second after that.
        try kiosk.advance(by: .seconds(4))
        try check()
        func begun() -> Int { frontEnds.reduce(0) { $0 + ($1.screen?.names.count { $0 == "began" } ?? 0) } }
        var isHeeded = false
        try attempt {
            isHeeded = try kiosk.status("panels")["display"] != nil
        }
        guard isHeeded else { return }
        note("a tap in the dark", "dark display")
        let before = begun()
        try light(false)
        try kiosk.finger([(0, somewhere())], lift: 70_000, after: 1_000)
        try light(true)
        try rule("no widget gets a touch of a dark display", begun() == before, "\(begun()), not \(before)")
    }

    /// Ten fingers at once, as a child slaps the glass.
    func slap() throws {
        try liftAll()
        note("ten fingers", "slap")
        try kiosk.advance(by: .milliseconds(30))
        var changes: [FingerChange] = []
        for finger in 0..<10 { changes.append(.down(finger: finger, try position(somewhere()))) }
        try kiosk.apply(changes, to: panel)
        for _ in 0..<random.below(4) {
            try kiosk.advance(by: .milliseconds(8))
            try kiosk.apply([.move(finger: random.below(10), try position(somewhere()))], to: panel)
        }
        try kiosk.advance(by: .milliseconds(Int64(random.below(300))))
        try liftAll()
    }

    func palm() throws {
        try liftAll()
        note("a palm", "palm")
        let place = try position(somewhere())
        let landing = [
            InputEvent.absolute(InputCode.slot, 9), .absolute(InputCode.trackingID, Int32(random.below(60_000))),
            .absolute(0x37, 2), .absolute(InputCode.positionX, place.x), .absolute(InputCode.positionY, place.y),
            .key(InputCode.touch, down: true), .report,
        ]
        try kiosk.send(landing, to: panel)
        try kiosk.advance(by: .milliseconds(40))
        let lift = [
            InputEvent.absolute(InputCode.slot, 9), .absolute(InputCode.trackingID, -1), .absolute(0x37, 0),
            .key(InputCode.touch, down: false), .report,
        ]
        try kiosk.send(lift, to: panel)
    }

    func ghost() throws {
        guard panel.fingers.isEmpty else { return }
        note("a ghost", "ghost")
        try kiosk.finger([(0, somewhere())], lift: 1_000, after: 50_000)
    }

    func rest() throws {
        guard panel.fingers.isEmpty else { return try liftAll() }
        note("a finger rests", "rest")
        try kiosk.apply([.down(finger: 5, try position(somewhere()))], to: panel)
        try kiosk.advance(by: .milliseconds(Int64(random.below(3_000))))
    }

    func disturb() throws {
        switch random.below(6) {
        case 0:
            note("the panel is unplugged and plugged in", "replug")
            try kiosk.unplug()
            try kiosk.advance(by: .milliseconds(Int64(random.below(5_000))))
            try kiosk.plug()
        case 1:
            note("reports are lost", "loss")
            try kiosk.apply(panel.fingers.isEmpty ? [.down(finger: 3, try position(somewhere()))] : [], to: panel)
            let changes = panel.fingers.map { FingerChange.up(finger: $0) }
            try kiosk.lose(changes, on: panel)
            settled = kiosk.clock.now.advanced(by: .seconds(1))
        case 2:
            note("another program grabs the panel for a while", "foreign grab")
            if !panel.isGrabbed {
                if panel.fingers.isEmpty { try kiosk.apply([.down(finger: 4, try position(somewhere()))], to: panel) }
                try kiosk.grabElsewhere(true)
                try kiosk.advance(by: .milliseconds(Int64(random.below(4_000))))
                try liftAll()
                try kiosk.grabElsewhere(false)
            }
        case 3:
            note("the panel is inhibited for a while", "inhibit")
            try kiosk.inhibit(true)
            try kiosk.advance(by: .milliseconds(Int64(random.below(4_000))))
            try kiosk.inhibit(false)
        case 4:
            note("a finger lands and lifts while the daemon is late", "late")
            try liftAll()
            let place = somewhere()
            try kiosk.whileStopped { try kiosk.finger([(0, place)], lift: 90_000, after: 10_000) }
        default:
            note("a finger lifts while the daemon does not read", "late")
            try kiosk.whileStopped { try liftAll() }
        }
        if happens(onceIn: 3) { try probe() }
    }
}
