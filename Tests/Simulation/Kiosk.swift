private import CSeededChance
package import EventLoop
package import TestSupport
package import TouchConfiguration
package import TouchCore
package import TouchDevice
private import TouchInput
package import TouchPicture
package import TouchScreen
package import TouchService
internal import TouchSimulator
package import TouchVault
private import Varlink

/// A whole kiosk on the test's own thread and clock: the daemon with its files, panels whose fingers the test moves,
/// peers at its socket.
///
/// Neither does time pass nor anything happen except in ``settle()``, ``advance(by:)``, with a finger, and while a test
/// waits for a message.
package final class Kiosk {
    /// Differences from an ordinary kiosk.
    package struct Setup {
        /// Size of the view, in pixels.
        package var view = "1280x800"
        package var trustsVirtual = true
        /// Lines of the section `[access]`, and further sections.
        package var access = "group-frontend="
        package var store = ""
        /// What the kernel says about its panels.
        package var description = DeviceDescription.touchsim
        /// Number of panels; the second is called like the first, with a 2.
        package var panels = 1
        /// Lines of the sections `[touchd]` and `[input]`.
        package var daemon = ""
        package var input = ""
        package var startsDaemon = true
        /// Where its panels' touches come from.
        package var provenance = Provenance.virtual
        /// The seed of everything random.
        package var chance: UInt64 = 1
        /// Whether replies are compared with their interfaces, which takes time.
        package var checksReplies = true
        package var keepsFrames = false
        /// The least severe level that is logged.
        package var logLevel = Journal.Level.info
        package var keepsTranscript = false
        /// Whether its disk may fill up, break or lose power.
        package var hasDisk = false
        /// The source of the puzzles' secrets.
        package var pictures: @Sendable () -> PictureSeed = { .random() }
        /// Who knows the units of processes.
        package var units: (any UnitSource)?
        /// The configuration of a kiosk whose files are in that folder; nil: its file, which has the lines above.
        package var configuration: ((TemporaryFolder) -> LoadedConfiguration)?
    }

    package let clock = ManualClock()
    package let folder: TemporaryFolder
    package let journal = LogLines()
    /// What fingers did on its panels, if the setup says so.
    package let frames: FrameLog
    package private(set) var panels: [ScriptedPanel]
    /// Its disk, if it may fail.
    package let disk: KioskDisk?
    /// Its view, in pixels.
    package let view: Size
    /// The daemon, which listens nowhere; nil: it does not run.
    package private(set) var runningDaemon: Daemon?
    /// What peers received, if it is kept, in the order in which it was read.
    package private(set) var transcript: [(user: UInt32?, isPresenting: Bool, text: String)] = []
    private var setup: Setup
    private var seat: ScriptedSeat?
    private var plugged: [Bool]
    package private(set) var boot = BootID.made(1)
    private var boots = 1
    private var readers: [Reader] = []
    var received = [UInt8](repeating: 0, count: 1 << 14)
    private var isStopped = false

    private struct Reader {
        weak var peer: KioskPeer?
    }

    /// Makes the panels and the configuration, and starts the daemon unless the setup says otherwise.
    package init(_ change: (inout Setup) throws -> Void = { _ in }) throws {
        var setup = Setup()
        try change(&setup)
        self.setup = setup
        folder = try TemporaryFolder(isInMemory: true)
        disk = setup.hasDisk ? KioskDisk(in: folder) { [clock] in clock.isWorking } : nil
        frames = FrameLog()
        cseeded_chance_begin(setup.chance)
        panels = try (1...setup.panels).map { number in
            var description = setup.description
            if number > 1 { description.name += " \(number)" }
            return try ScriptedPanel(description, provenance: setup.provenance, number: number)
        }
        plugged = panels.map { _ in true }
        let size = setup.view.split(separator: "x").compactMap { Double($0) }
        view = Size(width: size[0], height: size[1])
        try writeConfiguration()
        disk?.failing = { [unowned self] in
            failedAt = clock.now
            for reader in readers { reader.peer?.lose() }
        }
        ShownLogs.keep { [journal] in "log of touchd:\n  " + journal.lines.suffix(40).joined(separator: "\n  ") }
        if setup.startsDaemon { try startDaemon() }
    }

    /// One where anna has a pattern.
    package static func ofAnna(_ change: (inout Setup) throws -> Void = { _ in }) throws -> Kiosk {
        let kiosk = try Kiosk(change)
        try kiosk.enroll()
        return kiosk
    }

    deinit {
        stop()
        cseeded_chance_end()
    }

    package func reseed(_ seed: UInt64) { cseeded_chance_begin(seed) }

    /// Rewrites the configuration, for a reload or a daemon that is started later.
    package func configure(_ change: (inout Setup) -> Void) throws {
        change(&setup)
        try writeConfiguration()
    }

    private func writeConfiguration() throws {
        let text = configurationText(
            daemon: setup.daemon, view: setup.view, trustsVirtual: setup.trustsVirtual, input: setup.input,
            access: setup.access, store: setup.store, in: folder)
        try folder.write(text, to: "touchd.conf")
    }

    // MARK: - The daemon

    /// The daemon of a test that does not end it.
    package var daemon: Daemon {
        guard let runningDaemon else { preconditionFailure("the daemon was ended") }
        return runningDaemon
    }

    package func startDaemon() throws {
        let path = folder.path(of: "touchd.conf")
        let given = setup.configuration?(folder)
        let seat = ScriptedSeat(log: setup.keepsFrames ? frames : nil) { [clock] in clock.now }
        let surroundings = Surroundings(
            loop: try EventLoop(clock: clock), boot: boot, seat: seat, sysfs: folder.path(of: "sys"),
            stretch: StretchParameters(uncheckedPasses: 1, memoryBytes: 8 << 10),
            storage: try disk?.storage() ?? Storage(), seed: setup.pictures, units: setup.units)
        let made = try Daemon(
            try given.map { StartConfiguration($0) } ?? StartConfiguration(path: path, isRequired: true),
            read: { () throws(ConfigurationError) in
                if let given { return given }
                return try LoadedConfiguration(path: path, isRequired: true)
            },
            journal: Journal(level: setup.logLevel) { [journal] in journal.record($0) }, in: surroundings,
            checksReplies: setup.checksReplies)
        for (index, panel) in panels.enumerated() where plugged[index] { seat.plug(panel) }
        (self.seat, runningDaemon) = (seat, made)
        try made.start()
        try settle()
        disk?.waits = 0
    }

    /// Ends the daemon as a service manager would.
    package func stopDaemon() throws {
        runningDaemon?.stop()
        try settle()
        clock.forgetJobs()
        forgetDaemon()
    }

    /// The power fails for some time: the daemon is gone, and so may be what was not synced; the machine boots.
    package func losePower(
        for length: Interval, leaving remains: KioskDisk.Remains, using random: inout some RandomNumberGenerator
    ) throws {
        disk?.failPower()
        // From here on it is not real: no peer hears it, and no file keeps it.
        try stopDaemon()
        try disk?.restore(remains, using: &random)
        failedAt = nil
        boots += 1
        boot = .made(boots)
        clock.reboot(after: length)
        for panel in panels { panel.reset() }
    }

    /// When the power failed; nil: it has not.
    package private(set) var failedAt: Instant?

    /// Whether what happens is real: the power has not failed.
    var isPowered: Bool { disk?.isOff != true }

    private func forgetDaemon() {
        (runningDaemon, seat) = (nil, nil)
        for panel in panels where !panel.isGrabbedElsewhere { _ = panel.grab(false) }
        for reader in readers { reader.peer?.read() }
    }

    private func stop() {
        runningDaemon?.server.stop()
        for line in journal.all where line.contains("differs from its interface") { preconditionFailure(line) }
    }

    /// The daemon's log so far, as lines on standard error.
    package func log() -> [String] { journal.lines }

    // MARK: - Time

    /// Does what is due now.
    package func settle() throws {
        if let loop = running { try clock.settle(loop) }
    }

    package func advance(by length: Interval) throws {
        if let loop = running { try clock.advance(loop, by: length) } else { clock.pass(by: length) }
    }

    private var running: EventLoop? { isStopped ? nil : runningDaemon?.loop }

    /// Does something while the daemon's process is stopped: it then finds everything in one round of its loop.
    package func whileStopped(_ body: () throws -> Void) throws {
        try settle()
        isStopped = true
        try body()
        isStopped = false
        seat?.dispatch()
        try settle()
    }

    /// Lets time pass until something is true; false if it is not within an hour.
    package func until(_ isTrue: () throws -> Bool) throws -> Bool {
        let end = clock.now.advanced(by: .seconds(3_600))
        try settle()
        while try !isTrue() {
            guard let next = clock.nextDeadline, next <= end else { return false }
            try advance(by: next.since(clock.now))
        }
        return true
    }

    // MARK: - Panels

    /// A daemon that is started later finds other panels.
    func replacePanels(with panels: [ScriptedPanel]) {
        self.panels = panels
        plugged = panels.map { _ in true }
    }

    package func unplug(_ number: Int = 1) throws {
        plugged[number - 1] = false
        seat?.unplug(panels[number - 1])
        try settle()
    }

    package func plug(_ number: Int = 1) throws {
        plugged[number - 1] = true
        seat?.plug(panels[number - 1])
        try settle()
    }

    /// The kernel ignores a panel, or no longer.
    package func inhibit(_ isInhibited: Bool, _ number: Int = 1) throws {
        panels[number - 1].inhibit(isInhibited, at: clock.now)
        seat?.lookAtInhibition()
        try settle()
    }

    /// Another program grabs a panel (EVIOCGRAB), or releases it.
    package func grabElsewhere(_ isGrabbed: Bool, _ number: Int = 1) throws {
        panels[number - 1].isGrabbedElsewhere = isGrabbed
        try settle()
    }

    func readPanels() throws {
        if !isStopped { seat?.dispatch() }
        try settle()
    }

    // MARK: - Peers

    /// Keeps reading what the daemon sends to a peer.
    func follow(_ peer: KioskPeer) {
        readers.removeAll { $0.peer == nil }
        readers.append(Reader(peer: peer))
    }

    func keep(_ message: [UInt8], of user: UInt32?, isPresenting: Bool) {
        guard setup.keepsTranscript else { return }
        var text = "\(clock.now.microseconds): \(String(decoding: message, as: UTF8.self))"
        if message.contains(UInt8(ascii: "/")) { text.replace(folder.path, with: "FOLDER") }
        transcript.append((user, isPresenting, text))
    }

    /// Reads what has arrived at the peers, so that none of them is slow.
    func readPeers() {
        for reader in readers { reader.peer?.read() }
    }
}

extension BootID {
    package static func made(_ number: Int) -> BootID {
        let digits = String(number)
        guard let id = BootID(String(repeating: "5", count: 32 - digits.count) + digits) else {
            preconditionFailure("32 digits are the id of a boot")
        }
        return id
    }
}
