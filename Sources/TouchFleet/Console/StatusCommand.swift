internal import CShims
internal import System
internal import Glibc
internal import StrictJSON
internal import TouchCore

/// `touchctl fleet status`: each kiosk and its condition, from its last values.
struct StatusCommand {
    private let listing: Listing
    private let kiosk: String?
    private let isJSON: Bool

    init(_ bus: Bus, kiosk: String?, isJSON: Bool) {
        (listing, self.kiosk, self.isJSON) = (Listing(bus: bus), kiosk, isJSON)
    }

    /// Prints the kiosks.
    ///
    /// - Returns: 0 if all are ok, otherwise 1.
    func run() throws(ConsoleError) -> Int32 {
        var kiosks: [String: KioskView] = [:]
        let subject = "$KV.\(FleetNames.bucket).\(kiosk ?? "*").*"
        try listing.messages(FleetNames.bucketStream, subject, from: .lastOfEachSubject) { message, json in
            let parts = message.subject.split(separator: ".")
            guard parts.count == 4 else { return }
            kiosks[String(parts[2]), default: KioskView()].apply(String(parts[3]), message, json)
        }
        if let kiosk, kiosks.isEmpty { throw .usage("no kiosk \(kiosk) has sent anything") }
        let now = WallTime.now
        let sorted = kiosks.sorted { $0.key < $1.key }
        if isJSON {
            for (name, view) in sorted { try Listing.print(view.json(name, at: now).description) }
        } else {
            let title = ["KIOSK", "CONDITION", "LAST SEEN", "VERSION", "PANELS", "RESULTS", "WHY"]
            let rows = sorted.map { name, view in [name] + view.columns(at: now) }
            for line in Listing.table([title] + rows) { try Listing.print(line) }
        }
        return kiosks.values.allSatisfy { $0.condition(at: now).isWell } ? 0 : 1
    }
}

/// The last values of a kiosk.
struct KioskView {
    private var health: JSONObject?
    private var state: JSONObject?
    private var seen = WallTime(microseconds: 0)

    /// Its condition, the worst first.
    enum Condition: String {
        /// No message for three intervals.
        case silent
        /// touchd-fleet runs, but touchd does not answer it.
        case down
        /// Something does not work, or was tampered with.
        case error
        /// Something does not work as it should.
        case warning
        /// Everything works.
        case ok

        var isWell: Bool { self == .ok }
    }

    /// Applies one of its values.
    mutating func apply(_ name: String, _ message: StoredMessage, _ json: JSONObject) {
        switch name {
        case "health": (health, seen) = (json, message.stored)
        case "state": state = json
        default: break
        }
    }

    func condition(at now: WallTime) -> Condition {
        guard let health else { return .silent }
        let interval = health["intervalUSec"]?.integerValue.map(Interval.init(microseconds:)) ?? .seconds(60)
        if now.since(seen) > interval.adding(interval).adding(interval) { return .silent }
        if health["touchd"] != "up" { return .down }
        let worst = reasons.map(\.severity)
        return worst.contains("error") ? .error : worst.contains("warning") ? .warning : .ok
    }

    /// Its faults, by the codes of `touchctl doctor`.
    private var reasons: [(severity: String, code: String)] {
        guard let health else { return [] }
        var found: [(String, String)] = []
        if let alarm = health["vaultAlarm"]?.stringValue { found.append(("error", "vault_\(alarm)")) }
        if health["hasStorageProblem"] == true { found.append(("error", "storage")) }
        if health["chain"]?.objectValue?["intact"] == false { found.append(("error", "results_altered")) }
        if health["configurationProblem"] != nil { found.append(("error", "configuration_invalid")) }
        if health["nameProblem"] != nil { found.append(("error", "name_used_twice")) }
        if health["resultsProblem"] != nil { found.append(("error", "results_refused")) }
        if health["cursorProblem"] != nil { found.append(("warning", "cursor_unwritable")) }
        for one in health["findings"]?.arrayValue ?? [] {
            guard let finding = one.objectValue, let code = finding["code"]?.stringValue else { continue }
            found.append((finding["severity"]?.stringValue ?? "", code))
        }
        return found.filter { $0.0 != "note" }
    }

    func json(_ kiosk: String, at now: WallTime) -> JSONObject {
        [
            "kiosk": .string(kiosk), "condition": .string(condition(at: now).rawValue),
            "seenWallTimeUSec": health == nil ? nil : .integer(seen.microseconds), "health": health.map { .object($0) },
            "state": state.map { .object($0) },
        ]
    }

    func columns(at now: WallTime) -> [String] {
        let codes = Set(reasons.map(\.code)).sorted().joined(separator: " ")
        return [
            condition(at: now).rawValue, health == nil ? "never" : Listing.time(seen),
            state?["touchd"]?.stringValue ?? "-", health?["panels"]?.integerValue.map(String.init) ?? "-",
            health?["sequence"]?.integerValue.map(String.init) ?? "-", codes,
        ]
    }
}
