package import System
package import EventLoop
internal import TouchCore

/// The log of events that peers cause: a limited number of lines on each topic for each user, then a count of the rest.
package final class PeerLog {
    /// The topic of a line: many lines on one topic hide none on another.
    package enum Topic: CaseIterable {
        /// Connections, accepted and ended.
        case connection
        /// Tokens and proofs.
        case token
        /// Recovery keys.
        case key
        /// Grabbed panels and fingers, as the screen requires.
        case screen
        /// Failures to store or read.
        case storage
    }

    /// How often the number of omitted lines is logged.
    private static let sayingInterval = Interval.seconds(60)

    private static let ration = Ration(burst: 30, interval: .seconds(5))

    /// The log.
    package let log: Journal
    private let loop: EventLoop
    private let statistics: Statistics
    private var rations = [Topic: Ration]()
    private var unsaid: [UInt32: Int] = [:]
    private var timer: Timer?

    /// Every user has the full ration.
    ///
    /// - Throws: if a timer cannot be made.
    package init(_ log: Journal, _ statistics: Statistics, loop: EventLoop) throws(SystemError) {
        (self.log, self.statistics, self.loop) = (log, statistics, loop)
        timer = try loop.timer(priority: .normal) { [unowned self] in say() }
    }

    /// Logs an event that a user caused, or counts it.
    package func line(
        _ level: Journal.Level, _ topic: Topic, of user: UInt32, _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> [Journal.Field] = [], messageID: StaticString? = nil
    ) {
        guard log.isLogged(level) else { return }
        guard rations[topic, default: Self.ration].consume(for: user, now: loop.now) else {
            statistics.linesLeftOut += 1
            unsaid[user, default: 0] += 1
            if timer?.deadline == nil { timer?.arm(at: loop.now.advanced(by: Self.sayingInterval)) }
            return
        }
        log.at(level)(message(), fields(), messageID: messageID)
    }

    /// Logs the number of omitted lines; the loop does so once a minute, the daemon when it stops.
    package func say() {
        for (user, count) in unsaid.sorted(by: { $0.key < $1.key }) {
            log.warning("client bug: uid \(user) caused \(count) more lines (suppressed)")
        }
        unsaid = [:]
    }
}
