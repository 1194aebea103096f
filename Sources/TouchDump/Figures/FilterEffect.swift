import TouchCore
import TouchDevice
import TouchInput

struct FilterEffect: Hashable, Sendable {
    let source: String
    let removed: [Unheard: Int]
    let movements: Int
    let changed: Int
    private let settings: FilterSettings

    init(_ source: String, _ trial: FilterTrial?) {
        (self.source, settings) = (source, trial?.settings ?? FilterSettings())
        (removed, movements, changed) = (trial?.removed ?? [:], trial?.movements ?? 0, trial?.changed ?? 0)
    }

    var removals: Int { removed.values.reduce(0, +) }

    /// A line with what each filter would remove or change of so many contacts.
    func text(of contacts: Int) -> String {
        guard !settings.isEmpty else { return source }
        var (landings, movers): ([String], [String]) = ([], [])
        func add(_ key: String, _ reason: Unheard, if isSet: Bool) {
            if isSet { landings.append("\(key)= \(removed[reason] ?? 0)") }
        }
        add("edge-zone", .edgeZone, if: settings.edgeZone > 0)
        add("dead-zones", .deadZone, if: !settings.deadZones.isEmpty)
        let (hasLife, hasSize) = (settings.minimumLife > .zero, settings.minimumSize > 0)
        add(
            hasLife && hasSize ? "min-life= or min-size" : hasLife ? "min-life" : "min-size", .ghost,
            if: hasLife || hasSize)
        add("debounce", .bounce, if: settings.debounce > .zero)
        if settings.spikeWindow > .zero { movers.append("spike-window=") }
        if settings.smoothing != nil { movers.append("smooth-cutoff=") }
        var parts: [String] = []
        if !landings.isEmpty { parts.append("\(landings.joined(separator: ", ")) of \(contacts) contacts") }
        if !movers.isEmpty { parts.append("\(movers.joined(separator: " or ")) \(changed) of \(movements) movements") }
        return "\(source): \(parts.joined(separator: "; "))"
    }
}
