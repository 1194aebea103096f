internal import StrictJSON
internal import TouchCore

/// All kiosks as their last values in the bucket show them.
struct FleetView {
    private(set) var kiosks: [String: KioskView] = [:]

    mutating func apply(_ subject: String, _ json: JSONObject, stored: WallTime) {
        let parts = subject.split(separator: ".")
        guard parts.count == 4 else { return }
        kiosks[String(parts[2]), default: KioskView()].apply(String(parts[3]), json, stored: stored)
    }

    /// Adds the kiosks that should exist, and says of each whether it should.
    mutating func expect(_ names: Set<String>) {
        for name in names { kiosks[name, default: KioskView()].isExpected = true }
        for name in kiosks.keys where !names.contains(name) { kiosks[name]?.isExpected = false }
    }

    /// Finds kiosks that report now and have the vault of another one: made from one image.
    mutating func compareVaults(at now: WallTime) {
        var owners: [String: [String]] = [:]
        for (name, view) in kiosks where view.isHeard(at: now) {
            if let vault = view.vault { owners[vault, default: []].append(name) }
        }
        for names in owners.values where names.count > 1 {
            for name in names { kiosks[name]?.sharers = names.filter { $0 != name }.sorted() }
        }
    }

    func totals(at now: WallTime) -> String {
        var counts: [KioskView.Condition: Int] = [:]
        for view in kiosks.values { counts[view.condition(at: now), default: 0] += 1 }
        let parts: [(Int, String)] = [
            (counts[.error, default: 0] + counts[.warning, default: 0], "with findings"),
            (counts[.down, default: 0], "down"), (counts[.silent, default: 0], "silent"),
            (counts[.neverSeen, default: 0], "never seen"),
            (kiosks.values.count { $0.isExpected == false }, "not on the list"),
        ]
        let well = (counts[.ok, default: 0], "well")
        let texts = ([well] + parts.filter { $0.0 > 0 }).map { "\(Console.number($0.0)) \($0.1)" }
        return "\(Console.number(kiosks.count)) kiosk\(kiosks.count == 1 ? "" : "s"): \(texts.joined(separator: ", "))"
    }
}
