internal import EventLoop
internal import Journal
internal import TouchConfiguration
internal import TouchCore
internal import TouchVault
internal import Varlink

/// The configuration in use, and what a running daemon applies when the files are read again.
final class Reloading {
    private let core: Core
    private let scenes: SceneInterface
    private let calibrations: Calibrations
    let metrics: MetricsFile
    /// The configuration in use.
    private(set) var loaded: LoadedConfiguration
    private let read: Read
    /// Who waits for the end of the reload under way, and for those after it; one is under way unless it is empty.
    private var waiting: [(ReloadOutcome) -> Void] = []

    /// Reads the files.
    typealias Read = @Sendable () throws(ConfigurationError) -> LoadedConfiguration

    /// Files that were read, and what they change.
    private struct Next: Sendable {
        let changes: [ConfigurationChange]
        let isOtherwiseExposed: Bool
        let applied: LoadedConfiguration

        init(_ next: LoadedConfiguration, after loaded: LoadedConfiguration) {
            changes = loaded.changes(to: next)
            isOtherwiseExposed = loaded.exposures != next.exposures
            applied = loaded.applying(next)
        }
    }

    /// - Parameter read: reads the files again.
    init(
        _ start: StartConfiguration, read: @escaping Read, core: Core, scenes: SceneInterface,
        calibrations: Calibrations
    ) throws(SystemError) {
        (loaded, self.read) = (start.loaded, read)
        core.configurationProblems = start.problems
        core.unusedSettings = start.loaded.unused.count
        (self.core, self.scenes, self.calibrations) = (core, scenes, calibrations)
        metrics = try MetricsFile(loop: core.loop, log: core.log) { [core] in core.makeMetrics(then: $0) }
    }

    /// Contacts are cancelled by the seat, scenes laid out again.
    func changeView(to size: Size, _ rotation: Rotation) {
        calibrations.cancel()
        (core.panels.view, core.panels.rotation) = (size, rotation)
        core.mapPanels()
        scenes.changeView(to: size)
    }

    /// Reads the files again and applies what a running daemon can; files with a fault change nothing.
    ///
    /// The files are read and compared on a thread; reloads follow one another.
    ///
    /// - Parameter then: gets the outcome.
    func reload(then: @escaping (ReloadOutcome) -> Void = { _ in }) {
        waiting.append(then)
        if waiting.count == 1 { readAgain() }
    }

    private func readAgain() {
        let isOnThread = core.aside?.run { [read, loaded] in
            Result { () throws(ConfigurationError) in Next(try read(), after: loaded) }
        } finish: { [self] in
            apply($0)
        }
        guard isOnThread != true else { return }
        apply(Result { () throws(ConfigurationError) in Next(try read(), after: loaded) })
    }

    private func apply(_ reading: Result<Next, ConfigurationError>) {
        let outcome = outcome(of: reading)
        let then = waiting.removeFirst()
        if !waiting.isEmpty { core.loop.onceLater { [self] in readAgain() } }
        then(outcome)
    }

    private func outcome(of reading: Result<Next, ConfigurationError>) -> ReloadOutcome {
        let next: Next
        do throws(ConfigurationError) { next = try reading.get() } catch {
            core.statistics.reloadsRefused += 1
            for problem in error.problems { core.log.error("\(problem)", messageID: MessageID.reloadRefused) }
            core.log.error("configuration unchanged", messageID: MessageID.reloadRefused)
            return ReloadOutcome(problems: error.problems, changes: [])
        }
        let changes = next.changes
        loaded = next.applied
        core.configurationProblems = []
        core.unusedSettings = loaded.unused.count
        keep()
        if next.isOtherwiseExposed { sayExposures() }
        core.statistics.reloads += 1
        apply(loaded, changes.filter { !$0.needsRestart })
        for change in changes {
            core.log.notice("\(change)", [.field("KEY", change.key)], messageID: MessageID.configurationChanged)
        }
        if changes.isEmpty { core.log.info("configuration reloaded; nothing changed") }
        return ReloadOutcome(problems: [], changes: changes)
    }

    /// Updates state derived from values that changed; everything else reads the configuration when needed.
    private func apply(_ loaded: LoadedConfiguration, _ changes: [ConfigurationChange]) {
        let configuration = loaded.configuration
        core.configuration = configuration
        // Even without a change: a display may have been rotated or connected since.
        core.panels.wishes.follow(configuration)
        calibrations.cancel()
        core.mapPanels()
        core.access.apply(loaded)
        if changes.contains(where: {
            ["access screen", "access group-administrator", "unlock trail", "unlock scramble"].contains($0.path)
        }) {
            scenes.review()
        }
        core.screen.ring.keep(configuration.input.keptFrames)
        core.tokens.policy = .init(configuration)
        core.log.level = Journal.Level(name: configuration.daemon.logLevel.rawValue) ?? .info
        metrics.set(configuration.metrics)
        core.pauses.rule = loaded.sessionUsers
        core.pauses.wakeGuard = configuration.input.wakeGuard
        core.pauses.reviewSeat()
        if changes.contains(where: { $0.section == "view" }) {
            changeView(
                to: configuration.view.size, Rotation(rawValue: configuration.view.rotationDegrees) ?? .none)
        }
        if changes.contains(where: { $0.section == "input" || $0.section == "access" }) { sayPolicy() }
    }

    /// Keeps the configuration in use, for a start with files that have faults.
    ///
    /// Not before there is a vault: a later start takes the file for a sign that there was one.
    func keep() {
        guard core.configurationProblems.isEmpty, core.storeFault == nil else { return }
        guard let failure = loaded.keep(in: loaded.configuration.daemon.stateDirectory) else { return }
        core.log.warning("cannot write \(failure.path): \(failure.reason)")
    }

    /// Reports the faults of the files that the daemon was started with.
    func sayProblems() {
        for problem in core.configurationProblems {
            core.log.error("\(problem)", messageID: MessageID.configurationRefused)
        }
        if let problem = core.configurationProblem {
            core.log.error("configuration not used: \(problem)", messageID: MessageID.configurationRefused)
        }
        for unused in loaded.unused {
            core.log.warning("ignored: \(unused)", messageID: MessageID.configurationRefused)
        }
    }

    /// Reports which files users other than root may write, and which settings were not applied from them.
    func sayExposures() {
        for exposure in loaded.exposures { core.log.error("\(exposure)", messageID: MessageID.policy) }
    }

    /// Reports settings that make this kiosk trust more than by default.
    func sayPolicy() {
        if core.access.isOpen {
            core.log.warning(
                "group-frontend= is empty: anyone who can open the socket may show scenes", messageID: MessageID.policy)
        }
        let allowed = core.configuration.input.allowedProvenance.map(\.rawValue).sorted()
        let line = "allow-provenance=\(allowed.joined(separator: ","))"
        let input = core.configuration.input
        if !input.pinnedPanels.isEmpty { core.log.info("accepting only pinned panels: \(input.pinnedPanels.count)") }
        if !input.allowedEmitters.isEmpty {
            core.log.warning("allow-emitters= is set: anyone who can open /dev/uinput can inject trusted touches")
        }
        if allowed == [Provenance.physical.rawValue] { return core.log.info(line) }
        core.log.warning(
            "\(line): touches made by a program can unlock and solve captchas", messageID: MessageID.policy)
    }
}
