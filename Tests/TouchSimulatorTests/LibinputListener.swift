import Glibc
import System
import TestSupport
import TouchCore

@testable import TouchSimulator

/// Debian's `libinput debug-events` under a panel: what real libinput sees, through its udev backend.
final class LibinputListener {
    private let program: Subprocess
    private let folder: TemporaryFolder

    /// Starts it; `panel` is open and ready when this returns.
    init(_ panel: VirtualPanel) throws {
        folder = try TemporaryFolder()
        program = try Simulator.start(
            ["sh", "-c", "exec libinput debug-events >\(folder.path(of: "events")) 2>&1"], under: panel)
        try panel.awaitOpen(milliseconds: Int(Patience.seconds * 1_000))
        // libinput discards what arrives before it has set up the panel that it opened.
        _ = Patience.until { events.contains("DEVICE_ADDED") }
    }

    deinit {
        program.send(SIGKILL)
        // An unreaped child keeps exit tests in this process from seeing their own child end.
        _ = program.status(waiting: true)
    }

    /// The complete lines printed so far.
    private var lines: [Substring] {
        let text = (try? folder.text(of: "events")) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    /// The events so far, each with slot and position in percent where there are, such as "TOUCH_DOWN 0 50.00/50.00".
    ///
    /// Messages are left out: libinput complains between events if a busy machine lets it wait.
    var events: [String] { lines.compactMap(Self.event) }

    /// The events once there are `count`, or those so far after ``Patience``.
    func events(_ count: Int) -> [String] {
        _ = Patience.until { events.count >= count }
        return events
    }

    private static func event(_ line: Substring) -> String? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        let words = fields[0].split(separator: " ")
        guard words.count > 1, words[1].contains("_") else { return nil }
        let details = fields.count > 1 ? fields[1].filter { $0 != " " }[...] : ""
        let slot = details.prefix { $0 != "(" }
        let percent = details.drop { $0 != ")" }.dropFirst().prefix { $0 != "(" }
        return ([words[1]] + [slot, percent].filter { !$0.isEmpty }).joined(separator: " ")
    }
}
