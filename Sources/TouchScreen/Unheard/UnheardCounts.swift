internal import TouchCore

/// Number of ignored landings, by reason and panel.
package struct UnheardCounts {
    /// Maximum number of panels counted separately; further ones are counted without a panel.
    static let maxPanels = 32

    private struct Row {
        /// Nil: not counted separately.
        let panel: String?
        var counts: [Unheard: Int] = [:]
        /// Those of them while a secret was on screen: their number and times could tell its length, and the rhythm in which it
        /// is entered.
        var hidden: [Unheard: Int] = [:]
    }

    private var rows: [Row] = []
    private var rowOf: [DeviceID: Int] = [:]

    /// Counts one landing.
    ///
    /// - Parameters:
    ///   - isHidden: whether a secret was on screen.
    ///   - name: the name of the panel, requested once; nil: it has none.
    mutating func add(
        _ reason: Unheard, on id: DeviceID, isHidden: Bool = false, name: @autoclosure () -> String?
    ) {
        let index = rowOf[id] ?? row(named: name())
        rowOf[id] = index
        rows[index].counts[reason, default: 0] += 1
        if isHidden { rows[index].hidden[reason, default: 0] += 1 }
    }

    /// Frees the number of a panel that is gone; one of the same name continues its counts.
    mutating func forget(_ id: DeviceID) { rowOf[id] = nil }

    private mutating func row(named name: String?) -> Int {
        let isFull = rows.count { $0.panel != nil } >= Self.maxPanels
        let known = rows.firstIndex { $0.panel == name }
        let name = known == nil && isFull ? nil : name
        if let index = known ?? rows.firstIndex(where: { $0.panel == name }) { return index }
        rows.append(Row(panel: name))
        return rows.count - 1
    }

    /// The counts that are not zero, in the order of the reasons; perhaps without the landings while a secret was on screen.
    package func counters(hidingSecrets: Bool) -> [Statistics.Counter] {
        Unheard.allCases.flatMap { reason in
            rows.compactMap { row in
                let count = row.counts[reason, default: 0] - (hidingSecrets ? row.hidden[reason, default: 0] : 0)
                return count == 0
                    ? nil : Statistics.Counter(name: "unheard", reason: reason.rawValue, panel: row.panel, value: count)
            }
        }
    }
}
