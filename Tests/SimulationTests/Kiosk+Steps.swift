import EventLoop
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchDevice
import TouchSimulator

extension Kiosk {
    func restartDaemon(_ change: (inout Setup) -> Void = { _ in }) throws {
        try stopDaemon()
        try configure(change)
        try startDaemon()
    }

    /// Taps keys of a PIN pad: digits, `<` and `>`.
    ///
    /// - Parameters:
    ///   - pad: its parts in the view.
    ///   - labels: of its keys, if they have moved since.
    ///   - panel: the prefix of the command that names a panel.
    func enter(_ keys: String, on pad: JSONObject?, labels: [String]? = nil, panel: String = "") throws {
        let places = pad?["keys"]?.arrayValue?.compactMap(\.objectValue) ?? []
        let labels = labels ?? places.compactMap { $0["label"]?.stringValue }
        for key in keys {
            let name = ["<": "backspace", ">": "enter"][key] ?? String(key)
            let rect = places[try #require(labels.firstIndex(of: name))]
            func middle(_ start: String, _ length: String) -> Int {
                Int((rect[start]?.doubleValue ?? 0) + (rect[length]?.doubleValue ?? 0) / 2)
            }
            try draw("\(panel)tap \(middle("x", "width")),\(middle("y", "height"))")
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
