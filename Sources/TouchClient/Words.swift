internal import Arguments
internal import StrictJSON
internal import TouchCore

/// Replies of the daemon as text for users.
enum Words {
    /// A duration: `3 d 4 h`, `5 min 2 s`, `0.4 s`.
    static func duration(_ length: Interval) -> String {
        let seconds = length.wholeSeconds
        if seconds < 10 { return "\(Double(length.wholeMilliseconds / 100) / 10) s" }
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
        if seconds < 86_400 { return "\(seconds / 3_600) h \(seconds / 60 % 60) min" }
        return "\(seconds / 86_400) d \(seconds / 3_600 % 24) h"
    }

    /// A user's attempt limit: `4 tries left`, `wait 5 min 0 s`, `locked`; nil if it was not reported.
    static func standing(_ fields: JSONObject) -> String? {
        switch fields.text("state") {
        case "disabled": return "disabled by an administrator"
        case "expired": return "expired"
        case "recovering": return "recovery started: no new pattern yet"
        default: break
        }
        if fields["locked"] == true { return "locked: ask an administrator" }
        if let wait = fields["waitUSec"]?.intervalValue { return "wait \(duration(wait))" }
        return fields.whole("attemptsLeft").map { $0 == 1 ? "1 try left" : "\($0) tries left" }
    }

    /// The sentence for a wait, of those of ``Session/prompts()``, and its number: seconds, from two minutes on minutes.
    static func waiting(_ length: Interval) -> (key: String, number: Int64) {
        let seconds = length.adding(.microseconds(999_999)).wholeSeconds
        return seconds < 120 ? ("wait", seconds) : ("wait_minutes", (seconds + 59) / 60)
    }

    /// A moment in local time, `2026-11-21 14:03:22`.
    static func date(_ time: WallTime) -> String { time.text("%Y-%m-%d %H:%M:%S", isUTC: false) }

    /// Reads `2026-11-21` or `2026-11-21 14:03` as local time; ``WallTime/never`` for `never`; nil for anything else.
    static func moment(_ text: String) -> WallTime? {
        if text == "never" { return .never }
        let fields = text.split(omittingEmptySubsequences: false) { "- :".contains($0) }
        let numbers = fields.compactMap { Int32($0) }
        return numbers.count == fields.count ? WallTime(calendar: numbers, isUTC: false) : nil
    }

    /// Two lengths: `1280×800`.
    static func size(_ width: JSON?, _ height: JSON?) -> String {
        guard let width = width?.doubleValue, let height = height?.doubleValue else { return "unknown" }
        return "\(plain(width))×\(plain(height))"
    }

    static func millimeters(_ length: Double) -> String { "\((length * 10).rounded() / 10) mm" }

    static func place(_ reply: JSONObject) -> (x: String, y: String) {
        let place = reply.object("place")
        return (whole(place.number("x") ?? 0), whole(place.number("y") ?? 0))
    }

    static func sentence(for result: JSONObject) -> String {
        func word(_ key: String) -> String? { result.text(key) }
        var text = "\(date(result["wallTimeUSec"]?.wallTimeValue ?? .never))  \(word("kind") ?? "?")"
        if let user = word("user") { text += " of \(user)" }
        text += ": \(word("outcome") ?? "?")"
        if let reason = word("reason") { text += " (\(reason))" }
        if let provenance = word("provenance") { text += ", \(provenance) panel" }
        if result["demo"] == true { text += " (demonstration, proves nothing)" }
        if let id = word("id") { text += ", result \(id)" }
        return text
    }

    static func sentence(forDevices reply: JSONObject) -> String {
        if let added = reply["added"]?.objectValue { return "plugged in: \(line(for: added))\n" }
        if let changed = reply["changed"]?.objectValue {
            let cells = cells(of: changed)
            return "changed: \(line(for: changed)), view \(cells[6])\n"
        }
        if let removed = reply.whole("removed") { return "unplugged: panel \(removed)\n" }
        guard let devices = reply["devices"]?.arrayValue?.compactMap(\.objectValue) else {
            return pauses(of: reply).map { "touch input paused: \($0)\n" } ?? "touch input active\n"
        }
        return devices.isEmpty ? "no panel\n" : devices.map { "present: \(line(for: $0))\n" }.joined()
    }

    static func sentence(forLanding landing: JSONObject) -> String {
        func number(_ key: String) -> Double? { landing.number(key) }
        let word = landing.text("reason") ?? "?"
        let panel = landing.text("panel") ?? "\(landing.whole("device") ?? 0)"
        var text = "\(word), panel \(panel)"
        if let x = number("x"), let y = number("y") { text += ", at \(plain(x)),\(plain(y))" }
        if let x = number("panelX"), let y = number("panelY") {
            text += " (\(plain(x * 100)) %, \(plain(y * 100)) % of the panel)"
        }
        return text + (Unheard(rawValue: word).map { ": \($0.sentence)\n" } ?? "\n")
    }

    /// Why touches are ignored, as text; nil: they are not.
    static func pauses(of reply: JSONObject) -> String? {
        let known = [
            "seat": "another session is active on the seat", "sleep": "the machine is asleep or just woke up",
            "cleaning": "the screen is being cleaned",
        ]
        let reasons = reply.texts("paused").map { known[$0] ?? $0 }
        return reasons.isEmpty ? nil : reasons.joined(separator: ", ")
    }

    static func cells(of device: JSONObject) -> [String] {
        func word(_ key: String) -> String { device.text(key) ?? "-" }
        let millimeters = device["widthMm"] == nil ? "unknown" : size(device["widthMm"], device["heightMm"]) + " mm"
        let rotation = device.whole("rotation") ?? 0
        let area = device.object("area")
        let view = size(area["width"], area["height"]) + (rotation == 0 ? "" : " rotated \(rotation)")
        return [
            "\(device.whole("id") ?? 0)", word("name"), word("node"), word("provenance"), millimeters,
            device.whole("slots").map { "\($0)" } ?? "1", view, word("pin"),
        ]
    }

    private static func line(for device: JSONObject) -> String {
        let cells = cells(of: device)
        let inhibited = device["inhibited"] == true ? ", inhibited" : ""
        return "panel \(cells[0]), \(cells[1]) at \(cells[2]), \(cells[3])\(inhibited)"
    }

    private static func plain(_ number: Double) -> String {
        let tenths = (number * 10).rounded() / 10
        return !tenths.isFinite || tenths == tenths.rounded() ? whole(number) : "\(tenths)"
    }

    /// A number without its fraction, however large: `1280`, `1e+308`.
    static func whole(_ number: Double) -> String {
        Int(exactly: number.rounded()).map { "\($0)" } ?? "\(number)"
    }
}
