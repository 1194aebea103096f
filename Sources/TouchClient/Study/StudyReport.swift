internal import Glibc
internal import TouchCore

struct StudyReport {
    struct Group {
        let name: String
        let records: [StudyRecord]
        /// Without those that say nothing about how well people do.
        let counted: [StudyRecord]

        init(_ name: String, _ records: [StudyRecord]) {
            (self.name, self.records) = (name, records)
            counted = records.filter(\.outcome.counts)
        }

        /// Whether enough rounds of enough people are there for proposals.
        var isEnough: Bool {
            counted.count >= StudyReport.minRounds && Set(counted.map(\.visit)).count >= StudyReport.minVisits
        }
        var solved: Int { records.count { $0.outcome == .solved } }
        /// Times of solved rounds, in seconds, the shortest first.
        var seconds: [Double] {
            records.filter { $0.outcome == .solved }.compactMap(\.length?.seconds).sorted()
        }
        var interval: ClosedRange<Double> { StudyReport.wilson(solved, of: counted.count) }
    }

    let groups: [Group]
    private let records: [StudyRecord]

    /// Minimum numbers of rounds and of visits of a group from which settings are proposed.
    static let (minRounds, minVisits) = (20, 5)

    init(_ records: [StudyRecord]) {
        self.records = records
        groups = Dictionary(grouping: records) { "\($0.kind) \($0.profile)" }
            .sorted { $0.key < $1.key }.map { Group($0.key, $0.value) }
    }

    /// Wilson's interval of 95 % of a rate.
    static func wilson(_ part: Int, of whole: Int) -> ClosedRange<Double> {
        guard whole > 0 else { return 0...1 }
        let (z, n) = (1.959_964, Double(whole))
        let rate = Double(part) / n
        let middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
        let half = z / (1 + z * z / n) * (rate * (1 - rate) / n + z * z / (4 * n * n)).squareRoot()
        return max(middle - half, 0)...min(middle + half, 1)
    }

    static func quantile(_ part: Double, of sorted: [Double]) -> Double? {
        guard !sorted.isEmpty else { return nil }
        let place = Int((part * Double(sorted.count)).rounded(.up)) - 1
        return sorted[min(max(place, 0), sorted.count - 1)]
    }

    var text: String {
        let visits = Set(records.map(\.visit)).count
        var text = "\(records.count) \(records.count == 1 ? "round" : "rounds")"
        text += " of \(visits) \(visits == 1 ? "visit" : "visits")\n"
        for group in groups { text += "\n" + Self.lines(of: group) }
        return text + "\n" + proposals
    }

    private static func lines(of group: Group) -> String {
        let (count, interval) = (group.counted.count, group.interval)
        var text = "\(group.name): \(group.solved) of \(count) solved"
        if count > 0 {
            text += ", \(percent(Double(group.solved) / Double(count)))"
            text += " (\(percent(interval.lowerBound)) to \(percent(interval.upperBound)))"
        }
        text += "\n"
        for outcome in StudyRecord.Outcome.allCases where outcome != .solved {
            let number = group.records.count { $0.outcome == outcome }
            if number > 0 { text += "  \(outcome.counts ? "" : "not counted: ")\(outcome.rawValue) \(number)\n" }
        }
        for input in ["drag", "tap"] where group.records[0].kind == "captcha" {
            let way = group.counted.filter { $0.input == input }
            if !way.isEmpty { text += "  by \(input): \(way.count { $0.outcome == .solved }) of \(way.count) solved\n" }
        }
        if let median = quantile(0.5, of: group.seconds), let slow = quantile(0.95, of: group.seconds) {
            text += "  time to solve: median \(decimal(median)) s, 19 of 20 within \(decimal(slow)) s\n"
        }
        let corrected = group.records.count { $0.corrections > 0 }
        if corrected > 0 { text += "  corrected in \(corrected) rounds\n" }
        let flaws = Dictionary(grouping: group.counted.compactMap(\.flaw)) { $0 }
        for (flaw, found) in flaws.sorted(by: { $0.key < $1.key }) {
            let interval = wilson(found.count, of: count)
            text += "  refused as \(flaw): \(found.count)"
            text += " (\(percent(interval.lowerBound)) to \(percent(interval.upperBound)))\n"
        }
        return text
    }

    // MARK: - Proposals

    private var proposals: String {
        let challenges = groups.filter(\.isEnough)
        guard !challenges.isEmpty else {
            return "proposal: none: no kind has \(Self.minRounds) counted rounds of \(Self.minVisits) visits yet\n"
        }
        var text = ""
        // The group with the lowest success rate decides.
        let worst = challenges.map(\.interval.lowerBound).min() ?? 0
        if let attempts = Self.streak(of: 1 - worst, rarerThan: 0.02, in: 3...10) {
            text += "proposal: attempts \(attempts): 98 of 100 people pass even the hardest kind measured\n"
        } else {
            text += "proposal: offer another kind, or staff: ten attempts are too few for 98 of 100 people\n"
        }
        // Without a solved round nobody knows how long one takes.
        guard let slow = challenges.compactMap({ Self.quantile(0.95, of: $0.seconds) }).max() else { return text }
        let timeout = min(max(Int((2 * slow / 10).rounded(.up)) * 10, 30), 600)
        text += "proposal: [captcha] timeout=\(timeout)s: twice the time that 19 of 20 people need\n"
        if let misses = Self.streak(of: 1 - worst, rarerThan: 0.001, in: 5...20) {
            text += "proposal: [captcha] lockout=\(misses)/60s:10s,15min: locks out fewer than 1 of 1000 people\n"
        } else {
            text += "proposal: [captcha] lockout=20/60s:10s,15min (people miss too often for any limit)\n"
        }
        let best = challenges.max { $0.interval.lowerBound < $1.interval.lowerBound }
        if let best, challenges.count > 1 { text += "proposal: prefer \(best.name)\n" }
        return text
    }

    /// How many misses in a row are rarer than that, given the rate of one; nil: more than the counts.
    private static func streak(of rate: Double, rarerThan chance: Double, in counts: ClosedRange<Int>) -> Int? {
        (1...counts.upperBound).first { pow(rate, Double($0)) < chance }.map { max($0, counts.lowerBound) }
    }

    private static func percent(_ part: Double) -> String { "\(Int((100 * part).rounded())) %" }

    private static func decimal(_ number: Double) -> String {
        let tenths = Int((10 * number).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
