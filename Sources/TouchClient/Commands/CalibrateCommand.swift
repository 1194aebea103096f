internal import Arguments
internal import StrictJSON
internal import TouchCore
internal import TouchDevice

/// `touchctl calibrate`: aligns touches and picture.
enum CalibrateCommand {
    static func run(_ session: Session, panel: String?, targets: Int64?) throws(CommandError) -> ExitStatus {
        try session.result(
            "how the calibration ended", of: "io.touchd.calibration.Calibrate",
            ["panel": panel.map { .string($0) }, "targets": targets.map { .integer($0) }, "onScreen": true]
        ) { reply in
            session.show(reply, sentence)
            return switch reply.text("stage") {
            case "kept": .passed
            case "refused", "reverted", "cancelled": .refused
            default: nil
            }
        }
    }

    /// Prints udev rules with the same effect for all programs that read the panels.
    static func export(_ session: Session, panel: String?) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.calibration.List")
        let all = reply.objects("calibrations").filter { calibration in
            panel == nil || calibration.text("panel") == panel
        }
        guard !all.isEmpty else { throw .usage("no stored calibration" + (panel.map { " of \($0)" } ?? "")) }
        let rules = session.isJSON ? [] : try all.map { (kept) throws(CommandError) in try rule(kept) }
        session.show(reply) { _ in rules.joined(separator: "\n") }
        return .passed
    }

    static func rule(_ calibration: JSONObject) throws(CommandError) -> String {
        func number(_ key: String) -> Int64 { calibration.whole(key) ?? 0 }
        let matrix = calibration["matrix"]?.arrayValue ?? []
        let numbers = matrix.compactMap { $0.doubleValue.flatMap(decimal) }
        guard numbers.count == 6, matrix.count == 6 else {
            throw .violation("a calibration with the matrix \(JSON.array(matrix))")
        }
        var words = [
            "ACTION==\"add|change\"", "SUBSYSTEM==\"input\"", "KERNEL==\"event*\"",
            "ATTRS{id/vendor}==\"\(UInt16(truncatingIfNeeded: number("vendor")).hexadecimal(4))\"",
            "ATTRS{id/product}==\"\(UInt16(truncatingIfNeeded: number("product")).hexadecimal(4))\"",
        ]
        if let path = calibration.text("path") {
            words.append("ENV{ID_PATH}==\"\(Pasted.pattern(path, keeping: ":/+"))\"")
        }
        words.append("ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(numbers.joined(separator: " "))\"")
        let name = calibration.text("panel") ?? "?"
        return """
            # Panel \(name.onOneLine), \
            made with rotate=\(number("rotation")) at \(Words.date(WallTime(microseconds: number("wallTimeUSec")))).
            # To /etc/udev/rules.d/99-touchd-calibration.rules; then udevadm control --reload, and plug the panel anew.
            \(words.joined(separator: ", "))

            """
    }

    /// Six decimals: a tenth of a unit on the finest panel, and never an exponent, which udev's readers do not accept;
    /// nil if it is too large for that.
    private static func decimal(_ number: Double) -> String? {
        guard let millionths = Int64(exactly: (number * 1_000_000).rounded()) else { return nil }
        let digits = String(millionths.magnitude % 1_000_000 + 1_000_000).dropFirst()
        return (millionths < 0 ? "-" : "") + "\(millionths.magnitude / 1_000_000).\(digits)"
    }

    private static func sentence(_ reply: JSONObject) -> String {
        func number(_ key: String) -> Int64 { reply.whole(key) ?? 0 }
        func millimeters(_ key: String) -> String {
            reply.number(key).map(Words.millimeters) ?? "unknown (the panel reports no size)"
        }
        let (x, y) = Words.place(reply)
        return switch reply.text("stage") {
        case "aiming":
            "touch target \(number("target")) of \(number("targets")) on the screen, at \(x), \(y)\n"
        case "verifying":
            "average error: \(millimeters("residualMm")); touch one more target, at \(x), \(y)\n"
        case "trial":
            "verification error: \(millimeters("missMm")); to keep the calibration, touch the last target, at \(x), \(y), "
                + "within 15 s or run touchctl calibrate --confirm\n"
        case "kept": "kept\n"
        case "reverted": "not confirmed: previous calibration in use\n"
        case "refused": "refused: \(reply.text("reason") ?? "?")\n"
        default: "cancelled: previous calibration in use\n"
        }
    }
}
