internal import Synchronization

/// The log: sentences for people, fields for programs, to journald or to a terminal.
///
/// A message below the level is not even formatted, nor are its fields. Safe from any thread.
///
///     journal.info("unlock passed", [.field("USER", user), .field("ATTEMPT", 1)])
///     journal.once("\(device) frames", "two frames with one stamp", [.field("DEVICE", device)])
package final class Journal: Sendable {
    /// Receives entries; called from the thread that logs, and must not log itself.
    package typealias Sink = @Sendable (Entry) -> Void

    /// How many keys ``once(_:_:_:)`` remembers, as a peer may cause keys; beyond it, nothing is logged once.
    package static let onceLimit = 1_024

    private let threshold: Atomic<UInt8>
    private let said = Mutex<Set<String>>([])
    private let sink: Sink

    /// Makes a log of messages from that level on.
    package init(level: Level = .info, sink: @escaping Sink) {
        threshold = Atomic(level.rawValue)
        self.sink = sink
    }

    /// The least severe level that is logged; may be changed at any time.
    package var level: Level {
        get { Level(rawValue: threshold.load(ordering: .relaxed)) ?? .info }
        set { threshold.store(newValue.rawValue, ordering: .relaxed) }
    }

    /// Logs at one level, as a call: `journal.error("…")`.
    package struct Logging {
        fileprivate let journal: Journal
        fileprivate let level: Level

        /// Logs a message.
        package func callAsFunction(
            _ message: @autoclosure () -> String, _ fields: @autoclosure () -> [Field] = [],
            messageID: StaticString? = nil
        ) {
            journal.log(level, message(), fields(), messageID)
        }
    }

    /// Logs at that level.
    package func at(_ level: Level) -> Logging { Logging(journal: self, level: level) }

    /// Logs an error.
    package var error: Logging { at(.error) }
    /// Logs a problem that may become an error.
    package var warning: Logging { at(.warning) }
    /// Logs something unusual that is not an error.
    package var notice: Logging { at(.notice) }
    /// Logs a normal event.
    package var info: Logging { at(.info) }
    /// Logs a detail for debugging.
    package var debug: Logging { at(.debug) }

    /// Logs an oddity of the kernel, a panel or a peer as a warning, only the first time for each `key`: what is odd and where,
    /// for instance the panel's number and the rule that it broke.
    package func once(_ key: String, _ message: @autoclosure () -> String, _ fields: @autoclosure () -> [Field] = []) {
        guard isLogged(.warning) else { return }
        let isNew = said.withLock { said in said.count < Self.onceLimit && said.insert(key).inserted }
        if isNew { log(.warning, message(), fields(), nil) }
    }

    /// Whether a message of that level would be logged.
    package func isLogged(_ level: Level) -> Bool {
        level.rawValue <= threshold.load(ordering: .relaxed)
    }

    fileprivate func log(
        _ level: Level, _ message: @autoclosure () -> String, _ fields: @autoclosure () -> [Field],
        _ messageID: StaticString?
    ) {
        guard isLogged(level) else { return }
        sink(Entry(level: level, message: message(), fields: fields(), messageID: messageID))
    }
}
