internal import Arguments
internal import Glibc
internal import TouchVault

/// The metrics besides counters: the present state of the daemon.
struct MetricsFacts {
    var version = Version.text
    /// When the daemon started, in seconds since 1970.
    var startSeconds: Int64 = 0
    var panels = 0
    var trustedPanels = 0
    var connections = 0
    var scenes = 0
    var isStoring = true
    var alarm: VaultAlarm?
    /// Users with a secret; nil: the vault cannot be read.
    var users: Int? = 0
    /// Those who cannot unlock now; nil: the vault cannot be read.
    var lockedUsers: Int? = 0
    var pauses: Set<Pause> = []
    var hasConfigurationProblem = false
    /// Keys and sections of the files that this version does not know.
    var unusedSettings = 0
    var hasRollbackProtection = false
}

extension Core {
    /// The present state of the daemon.
    private func facts(users: Int?, locked: Int?) -> MetricsFacts {
        lookAtStore()
        return MetricsFacts(
            startSeconds: startSeconds, panels: panels.devices.count, trustedPanels: trustedPlaces.count,
            connections: statistics.openConnections, scenes: screen.count, isStoring: storeWatch.problem == nil,
            alarm: vault.alarm, users: users, lockedUsers: locked, pauses: pauses.current,
            hasConfigurationProblem: !configurationProblems.isEmpty, unusedSettings: unusedSettings,
            hasRollbackProtection: vault.hasRollbackProtection)
    }

    /// Makes the metrics file as it would be now; `then` may be called later.
    func makeMetrics(then: @escaping (String) -> Void) {
        var (users, locked) = (0, 0)
        walkUsers { user in
            // Secrets removed under duress only look removed.
            guard !user.isHidden else { return }
            users += 1
            if !user.standing.isOpen { locked += 1 }
        } finish: { [unowned self] error in
            let facts = error == nil ? facts(users: users, locked: locked) : facts(users: nil, locked: nil)
            then(PrometheusText.text(counted, unheard: unheard.counts, facts))
        }
    }
}
