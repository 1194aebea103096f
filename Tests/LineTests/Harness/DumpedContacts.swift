import Glibc
import StrictJSON

/// The fingers in the output of `touchd --dump=json`.
struct DumpedContacts {
    struct Contact: Equatable {
        /// Its last place, in percent of the axes, clamped to them.
        var x: Double
        var y: Double
        /// Whether it lifted or was cancelled.
        var isOver = false
    }

    private(set) var contacts: [Contact] = []
    private(set) var cancels = 0
    /// Violations: a second end, a movement after the end.
    private(set) var oddities: [String] = []
    /// The panel, from the first line.
    private(set) var device: JSONObject?

    init(_ lines: [String]) throws {
        var places: [Int64: Int] = [:]
        for line in lines {
            let object = try JSONObject(parsing: line)
            if object["type"] == "device", device == nil { device = object }
            guard object["type"] == "frame" else { continue }
            for contact in object["contacts"]?.arrayValue?.compactMap(\.objectValue) ?? [] {
                guard let id = contact["id"]?.integerValue, let x = contact["x"]?.doubleValue,
                    let y = contact["y"]?.doubleValue
                else { continue }
                if contact["phase"] == "began" {
                    if places[id] != nil { oddities.append("landed twice: \(line)") }
                    places[id] = contacts.count
                    contacts.append(Contact(x: x, y: y))
                }
                guard let place = places[id], !contacts[place].isOver else {
                    oddities.append("not down: \(line)")
                    continue
                }
                (contacts[place].x, contacts[place].y) = (x, y)
                if contact["phase"] == "cancelled" { cancels += 1 }
                contacts[place].isOver = contact["phase"] == "ended" || contact["phase"] == "cancelled"
            }
        }
    }
}

extension Line {
    /// A dump beside the daemon, once it shows touches.
    func dump(_ format: String = "json") throws -> Program {
        let dump = try launch("touchd", ["--dump=\(format)"])
        _ = try dump.output.first { format == "json" ? $0.contains(#""type":"device""#) : $0.hasPrefix("Touches") }
        return dump
    }

    /// The whole output of a dump until it was asked to end.
    func end(_ dump: Program) throws -> [String] {
        dump.send(SIGTERM)
        _ = try dump.end()
        _ = try dump.output.rest()
        return dump.output.all
    }
}
