internal import StrictJSON
internal import TouchCore

/// A kiosk as its last values show it at one moment.
struct KioskView {
    private var health: JSONObject?
    private var state: JSONObject?
    private var seen = WallTime(microseconds: 0)
    /// The thumbprint of the key of its vault that signs heads; nil: unknown.
    private(set) var vault: String?
    /// Other kiosks that report now and have the same vault.
    var sharers: [String] = []
    /// Whether it is on the list of kiosks that should exist; nil: there is no list.
    var isExpected: Bool?

    /// Its condition, the worst first.
    enum Condition: String, CaseIterable {
        /// Expected, and the servers have nothing of it.
        case neverSeen = "never_seen"
        /// No message for three intervals.
        case silent
        /// touchd-fleet runs, but touchd does not answer it.
        case down
        /// Something does not work, or was tampered with.
        case error
        /// Something does not work as it should.
        case warning
        case ok

        var isWell: Bool { self == .ok }

        var text: String { self == .neverSeen ? "never seen" : rawValue }
    }

    struct Reason: Equatable {
        /// `warning` or `error`.
        let severity: String
        let code: String
        /// What people should know beside the code; empty: nothing.
        var detail = ""
        /// Whether touchd reported it: it may have changed since touchd answered last.
        var isOfDaemon = false
        /// Whether it is known to be so now, whenever the kiosk reported last.
        var isPresent = false
    }

    /// The clock of a kiosk may differ from the servers' by this much.
    static let maxClockDifference = Interval.seconds(120)

    /// Findings of the doctor that the other members of health show better: that they arrived, and both ends.
    private static let known: Set = ["fleet_silent", "certificate_ends"]

    mutating func apply(_ name: String, _ json: JSONObject, stored: WallTime) {
        switch name {
        case "health": (health, seen) = (json, stored)
        case "state": state = json
        case "keys": vault = json["audit"]?.objectValue?["kid"]?.stringValue
        default: break
        }
    }

    /// - Parameter now: the servers' clock.
    func condition(at now: WallTime) -> Condition {
        guard let health else { return state == nil && vault == nil ? .neverSeen : .silent }
        let interval = health.whole("intervalUSec").map(Interval.init(microseconds:)) ?? .seconds(60)
        if now.since(seen) > interval.adding(interval).adding(interval) { return .silent }
        if health["touchd"] != "up" { return .down }
        let worst = reasons(at: now).map(\.severity)
        return worst.contains("error") ? .error : worst.contains("warning") ? .warning : .ok
    }

    func isHeard(at now: WallTime) -> Bool { ![.silent, .neverSeen].contains(condition(at: now)) }

    /// Its faults, by the codes of `touchctl doctor` and of touchctl-fleet(1).
    func reasons(at now: WallTime) -> [Reason] {
        guard let health else { return [] }
        var found: [Reason] = []
        func add(
            _ severity: String, _ code: String, _ isThere: Bool = true, detail: String = "", isPresent: Bool = false
        ) {
            if isThere { found.append(Reason(severity: severity, code: code, detail: detail, isPresent: isPresent)) }
        }
        add("error", "configuration_invalid", health["configurationProblem"] != nil)
        add("error", "name_used_twice", health["nameProblem"] != nil)
        add("error", "results_refused", health["resultsProblem"] != nil)
        add("warning", "cursor_unwritable", health["cursorProblem"] != nil)
        add("error", "vault_used_twice", !sharers.isEmpty, detail: "with \(sharers.joined(separator: " "))")
        if let own = health.whole("wallTimeUSec") {
            let difference = WallTime(microseconds: own).since(seen)
            add("warning", "clock_differs", max(difference, difference.negated) > Self.maxClockDifference)
        }
        for (word, end) in ends {
            let severity = Expiry.severity(of: end, at: now)
            let days = "\(Expiry.daysLeft(until: end, at: now)) d left"
            add("warning", "\(word)_ends", severity == .warning, detail: days, isPresent: true)
            add("error", "\(word)_ends", severity == .error, detail: days, isPresent: true)
            add("error", "\(word)_ended", severity == .ended, isPresent: true)
        }
        let own = found.count
        add("error", "storage", health["hasStorageProblem"] == true)
        add("error", "results_altered", health["chain"]?.objectValue?["intact"] == false)
        if let alarm = health.text("vaultAlarm") { add("error", "vault_\(alarm)") }
        for one in health["findings"]?.arrayValue ?? [] {
            guard let finding = one.objectValue, let code = finding.text("code"), !Self.known.contains(code) else {
                continue
            }
            let severity = finding.text("severity") ?? ""
            add(severity, code, severity != "note")
        }
        for index in found.indices.dropFirst(own) { found[index].isOfDaemon = true }
        return found
    }

    /// When its certificates end, also after it has become silent for that reason.
    private var ends: [(word: String, end: WallTime)] {
        ["certificate", "authority"].compactMap { word in
            health?["\(word)EndsWallTimeUSec"]?.integerValue.map { (word, WallTime(microseconds: $0)) }
        }
    }

    func json(_ kiosk: String, at now: WallTime) -> JSONObject {
        let condition = condition(at: now)
        let codes = Set(reasons(at: now).map(\.code)).sorted()
        return [
            "kiosk": .string(kiosk), "condition": .string(condition.rawValue),
            "seenWallTimeUSec": health == nil ? nil : .integer(seen.microseconds),
            "ageUSec": health == nil ? nil : .integer(now.since(seen).microseconds),
            "expected": isExpected.map { .bool($0) },
            "reasons": codes.isEmpty ? nil : .array(codes.map { .string($0) }),
            "certificateDaysLeft": daysLeft(at: now).map { .integer($0) },
            "sameVault": sharers.isEmpty ? nil : .array(sharers.map { .string($0) }),
            "health": health.map { .object($0) }, "state": state.map { .object($0) },
        ]
    }

    private func daysLeft(at now: WallTime) -> Int64? {
        ends.map { Expiry.daysLeft(until: $0.end, at: now) }.min()
    }

    static let titles = ["CONDITION", "SEEN", "VERSION", "PANELS", "RESULTS", "WHY"]

    func columns(at now: WallTime) -> [String] {
        [
            condition(at: now).text, health == nil ? "never" : age(at: now),
            state?["touchd"]?.stringValue?.onOneLine ?? "-",
            health?["panels"]?.integerValue.map(String.init) ?? "-",
            health?["sequence"]?.integerValue.map(String.init) ?? "-", why(at: now),
        ]
    }

    func age(at now: WallTime) -> String { Console.age(now.since(seen)) }

    /// The codes of its faults; those that are not known to last are marked.
    private func why(at now: WallTime) -> String {
        let isOld: (Reason) -> Bool
        switch condition(at: now) {
        case .silent: isOld = { !$0.isPresent }
        case .down: isOld = { $0.isOfDaemon }
        default: isOld = { _ in false }
        }
        func codes(_ isWanted: (Reason) -> Bool) -> String {
            let texts = reasons(at: now).filter(isWanted).map {
                $0.detail.isEmpty ? $0.code : "\($0.code) (\($0.detail))"
            }
            return Set(texts).sorted().joined(separator: " ").onOneLine
        }
        let (before, present) = (codes(isOld), codes { !isOld($0) })
        let notes = [
            present, before.isEmpty ? "" : "before: \(before)", isExpected == false ? "(not on the list)" : "",
        ]
        return notes.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
