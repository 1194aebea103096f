import Journal
import Simulation
import StrictJSON
import TestSupport
import Testing

/// Lends a kiosk to `body`; a failure shows what the daemon logged.
func withKiosk(_ setup: Kiosk.Setup = Kiosk.Setup(), _ body: (Kiosk) throws -> Void) throws {
    let kiosk = try Kiosk(setup)
    do {
        try body(kiosk)
    } catch {
        Issue.record("\(error)\nlog of touchd:\n  \(kiosk.log().suffix(40).joined(separator: "\n  "))")
    }
}

extension Kiosk {
    /// A call that waits for anna's pattern on the pad of a scene.
    func verification(on screen: Presentation<KioskStream>) throws -> KioskStream {
        try stream("io.touchd.unlock.Verify", ["user": "anna", "scene": .string(screen.scene), "widget": "pad"])
    }

    /// The log of a drawing for a user, whose name, ids and numbers are left out.
    func logged(_ user: String, drawing dots: String) throws -> [String] {
        let before = journal.entries.count
        _ = try verify(user, drawing: dots, as: .nobody)
        return journal.entries[before...].map { entry in
            let fields = entry.fields.map { field in
                let isNumber = ["TOUCHD_RESULT", "TOUCHD_USER", "TOUCHD_SEQUENCE"].contains(field.name)
                return "\(field.name)=\(isNumber ? "" : field.value)"
            }
            let message = entry.message.replacing(user, with: "USER").replacing(/[0-9a-f]{16,}/, with: "ID")
            return "\(entry.level) \(message) \(entry.messageID ?? "") \(fields)"
        }
    }
}
