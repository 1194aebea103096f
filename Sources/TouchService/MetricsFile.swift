internal import EventLoop
internal import Glibc
internal import Journal
internal import TouchConfiguration
internal import TouchCore

/// Writes the metrics to a file now and then, if the configuration names one; else it never wakes up.
final class MetricsFile {
    private let loop: EventLoop
    private let log: Journal
    private let text: () -> String
    private var timer: Timer?
    private var settings: Configuration.Metrics?
    /// What was said of the last failure, so that it is said once.
    private var complaint: String?

    init(loop: EventLoop, log: Journal, text: @escaping () -> String) throws(SystemError) {
        (self.loop, self.log, self.text) = (loop, log, text)
        timer = try loop.timer { [unowned self] in write() }
    }

    /// Takes other settings; writes at once if there is a file to write.
    func set(_ settings: Configuration.Metrics) {
        self.settings = settings
        if settings.prometheusFile.isEmpty {
            timer?.disarm()
        } else {
            write()
        }
    }

    private func write() {
        guard let settings, !settings.prometheusFile.isEmpty else { return }
        let path = settings.prometheusFile
        // Readable for everybody: the daemon's mask would keep it to itself.
        let code = FileReplacement.write(Array(text().utf8), to: path, mode: 0o644, isDurable: false)
        let why = code.map { code in unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)" }
        let complaint = why.map { "cannot write \(path): \($0)" }
        if let complaint, complaint != self.complaint { log.warning(complaint) }
        self.complaint = complaint
        timer?.arm(at: loop.now.advanced(by: settings.prometheusInterval))
    }
}
