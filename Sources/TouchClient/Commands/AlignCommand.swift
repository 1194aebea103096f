internal import Arguments
internal import Glibc
internal import StrictJSON

/// `touchctl align`: how far from marks on the screen touches land.
///
/// A run of `io.touchd.calibration` that only measures: the front end draws the marks of `touchctl calibrate`, and nothing is kept.
struct AlignCommand {
    /// How far from a mark a finger may land, in millimeters: more than its usual error.
    static let standardTolerance = 5.0
    /// Pixels per millimeter for a panel that does not report its size: typical of screens.
    static let pixelsPerMillimeter = 4.0

    struct Offset {
        let target: Int64
        /// Pixels to the right and down.
        let (x, y): (Double, Double)
        let millimeters: Double?

        var pixels: Double { hypot(x, y) }
        /// The distance that is compared with the tolerance, in millimeters.
        var distance: Double { millimeters ?? pixels / AlignCommand.pixelsPerMillimeter }
    }

    let session: Session
    /// How far a touch may be off, in millimeters.
    let tolerance: Double

    func run(panel: String?, targets: Int64?) throws(CommandError) -> ExitStatus {
        let call: JSONObject = [
            "panel": panel.map { .string($0) }, "targets": targets.map { .integer($0) }, "onScreen": true,
            "measure": true,
        ]
        return try session.result("what was measured", of: "io.touchd.calibration.Calibrate", call) { reply in
            session.show(reply, sentence)
            return switch reply.text("stage") {
            case "measured": isAligned(Self.offsets(of: reply)) ? .passed : .refused
            case "cancelled": .refused
            default: nil
            }
        }
    }

    private func isAligned(_ offsets: [Offset]) -> Bool {
        !offsets.isEmpty && offsets.allSatisfy { $0.distance <= tolerance }
    }

    private func sentence(_ reply: JSONObject) -> String {
        let offsets = Self.offsets(of: reply)
        let last = offsets.last.map { "mark \($0.target): \(Self.words($0))\n" } ?? ""
        switch reply.text("stage") {
        case "aiming":
            let (x, y) = Words.place(reply)
            let mark = "mark \(reply.whole("target") ?? 0) of \(reply.whole("targets") ?? 0)"
            return last + "touch the middle of \(mark), shown at \(x), \(y)\n"
        case "measured": return last + verdict(offsets)
        default: return "cancelled: not all marks were touched\n"
        }
    }

    func verdict(_ offsets: [Offset]) -> String {
        guard let worst = offsets.max(by: { $0.distance < $1.distance }) else { return "nothing was measured\n" }
        let allowed = "tolerance \(Words.millimeters(tolerance))"
        if isAligned(offsets) {
            return "aligned: at most \(Self.distance(worst)) off, at mark \(worst.target) (\(allowed))\n"
        }
        let count = Double(offsets.count)
        let mean = (offsets.reduce(0) { $0 + $1.x } / count, offsets.reduce(0) { $0 + $1.y } / count)
        // The same offset everywhere: the picture is misplaced, and the panel is not at fault.
        let scale = worst.pixels > 0 ? worst.distance / worst.pixels : 0
        let isShifted = offsets.allSatisfy { hypot($0.x - mean.0, $0.y - mean.1) * scale <= tolerance }
        let remedy =
            isShifted
            ? "the same offset everywhere: show the front end full screen behind the panel, and set [view] size= to that screen's size"
            : "run touchctl calibrate; if marks were mirrored or turned, set rotate="
        return "not aligned: \(Self.distance(worst)) off at mark \(worst.target) (\(allowed)): \(remedy)\n"
    }

    private static func distance(_ offset: Offset) -> String {
        let millimeters = offset.millimeters.map { " (\(Words.millimeters($0)))" } ?? ""
        return "\(Words.whole(offset.pixels)) px\(millimeters)"
    }

    private static func words(_ offset: Offset) -> String {
        let across = "\(Words.whole(abs(offset.x))) px to the \(offset.x < 0 ? "left" : "right")"
        let down = "\(Words.whole(abs(offset.y))) px \(offset.y < 0 ? "up" : "down")"
        return "\(across), \(down)" + (offset.millimeters.map { ", \(Words.millimeters($0))" } ?? "")
    }

    private static func offsets(of reply: JSONObject) -> [Offset] {
        reply.objects("offsets").map { offset in
            Offset(
                target: offset.whole("target") ?? 0, x: offset.number("x") ?? 0,
                y: offset.number("y") ?? 0, millimeters: offset.number("distanceMm"))
        }
    }
}
