package import StrictJSON
private import TestSupport
package import TouchCore
internal import TouchSimulator
package import TouchDevice
import TouchRecording

extension Kiosk {
    /// How long a hand rests before a command.
    private static let rest = Interval.milliseconds(8)

    /// Executes a command of touchsim that is about fingers, panels or time, and waits until it is done.
    package func draw(_ command: String) throws {
        let words = command.split(separator: " ", maxSplits: 2)
        let isOther = words.first == "panel"
        let number = isOther ? Int(words[1]) ?? 0 : 1
        try draw(isOther ? String(words[2]) : command, on: number)
    }

    private func draw(_ text: String, on number: Int) throws {
        try advance(by: Self.rest)
        let panel = panels[number - 1]
        let mapping = try PanelMapping(view: view, panel: panel.description)
        switch try CommandParser(view: view).command(text) {
        case .draw(let gestures): try play(.together(try gestures.map { try $0.timeline(mapping) }), on: panel)
        case .lose(let command):
            try panel.lose(mapping.changes(of: command), at: clock.now)
            try readPanels()
        case .unplug: try unplug(number)
        case .plug: try plug(number)
        case .play(let path, let speed, let seed):
            let recording = try RecordingFile(path: path).playable(from: path).fitted(to: panel.description)
            try play(recording, speed, seed.map(Loss.init), on: panel)
        case .flood(let frames, let fingers, let rate):
            let flood = Flood(frames: frames, fingers: fingers, rate: rate)
            for frame in 0..<frames + 2 {
                if rate > 0 { try advance(by: Interval(seconds: 1 / rate)) }
                try apply(try flood.changes(at: frame, panel.description), to: panel)
            }
        case .wait(let milliseconds): try advance(by: Interval(seconds: milliseconds / 1_000))
        case let command?: try apply(mapping.changes(of: command), to: panel)
        case nil: break
        }
    }

    /// Some fingers of a panel land, move or lift, in one frame.
    package func apply(_ changes: [FingerChange], to panel: ScriptedPanel) throws {
        try panel.apply(changes, at: clock.now)
        try readPanels()
    }

    /// Some changes of fingers are lost in an overflow of the kernel's buffer.
    package func lose(_ changes: [FingerChange], on panel: ScriptedPanel) throws {
        try panel.lose(changes, at: clock.now)
        try readPanels()
    }

    package func send(_ events: [InputEvent], to panel: ScriptedPanel) throws {
        panel.write(events, at: clock.now)
        try readPanels()
    }

    private func play(_ timeline: Timeline, on panel: ScriptedPanel) throws {
        let start = clock.now
        for frame in timeline.frames {
            try advance(by: start.advanced(by: frame.offset).since(clock.now))
            try apply(frame.changes, to: panel)
        }
        try advance(by: start.advanced(by: timeline.duration).since(clock.now))
    }

    private func play(_ recording: DeviceRecording, _ speed: Double, _ losses: Loss?, on panel: ScriptedPanel) throws {
        let start = clock.now
        var loss = losses
        for (offset, events) in recording.timedFrames {
            if speed > 0 {
                let end = start.advanced(by: Interval(seconds: offset.seconds / speed))
                try advance(by: end.since(clock.now))
            }
            panel.write(events, heard: loss?.pass(events), at: clock.now)
            try readPanels()
        }
        if let rest = loss?.end(), !rest.isEmpty { panel.write([], heard: rest, at: clock.now) }
        try readPanels()
    }
}

extension Kiosk {
    /// The middle of a key of a PIN pad, whose parts are in the view: a digit, `<` or `>`; `labels` are of its keys, if
    /// they have moved since.
    static func middle(of key: Character, on pad: JSONObject?, labels: [String]? = nil) -> Point? {
        let places = pad?["keys"]?.arrayValue?.compactMap(\.objectValue) ?? []
        let labels = labels ?? places.compactMap { $0["label"]?.stringValue }
        let name = ["<": "backspace", ">": "enter"][key] ?? String(key)
        guard let rect = labels.firstIndex(of: name).map({ places[$0] }) else { return nil }
        func number(_ name: String) -> Double { rect[name]?.doubleValue ?? 0 }
        return Point(x: number("x") + number("width") / 2, y: number("y") + number("height") / 2)
    }

    /// Taps such keys; `panel` is the prefix of the command that names a panel.
    package func enter(_ keys: String, on pad: JSONObject?, labels: [String]? = nil, panel: String = "") throws {
        for key in keys {
            guard let place = Self.middle(of: key, on: pad, labels: labels) else { throw Silence("a key \(key)") }
            try draw("\(panel)tap \(Int(place.x)),\(Int(place.y))")
        }
    }

    /// The finger of a test that has only one lands, moves or lifts, some time after the report before.
    package func report(_ phase: Phase, _ place: Point, after pause: Interval = .milliseconds(8)) throws {
        try advance(by: pause)
        let position = try PanelMapping(view: view, panel: panels[0].description).position(of: place)
        switch phase {
        case .began: try apply([.down(finger: 0, position)], to: panels[0])
        case .moved: try apply([.move(finger: 0, position)], to: panels[0])
        case .ended, .cancelled: try apply([.up(finger: 0)], to: panels[0])
        }
    }

    /// A finger lands, moves from place to place and lifts.
    ///
    /// - Parameters:
    ///   - way: its places and their times: microseconds since it landed, pixels of the view.
    ///   - lift: when it lifted, in microseconds since it landed.
    ///   - pause: how long after the previous finger it landed, in microseconds.
    package func finger(
        _ way: [(microseconds: Int64, place: Point)], lift: Int64, after pause: Int64 = 400_000
    ) throws {
        guard let last = way.last else { return }
        var time = -pause
        for (number, step) in way.enumerated() {
            try report(number == 0 ? .began : .moved, step.place, after: .microseconds(step.microseconds - time))
            time = step.microseconds
        }
        try report(.ended, last.place, after: .microseconds(lift - time))
    }
}
