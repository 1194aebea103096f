import Glibc
import TestSupport
import TouchCore

@testable import TouchSimulator

/// Debian's `libinput debug-events` under a panel: what real libinput sees, through its udev backend.
final class LibinputListener {
    private let program: ChildProgram
    private let folder: TemporaryFolder
    private var output: String { folder.path(of: "events") }

    /// Starts it; `panel` is open and ready when this returns, unless it is `refused`.
    init(_ panel: VirtualPanel, refused: Bool = false) throws {
        folder = try TemporaryFolder()
        program = try ChildProgram(
            ["sh", "-c", "exec libinput debug-events >\(folder.path(of: "events")) 2>&1"], additions: panel.environment)
        if !refused { try panel.awaitOpen(milliseconds: 20_000) }
    }

    deinit {
        program.send(SIGKILL)
    }

    /// The complete lines printed so far.
    private var lines: [Substring] {
        let text = (try? contents(of: output)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    /// The events so far, each with slot and position in percent where there are, such as "TOUCH_DOWN 0 50.00/50.00".
    ///
    /// Messages are left out: libinput complains between events if a busy machine lets it wait.
    var events: [String] { lines.compactMap(Self.event) }

    /// The events once there are `count`, or those after ten seconds.
    func events(_ count: Int) -> [String] {
        wait { events.count >= count }
        return events
    }

    /// Whether libinput prints a message that contains `text` within ten seconds.
    func complains(_ text: String) -> Bool {
        let hasText = { self.lines.contains { Self.event($0) == nil && $0.contains(text) } }
        wait(until: hasText)
        return hasText()
    }

    private func wait(until isDone: () -> Bool) {
        let end = Instant.now.advanced(by: .seconds(10))
        while !isDone(), Instant.now < end { sleep(until: Instant.now.advanced(by: .milliseconds(5))) }
    }

    private static func event(_ line: Substring) -> String? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        let words = fields[0].split(separator: " ")
        guard words.count > 1, words[1].contains("_") else { return nil }
        let details = fields.count > 1 ? fields[1].replacing(" ", with: "") : ""
        let slot = details.prefix { $0 != "(" }
        let percent = details.drop { $0 != ")" }.dropFirst().prefix { $0 != "(" }
        return ([words[1]] + [slot, percent].filter { !$0.isEmpty }).joined(separator: " ")
    }
}

extension Substring {
    /// The text without any `old`.
    fileprivate func replacing(_ old: Character, with new: String) -> Substring {
        Substring(split(separator: old).joined(separator: new))
    }
}
