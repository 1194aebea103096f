internal import EventLoop
internal import System
internal import TouchConfiguration
internal import TouchCore
internal import TouchScreen
internal import TouchSessions
internal import TouchVault

/// The configuration in use, and what a running daemon applies when the files are read again.
final class Reloading {
    private let configuration: LiveConfiguration
    private let access: Access
    private let statistics: Statistics
    private let keeper: VaultKeeper
    private let panels: Panels
    private let ring: FrameRing
    private let pauses: Pauses
    private let aside: AsideWork
    private let log: Journal
    private let scenes: SceneInterface
    private let calibrations: Calibrations
    let metrics: MetricsFile
    private let read: Read
    /// Changes of the configuration and the view follow one another.
    let turns: Turns

    typealias Read = @Sendable () throws(ConfigurationError) -> LoadedConfiguration

    private struct Next: Sendable {
        let changes: [ConfigurationChange]
        let isOtherwiseExposed: Bool
        let applied: LoadedConfiguration

        private init(_ next: LoadedConfiguration, after loaded: LoadedConfiguration) {
            changes = loaded.changes(to: next)
            isOtherwiseExposed = loaded.exposures != next.exposures
            applied = loaded.applying(next)
        }

        static func reading(_ read: Read, after loaded: LoadedConfiguration) -> Result<Next, ConfigurationError> {
            Result { () throws(ConfigurationError) in Next(try read(), after: loaded) }
        }
    }

    init(
        _ configuration: LiveConfiguration, read: @escaping Read, _ access: Access, _ statistics: Statistics,
        _ keeper: VaultKeeper, _ panels: Panels, _ screen: Screen, _ pauses: Pauses, _ scenes: SceneInterface,
        _ calibrations: Calibrations, _ aside: AsideWork, _ log: Journal, _ state: DaemonState
    ) throws(SystemError) {
        (self.configuration, self.read, self.access, self.statistics) = (configuration, read, access, statistics)
        (self.keeper, self.panels, ring, self.pauses) = (keeper, panels, screen.ring, pauses)
        (self.scenes, self.calibrations, self.aside, self.log) = (scenes, calibrations, aside, log)
        turns = Turns(loop: screen.loop)
        metrics = try MetricsFile(loop: screen.loop, log: log) { state.makeMetrics(then: $0) }
    }

    /// A change of the view: its size, the rotation of its picture, and that of single panels.
    struct ViewChange {
        var size: Size
        var rotation: Rotation
        var turned: [String: Rotation] = [:]
        /// The settings of panels that apply from then on; nil: as before.
        var configuration: Configuration?
    }

    /// Changes the view: contacts are cancelled by the seat, then scenes laid out again; `change` is asked when its turn has
    /// come, and so starts from the view as it is then; nil: nothing changes.
    func changeView(_ change: @escaping () -> ViewChange?, then: @escaping () -> Void) {
        turns.await { [unowned self] done in
            guard let change = change() else { return done() }
            apply(change) {
                then()
                done()
            }
        }
    }

    private func apply(_ change: ViewChange, then: @escaping () -> Void) {
        let movePanels = { [self] in
            calibrations.cancel()
            (panels.view, panels.rotation) = (change.size, change.rotation)
            if let configuration = change.configuration { panels.wishes.follow(configuration) }
            panels.wishes.turned.merge(change.turned) { $1 }
            panels.map()
        }
        scenes.changeView(to: change.size, begin: movePanels, then: then)
    }

    /// Reads the files again, on a thread, and applies what a running daemon can; files with a fault change nothing.
    func reload(then: @escaping (ReloadOutcome) -> Void = { _ in }) {
        turns.await { [unowned self] done in
            let finish = { [self] (reading: Result<Next, ConfigurationError>) in
                apply(reading) {
                    then($0)
                    done()
                }
            }
            aside.run({ [read, loaded = configuration.loaded] in Next.reading(read, after: loaded) }, finish: finish)
        }
    }

    private func apply(_ reading: Result<Next, ConfigurationError>, then: @escaping (ReloadOutcome) -> Void) {
        let next: Next
        do throws(ConfigurationError) { next = try reading.get() } catch {
            statistics.reloadsRefused += 1
            for problem in error.problems { log.error("\(problem)", messageID: MessageID.reloadRefused) }
            log.error("configuration unchanged", messageID: MessageID.reloadRefused)
            return then(ReloadOutcome(problems: error.problems, changes: []))
        }
        let changes = next.changes
        configuration.apply(next.applied)
        keep()
        if next.isOtherwiseExposed { sayExposures() }
        statistics.reloads += 1
        let applied = changes.filter { !$0.needsRestart }
        apply(next.applied, applied)
        for change in changes {
            log.notice("\(change)", [.field("KEY", change.key)], messageID: MessageID.configurationChanged)
        }
        if changes.isEmpty { log.info("configuration reloaded; nothing changed") }
        layOut(after: applied) { then(ReloadOutcome(problems: [], changes: changes)) }
    }

    private func layOut(after changes: [ConfigurationChange], then: @escaping () -> Void) {
        let policy: Set = ["access screen", "access group-administrator", "unlock trail", "unlock scramble"]
        let changeView = { [self] in
            guard changes.contains(where: { $0.section == "view" }) else { return then() }
            let (values, view) = (configuration.values, configuration.values.view)
            let rotation = Rotation(rawValue: view.rotationDegrees) ?? .none
            apply(ViewChange(size: view.size, rotation: rotation, configuration: values), then: then)
        }
        if changes.contains(where: { policy.contains($0.path) }) {
            scenes.review(then: changeView)
        } else {
            changeView()
        }
    }

    /// Updates state derived from values that changed; everything else reads the configuration when needed.
    private func apply(_ loaded: LoadedConfiguration, _ changes: [ConfigurationChange]) {
        let values = loaded.configuration
        panels.followTrust(values)
        // Panels change with the view; without a change of it even if no key has changed: a display may have been rotated
        // or connected since.
        if !changes.contains(where: { $0.section == "view" }) {
            panels.wishes.follow(values)
            calibrations.cancel()
            panels.map()
        }
        access.apply(loaded)
        ring.keep(values.input.keptFrames)
        keeper.tokens.policy = .init(values)
        log.level = Journal.Level(name: values.daemon.logLevel.rawValue) ?? .info
        metrics.set(values.metrics)
        pauses.rule = loaded.sessionUsers
        pauses.wakeGuard = values.input.wakeGuard
        pauses.apply(values.input.darkScreen)
        pauses.reviewSeat()
        if changes.contains(where: { $0.section == "input" || $0.section == "access" }) { sayPolicy() }
    }

    /// Keeps the configuration for a start with faults; not before there is a vault, of which the file is a sign.
    func keep() {
        guard configuration.problems.isEmpty, keeper.fault == nil else { return }
        guard let failure = configuration.loaded.keep(in: configuration.values.daemon.stateDirectory) else { return }
        log.warning("cannot write \(failure.path): \(failure.reason)")
    }

    func sayProblems() {
        for problem in configuration.problems {
            log.error("\(problem)", messageID: MessageID.configurationRefused)
        }
        if let problem = configuration.problem {
            log.error("configuration not used: \(problem)", messageID: MessageID.configurationRefused)
        }
        for unused in configuration.loaded.unused {
            log.warning("ignored: \(unused)", messageID: MessageID.configurationRefused)
        }
    }

    /// Reports which files users other than root may write, and which settings were not applied from them.
    func sayExposures() {
        for exposure in configuration.loaded.exposures { log.error("\(exposure)", messageID: MessageID.policy) }
    }

    func sayPolicy() {
        if access.isOpen {
            log.warning(
                "group-frontend= is empty: anyone who can open the socket may show scenes", messageID: MessageID.policy)
        }
        let allowed = configuration.values.input.allowedProvenance.map(\.rawValue).sorted()
        let line = "allow-provenance=\(allowed.joined(separator: ","))"
        let input = configuration.values.input
        if !input.pinnedPanels.isEmpty { log.info("accepting only pinned panels: \(input.pinnedPanels.count)") }
        if !input.allowedEmitters.isEmpty {
            log.warning("allow-emitters= is set: anyone who can open /dev/uinput can inject trusted touches")
        }
        if allowed == [Provenance.physical.rawValue] { return log.info(line) }
        log.warning(
            "\(line): touches made by a program can unlock and solve captchas", messageID: MessageID.policy)
    }
}
