internal import Arguments
internal import TouchScreen
internal import TouchVault

/// The metrics besides counters: the present state of the daemon.
struct MetricsFacts {
    var version = Version.text
    /// When the daemon started, in seconds since 1970.
    var startSeconds: Int64 = 0
    /// When somebody last touched, rounded down to a minute, in seconds since 1970; 0: not since the start.
    var lastTouchSeconds: Int64 = 0
    var panels = 0
    var trustedPanels = 0
    var ghostingPanels = 0
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
    /// Whether others than root may write one of its files, so that most of what it says is ignored.
    var hasConfigurationExposure = false
    /// Keys and sections of the files that this version does not know.
    var unusedSettings = 0
    var clock = ClockFacts()
    /// Whether clients find the sockets.
    var hasSocket = true
    var hasRollbackProtection = false
}
