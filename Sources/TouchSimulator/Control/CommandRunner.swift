import System
import TouchCore
import TouchDevice
import TouchRecording

/// Executes commands on a panel.
///
/// May be used from several threads: commands of different clients run at the same time, frame by frame.
final class CommandRunner: Sendable {
    let panel: VirtualPanel

    private let parser: CommandParser
    private let mapping: PanelMapping
    private let quit: @Sendable () -> Void
    private let others: [CommandRunner]

    /// The commands `panel 2`, `panel 3` and so on are for the `others`, each below such a view.
    init(
        _ panel: VirtualPanel, beside others: [VirtualPanel] = [], view: Size, quit: @escaping @Sendable () -> Void
    ) throws(PanelError) {
        self.others = try others.map { other throws(PanelError) in
            try CommandRunner(other, view: view, quit: quit)
        }
        (self.panel, self.quit) = (panel, quit)
        parser = CommandParser(view: view)
        mapping = try PanelMapping(view: view, panel: panel.description)
    }

    enum Reply: Equatable, Sendable, CustomStringConvertible {
        /// Success, with details or an empty text.
        case ok(String)
        /// Failure, possibly after a part was done.
        case error(String)

        var description: String {
            switch self {
            case .ok(let details): details.isEmpty ? "ok" : "ok \(details)"
            case .error(let message): "error \(message)"
            }
        }
    }

    /// Executes the command in a line, if there is one, and returns when it is done.
    func run(_ line: String) -> Reply {
        let words = line.split(separator: " ", maxSplits: 2)
        if words.first == "panel" {
            guard words.count == 3, let number = Int(words[1]), number == 1 || others.indices.contains(number - 2)
            else {
                return .error("panel takes a number from 1 to \(others.count + 1) and a command")
            }
            return number == 1 ? run(String(words[2])) : others[number - 2].run(String(words[2]))
        }
        do {
            guard let command = try parser.command(line) else { return .ok("") }
            return .ok(try perform(command))
        } catch {
            return .error("\(error)")
        }
    }

    func perform(_ command: Command) throws -> String {
        switch command {
        case .draw(let gestures):
            try panel.play(.together(try gestures.map { try $0.timeline(mapping) }))
        case .down, .move, .up: try panel.apply(mapping.changes(of: command))
        case .lose(let lost): try panel.lose(mapping.changes(of: lost))
        case .revoke(let count): try panel.revoke(alsoNext: count)
        case .unplug: try panel.unplug()
        case .plug: try panel.plug()
        case .play(let path, let speed, let seed):
            return try play(path, speed: speed, loss: seed.map(Loss.init(seed:)))
        case .flood(let frames, let fingers, let rate):
            return try Flood(frames: frames, fingers: fingers, rate: rate).run(on: panel)
        case .wait(let milliseconds):
            RunningThread.sleep(until: Instant.now.advanced(by: Interval(seconds: milliseconds / 1000)))
        case .awaitOpen(let readers, let milliseconds): try panel.awaitOpen(count: readers, milliseconds: milliseconds)
        case .status: return status
        case .environment:
            return panel.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        case .quit:
            panel.drain(seconds: 1)
            quit()
        }
        return ""
    }

    private var status: String {
        let fingers = panel.fingers.sorted().map { "\($0)" }.joined(separator: ",")
        return "node \(panel.node) \(panel.isPlugged ? "plugged" : "unplugged") readers \(panel.openers) "
            + "fingers \(fingers.isEmpty ? "none" : fingers)"
    }

    private func play(_ path: String, speed: Double, loss: Loss?) throws -> String {
        let file = try RecordingFile(path: path)
        let recording = try file.playable(from: path).fitted(to: panel.description)
        try recording.play(on: panel, speed: speed, loss: loss)
        let amount = "\(recording.events.count) events \(recording.frames.count) frames"
        if file.isCut { throw PanelError.unreadable(path: path, reason: "cut within a frame; played \(amount)") }
        return amount
    }
}
