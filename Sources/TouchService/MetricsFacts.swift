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
    /// Users who cannot unlock now; nil: the vault cannot be read.
    var lockedUsers: Int? = 0
    var pauses: Set<Pause> = []
    var hasConfigurationProblem = false
    /// Keys and sections of the files that this version does not know.
    var unusedSettings = 0
    var hasRollbackProtection = false
}

extension Core {
    /// The present state of the daemon.
    var facts: MetricsFacts {
        lookAtStore()
        // Secrets removed under duress only look removed.
        let users = (try? vault.users(at: moment))?.filter { !$0.isHidden }
        return MetricsFacts(
            startSeconds: startSeconds, panels: panels.devices.count, trustedPanels: trustedPlaces.count,
            connections: statistics.openConnections, scenes: screen.count, isStoring: storeWatch.problem == nil,
            alarm: vault.alarm, lockedUsers: users?.count { !$0.standing.isOpen }, pauses: pauses.current,
            hasConfigurationProblem: !configurationProblems.isEmpty, unusedSettings: unusedSettings,
            hasRollbackProtection: vault.hasRollbackProtection)
    }

    /// The metrics file as it would be now.
    var metricsText: String { PrometheusText.text(counted, unheard: unheard.counts, facts) }
}
