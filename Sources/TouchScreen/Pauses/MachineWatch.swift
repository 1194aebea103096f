internal import System
package import EventLoop
package import TouchCore

/// Sources of sessions and sleep, as far as this machine has them; touchd works without any of them.
package final class MachineWatch {
    private var sessions: SessionWatch?
    private var sleep: SleepWatch?
    private let wake: WakeWatch?

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - seat: the seat whose sessions are watched.
    ///   - pauses: is notified.
    ///   - batch: brackets messages to clients.
    package init(loop: EventLoop, seat: String, pauses: Pauses, log: Journal, batch: @escaping (() -> Void) -> Void) {
        do throws(SystemError) {
            sessions = try SessionWatch(loop) { batch { pauses.apply(SeatSession.all(on: seat)) } }
            pauses.apply(SeatSession.all(on: seat))
        } catch { log.info("cannot watch sessions: \(error); touch input is not paused for other sessions") }
        do throws(SystemError) {
            sleep = try SleepWatch(
                loop, onChange: { isComing in batch { pauses.sleepAnnounced(isComing) } }, onState: { log.debug($0) })
        } catch { log.info("cannot watch sleep through logind: \(error)") }
        do throws(SystemError) {
            wake = try WakeWatch(loop) { _ in batch { pauses.woke() } }
        } catch {
            wake = nil
            log.warning("cannot notice sleep of the machine: \(error)")
        }
    }

    /// Checks whether the machine has slept, before input that may be older is read; returns the present time, if it was read.
    package func look() -> Instant? { wake?.look() }
}
