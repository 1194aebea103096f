internal import CShims
internal import EventLoop
internal import Glibc
internal import StrictJSON
internal import System
internal import TouchConfiguration
internal import TouchCore
internal import Varlink

/// The main loop of `touchd-fleet`: runs ``Delivery`` when there are results, when health is due, and after a failure.
///
///     idle ──result, timer──▶ busy ──done──▶ idle
///                              │ └──more──▶ pausing ──▶ busy
///                              └──failed──▶ waiting, longer each time ──▶ busy
///
/// The loop's thread only waits. Rounds run on a worker's thread; another thread reads a stream of touchd's results.
final class Agent {
    private let loop: EventLoop
    private let log: Journal
    private let delivery: Delivery
    private let socket: String
    private let settings: Configuration.Fleet
    private let problemPlaces: String?
    private let worker: Worker
    private let bell: Bell
    private var watches: [Watch] = []
    private var timer: Timer?
    private var listening: Timer?
    private var isBusy = false
    private var isWanted = false
    /// Whether to wait for the servers, whatever touchd reports.
    private var isServerAway = false
    private var failures = 0
    private var complaint: String?
    private var isFailureTold = false

    /// Pause between two batches of results: touchd has touches to handle.
    private static let pause = Interval.milliseconds(50)
    /// After a failure: the first wait; the longest is the interval of health.
    private static let firstWait = Interval.milliseconds(500)
    /// How many failures in a row are told systemd: not each restart of a server or of touchd.
    private static let failuresToTell = 5

    init(_ start: StartConfiguration, _ delivery: Delivery, _ log: Journal) throws(SystemError) {
        loop = try EventLoop()
        (self.delivery, self.log) = (delivery, log)
        socket = start.loaded.configuration.daemon.socket
        (settings, problemPlaces) = (start.loaded.configuration.fleet, start.problemPlaces)
        bell = try Bell()
        worker = try Worker(on: loop, threads: 2, capacity: 2)
    }

    func run() throws(SystemError) {
        let signals = try [SIGTERM, SIGINT].map { number throws(SystemError) in
            try loop.signal(number) { [unowned self] in loop.exit(0) }
        }
        watches.append(
            try loop.watch(bell.descriptor, for: .input) { [unowned self] _ in
                bell.hear()
                if !isServerAway { start() }
            })
        timer = try loop.timer { [unowned self] in start() }
        listening = try loop.timer { [unowned self] in listen() }
        try loop.enableWatchdog()
        try ServiceManager.notify("READY=1")
        sayStatus()
        listen()
        start()
        try loop.run()
        signals.forEach { $0.cancel() }
        _ = try? ServiceManager.notify("STOPPING=1")
    }

    private func start() {
        guard !isBusy else {
            isWanted = true
            return
        }
        isBusy = worker.run { [delivery] in
            delivery.round()
        } finish: { [unowned self] in
            ended($0)
        }
    }

    /// Tells systemd, and so `touchctl doctor`, when the first certificate ends, and what does not work.
    private func sayStatus(failure: String? = nil) {
        let expiry = Expiry(settings)
        let end = [expiry.certificate, expiry.authority].compactMap(\.self).min()
        let status = UnitStatus(
            failure == nil ? .lastConfiguration : .cannotSend, failure ?? problemPlaces,
            days: end.map { Expiry.daysLeft(until: $0, at: .now) })
        _ = try? ServiceManager.notify("STATUS=\(status.text)")
        isFailureTold = failure != nil
    }

    private func ended(_ ending: Delivery.Ending) {
        (isBusy, isServerAway) = (false, false)
        switch ending {
        case .done(let sequence):
            if failures > 0 || complaint == nil { log.info("results up to \(sequence) are stored by the servers") }
            (failures, complaint) = (0, "")
            sayStatus()
            wait(isWanted ? .seconds(0) : settings.interval)
        case .more:
            if isFailureTold { sayStatus() }
            wait(Self.pause)
        case .failed(let error):
            let reason = error.description
            isServerAway = !error.isOfDaemon
            if complaint != reason { log.warning("cannot send: \(reason)") }
            complaint = reason
            failures += 1
            if failures >= Self.failuresToTell { sayStatus(failure: reason) }
            let longest = min(Self.firstWait.microseconds << min(failures - 1, 12), settings.interval.microseconds)
            // A thousand kiosks should not reconnect at the same moment.
            wait(.microseconds(Int64.random(in: longest / 2...longest)))
        }
        isWanted = false
    }

    private func wait(_ length: Interval) { timer?.arm(at: loop.now.advanced(by: length)) }

    /// Subscribes to stored results; reopens a stream that ends.
    private func listen() {
        let (socket, bell) = (socket, bell)
        _ = worker.run {
            guard let client = try? Client(socket, timeout: .seconds(60)) else { return }
            try? client.stream("io.touchd.result.Watch") { reply in
                if reply["alive"] == nil { bell.ring() }
                return true
            }
        } finish: { [unowned self] in
            listening?.arm(at: loop.now.advanced(by: Self.firstWait))
        }
    }
}

/// Wakes the loop from any thread.
final class Bell: Sendable {
    private let counter: Descriptor

    init() throws(SystemError) { counter = try Descriptor(cshims_eventfd(0, 1), "eventfd") }

    var descriptor: Int32 { counter.number }
    func ring() { _ = cshims_eventfd_add(counter.number, 1) }
    func hear() { _ = cshims_eventfd_take(counter.number) }
}
