internal import System
internal import EventLoop
internal import TouchConfiguration
internal import TouchCore

/// Writes the metrics to a file at intervals, if the configuration names one; otherwise it never wakes up.
final class MetricsFile {
    private let loop: EventLoop
    private let log: Journal
    private let make: (@escaping (String) -> Void) -> Void
    private var timer: Timer?
    private var settings: Configuration.Metrics?
    private var complaint: String?

    init(
        loop: EventLoop, log: Journal, make: @escaping (@escaping (String) -> Void) -> Void
    ) throws(SystemError) {
        (self.loop, self.log, self.make) = (loop, log, make)
        timer = try loop.timer { [unowned self] in makeAndWrite() }
    }

    func set(_ settings: Configuration.Metrics) {
        self.settings = settings
        if settings.prometheusFile.isEmpty {
            timer?.disarm()
        } else {
            makeAndWrite()
        }
    }

    private func makeAndWrite() { make { [weak self] in self?.write($0) } }

    private func write(_ text: String) {
        guard let settings, !settings.prometheusFile.isEmpty else { return }
        let path = settings.prometheusFile
        // Readable by every user, which the daemon's umask would prevent.
        var complaint: String?
        do throws(SystemError) {
            try WholeFile.replace(path, with: Array(text.utf8), mode: 0o644, isDurable: false)
        } catch { complaint = "cannot \(error)" }
        if let complaint, complaint != self.complaint { log.warning(complaint) }
        self.complaint = complaint
        timer?.arm(at: loop.now.advanced(by: settings.prometheusInterval))
    }
}
