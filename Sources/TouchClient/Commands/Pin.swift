internal import Arguments
internal import System
internal import StrictJSON
internal import TouchCore

/// `touchctl pin`: writes a drop-in file that restricts the configuration to the present panels.
enum Pin {
    static let standardPath = "/etc/touchd/touchd.conf.d/pinned-panels.conf"

    static func run(_ session: Session, to path: String) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.device.List")
        let panels = reply.objects("devices")
        guard !panels.isEmpty else { throw .file("no touch panel is plugged in") }
        let pins = panels.compactMap { $0.text("pin") }
        guard pins.count == panels.count, pins.allSatisfy(isPin) else {
            throw .violation("List returned a panel without a pin")
        }
        let named = panels.map { "#   \(($0.text("name") ?? "?").onOneLine)\n" }.joined()
        let text =
            "# Written by touchctl pin: only these panels are trusted. Run it again after replacing or moving a panel.\n"
            + "\(named)[input]\npinned-panels=\(pins.joined(separator: ","))\n"
        try write(text, to: path)
        if path == "-" { return .passed }
        session.show(["file": .string(path), "pins": .array(pins.map { .string($0) })]) { _ in
            "\(path): panels pinned: \(pins.count); to apply:\n"
                + "    touchd --check && systemctl reload touchd.service\n"
        }
        return .passed
    }

    /// Whether it may be written to the file unchanged.
    private static func isPin(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ",") }
    }

    /// Replaces the file atomically, readable for the daemon's user regardless of the umask.
    private static func write(_ text: String, to path: String) throws(CommandError) {
        guard path != "-" else {
            return try File.write(Array(text.utf8), to: path)
        }
        do throws(SystemError) {
            try WholeFile.replace(path, with: Array(text.utf8), mode: 0o644, isDurable: false)
        } catch { throw .file("\(path): \(error.reason)") }
    }
}
