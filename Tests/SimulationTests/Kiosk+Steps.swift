import EventLoop
import Simulation
import StrictJSON
import TestSupport
import TouchDevice
import TouchSimulator

extension Kiosk {
    func restartDaemon(_ change: (inout Setup) -> Void = { _ in }) throws {
        try stopDaemon()
        try configure(change)
        try startDaemon()
    }

    /// Has a changed configuration read; the answer.
    @discardableResult
    func reload(_ change: (inout Setup) -> Void = { _ in }) throws -> JSONObject {
        try configure(change)
        return try call("io.touchd.manage.Reload")
    }

    /// Draws patterns one after the other, each when the one before is no longer shown.
    func draw(_ drawings: [String], on screen: Presentation<KioskStream>) throws {
        for dots in drawings {
            try draw(dots: dots)
            try screen.event("cleared")
        }
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

extension DeviceDescription {
    /// A panel that a text describes as evemu does.
    init(evemu text: String) throws {
        let folder = try TemporaryFolder()
        try self.init(path: folder.write(text, to: "panel.desc"))
    }
}
