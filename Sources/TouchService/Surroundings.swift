package import EventLoop
package import TouchCore
package import TouchInput
package import TouchPicture
package import TouchVault

/// What a daemon has from outside.
package struct Surroundings {
    /// Its loop, which has the clock.
    let loop: EventLoop
    /// The machine's boot.
    let boot: BootID
    /// Where panels come from.
    let seat: any PanelSource
    /// What it costs to stretch a secret; nil: as configured.
    let stretch: StretchParameters?
    /// How the vault's bytes are written.
    let storage: Storage
    /// The source of the puzzles' secrets.
    let seed: @Sendable () -> PictureSeed

    /// - Parameters:
    ///   - loop: its loop, which has the clock.
    ///   - boot: the machine's boot.
    ///   - seat: where panels come from.
    ///   - stretch: what it costs to stretch a secret; nil: as configured.
    ///   - storage: how the vault's bytes are written.
    ///   - seed: the source of the puzzles' secrets.
    package init(
        loop: EventLoop, boot: BootID, seat: any PanelSource, stretch: StretchParameters? = nil,
        storage: Storage = Storage(), seed: @escaping @Sendable () -> PictureSeed = { .random() }
    ) {
        (self.loop, self.boot, self.seat, self.stretch) = (loop, boot, seat, stretch)
        (self.storage, self.seed) = (storage, seed)
    }

    /// Those of this machine.
    ///
    /// - Parameters:
    ///   - seat: the physical seat, as udev names it.
    ///   - isVerbose: whether libinput's debug messages are logged.
    static func machine(seat: String, isVerbose: Bool) throws(DaemonError) -> Surroundings {
        let loop: EventLoop
        do throws(SystemError) { loop = try EventLoop() } catch { throw DaemonError(error) }
        let panels: Seat
        do throws(SeatError) {
            panels = try Seat(seat, isVerbose: isVerbose, now: { [unowned loop] in loop.now })
        } catch { throw DaemonError(error) }
        do throws(VaultError) {
            return Surroundings(loop: loop, boot: try .current(), seat: panels)
        } catch { throw DaemonError(error) }
    }

    /// Now, on every clock that a stored row needs.
    var moment: Moment {
        Moment(boot: boot, monotonic: loop.now, boottime: loop.boottime, wall: loop.wallTime)
    }
}
