import Simulation
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
