package import System
package import EventLoop
internal import TouchCore
package import TouchScreen
internal import TouchVault

/// Vault work that a start need not wait for: the first write, and the checks that take longer the larger the vault is.
///
///     wait ──20 ms without a frame──▶ some parts ──more are left──▶ wait
package final class StoreCheck {
    /// Time between two turns.
    private static let pause = Interval.milliseconds(20)
    /// How many parts are done in a turn, each in its own round of the loop.
    private static let partsPerTurn = 40
    /// Time to the next turn while fingers are down, or the disk cannot be written.
    private static let longPause = Interval.seconds(1)

    private let loop: EventLoop
    private let keeper: VaultKeeper
    private let statistics: Statistics
    private var timer: Timer?
    private var hasWritten = false
    private var frames = 0
    /// How often it has waited because of frames: a panel that is never quiet must not prevent the checks.
    private var postponed = 0
    private static let maxPostponed = 30

    /// Begins in the next pause between frames.
    package init(_ keeper: VaultKeeper, _ statistics: Statistics, on loop: EventLoop) throws(SystemError) {
        (self.keeper, self.statistics, self.loop) = (keeper, statistics, loop)
        timer = try loop.timer { [unowned self] in proceed() }
        wait(Self.pause)
    }

    private func proceed() {
        let before = frames
        frames = statistics.latencies.count()
        if frames != before, postponed < Self.maxPostponed {
            postponed += 1
            return wait(Self.longPause)
        }
        guard keeper.fault == nil else { return wait(Self.longPause) }
        guard hasWritten else {
            hasWritten = true
            return keeper.tryWriting { [weak self] written in
                do throws(VaultError) {
                    try written.get()
                    self?.wait(Self.pause)
                } catch { self?.fail(error) }
            }
        }
        var left = Self.partsPerTurn
        loop.inParts { [weak self] in
            left -= 1
            return self?.checkPart(isLast: left == 0) ?? false
        }
    }

    /// Checks one part; false at the end of a turn.
    private func checkPart(isLast: Bool) -> Bool {
        do throws(VaultError) {
            let isMore = try keeper.vault.checkOn()
            keeper.noteAlarm()
            if isMore, isLast { wait(Self.pause) }
            return isMore && !isLast
        } catch {
            fail(error)
            return false
        }
    }

    private func fail(_ error: VaultError) {
        keeper.note(error)
        keeper.noteAlarm()
        wait(Self.longPause)
    }

    private func wait(_ pause: Interval) { timer?.arm(at: loop.now.advanced(by: pause)) }
}
