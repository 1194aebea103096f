internal import EventLoop
internal import TouchCore
internal import TouchPicture
internal import TouchVault

/// What a daemon has from outside.
struct Surroundings {
    /// Its loop, which has the clock.
    let loop: EventLoop
    /// The machine's boot.
    let boot: BootID
    /// What it costs to stretch a secret; nil: as configured.
    var stretch: StretchParameters?
    /// The source of the puzzles' secrets.
    var seed: @Sendable () -> PictureSeed = { .random() }

    /// Those of this machine.
    static func machine() throws(DaemonError) -> Surroundings {
        let loop: EventLoop
        do throws(SystemError) { loop = try EventLoop() } catch { throw DaemonError(error) }
        do throws(VaultError) {
            return Surroundings(loop: loop, boot: try .current())
        } catch { throw DaemonError(error) }
    }

    /// Now, on every clock that a stored row needs.
    var moment: Moment {
        Moment(boot: boot, monotonic: loop.now, boottime: loop.boottime, wall: loop.wallTime)
    }
}
